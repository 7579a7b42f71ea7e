/* Workspaces whose pointers are what they were at the start, beside counts that change. */
#include "oracle.h"

#include <math.h>

static double buffer[4];
static double factors[2] = {3, 4}; /* only read */
static struct {
    double *values;
    int calls;
    const double *factor[2];
} work = {buffer, 0, {factors, factors + 1}};

static struct {
    double *values;
    int length;
} view = {buffer, 0};

static struct {
    double *values;
    int length, seen[2];
} parts[2] = {{buffer, 0, {0, 0}}, {buffer + 2, 0, {0, 0}}};

static struct {
    double *values;
    int used;
} moved = {factors, 0}; /* main has it point elsewhere */
static double elsewhere = 7;

/* Set by name, read through the pointer. */
static double read_through(double x)
{
    work.calls++;
    for (int i = 0; i < 4; i++)
        buffer[i] = x * x * i;
    double last = x * *work.factor[work.calls % 2];
    return work.values[2] * sin(work.values[1]) + last * last;
}

/* Set through the pointer, read by name. */
static double set_through(double x)
{
    for (int i = 0; i < view.length; i++)
        view.values[i] = x * (i + 1);
    return buffer[0] * buffer[view.length - 1] + view.values[1];
}

/* Counts of several workspaces. */
static double one_of_several(double x)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        buffer[i] = x * x * i;
    for (int i = 0; i < 2; i++) {
        parts[i].length = view.length - 1;
        parts[i].seen[view.length % 2]++;
        for (int k = 0; k < parts[i].length; k++)
            sum += parts[i].values[k] * x;
    }
    return sum;
}

/* Leads to memory without shadow. */
static double only_read(double x)
{
    buffer[1] = x;
    moved.used++;
    return *moved.values * buffer[1] * x;
}

int main(void)
{
    view.length = 3;
    moved.values = &elsewhere;
    ORACLE_SCALAR(set_through, 1.2);
    ORACLE_SCALAR(one_of_several, 1.2);
    ORACLE_SCALAR(only_read, 1.2);
    work.calls = 1; /* the first call has it even */
    CHECK(__enzyme_autodiff((void *)read_through, 1.2),
          4 * 1.2 * sin(1.44) + 2 * 1.44 * 2 * 1.2 * cos(1.44) + 18 * 1.2);
    CHECK(__enzyme_fwddiff((void *)read_through, 1.2, 1.0),
          4 * 1.2 * sin(1.44) + 2 * 1.44 * 2 * 1.2 * cos(1.44) + 32 * 1.2);
    return oracle_result();
}
