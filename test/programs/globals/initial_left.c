/* A pointer in a global that leads to another global with a shadow initially, and where the program
 * wants it later: to one with a shadow, or to another one. */
#include <math.h>
#include "oracle.h"

static double first[4], second[2], unknown = 7;
static double *input = first, *output = second;

static double f(double x)
{
    first[1] = x;
    first[0] = x * x;
    *output = x * x * x;
    return *input * first[0] + *output;
}

/* Nothing active is written through the pointer. */
static double only_read(double x)
{
    first[0] = first[1] = x * x;
    return sin(*input) * x;
}

static double overwritten(double x)
{
    first[0] = first[1] = x * x;
    *input = 2;
    return first[0] * first[1] * x;
}

struct cell {
    double *at;
    struct cell *next;
};
static struct cell last = {second, NULL}, list = {first, &last};

static double over_list(double x)
{
    double sum = 0;
    first[0] = x, second[0] = x * x;
    for (struct cell *c = &list; c; c = c->next)
        sum += sum * *c->at + *c->at;
    return sum;
}

int main(void)
{
    ORACLE_SCALAR(f, 1.2);
    ORACLE_SCALAR(only_read, 1.2);
    ORACLE_SCALAR(overwritten, 1.2);
    ORACLE_SCALAR(over_list, 1.2);
    input = first + 1, output = second + 1;
    ORACLE_SCALAR(f, 1.2);
    ORACLE_SCALAR(only_read, 1.2);
    ORACLE_SCALAR(overwritten, 1.2);
    input = second + 1;
    ORACLE_SCALAR(f, 1.2);
    CHECK(__enzyme_autodiff((void *)f, 1.2), 5 * 1.2 * 1.2 * 1.2 * 1.2 + 3 * 1.2 * 1.2);
    input = &unknown;
    CHECK(__enzyme_autodiff((void *)f, 1.2), 7 * 2 * 1.2 + 3 * 1.2 * 1.2);
    CHECK(__enzyme_autodiff((void *)only_read, 1.2), sin(7));
    CHECK(__enzyme_autodiff((void *)overwritten, 1.2), 5 * 1.2 * 1.2 * 1.2 * 1.2);
    return oracle_result();
}
