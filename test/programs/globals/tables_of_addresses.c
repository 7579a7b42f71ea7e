/* Constant tables of addresses of globals: what is read and written through a table is what is
 * read and written by name. */
#include "oracle.h"

#include <math.h>

static double first, second, row[4];
static double gains[3] = {2, 3, 5}; /* only read */
static int n;

static double *const places[2] = {&first, &second};
static double *const both[2] = {&first, gains + 1};
static const struct {
    const char *name;
    double *at;
    int length;
} areas[3] = {{"row", row, 4}, {"gains", gains, 3}, {"end", row + 3, 1}};
static double *const *const tables[2] = {places, both};

/* Set by name, read through a table. */
static double read_through(double x)
{
    first = x * x;
    second = x;
    return sin(*places[n & 1]) + *places[0];
}

/* Set by name, changed through a local table. */
static double changed_through(double x)
{
    first = 0.75 * x;
    double *p[2] = {&first, &first};
    *p[(n * n + 5) % 2] = sin(*p[n % 2]);
    return first * x;
}

/* Set through a table that changes, read by name. */
static double set_through(double x)
{
    double *p[2] = {&first, &second}, *other = p[0];
    p[0] = p[n & 1];
    p[n & 1] = other;
    *p[0] = x * x * x;
    *p[1] = x;
    return first * second * second;
}

/* Some of what the table leads to is not active. */
static double constants_too(double x)
{
    double sum = 0;
    first = x * x;
    for (int i = 0; i < 4; i++)
        row[i] = x * i;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < areas[(i + n) % 3].length; k++)
            sum += areas[(i + n) % 3].at[k] * x + areas[i].name[0];
    return sum * *both[n & 1] * *both[1 - (n & 1)];
}

static double table_of_tables(double x)
{
    first = x;
    second = 3 * x;
    *tables[n & 1][1 - (n & 1)] *= x;
    return first * *tables[1 - (n & 1)][n & 1] + second;
}

int main(void)
{
    for (n = 0; n < 3; n++) {
        ORACLE_SCALAR(read_through, 1.2);
        ORACLE_SCALAR(changed_through, 1.2);
        ORACLE_SCALAR(set_through, 1.2);
        ORACLE_SCALAR(constants_too, 1.2);
        ORACLE_SCALAR(table_of_tables, 1.2);
    }
    n = 5;
    CHECK(__enzyme_autodiff((void *)changed_through, 1.2), sin(0.9) + 0.9 * cos(0.9));
    return oracle_result();
}
