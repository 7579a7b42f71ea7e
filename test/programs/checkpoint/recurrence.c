/* State in registers: numbers, integers and conditions, for trip counts around those of segments.
 */
#include "oracle.h"
#include <math.h>

static int steps;

static double chaotic(double x)
{
    for (int i = 0; i < steps; i++)
        x = 3.6 * x * (1 - x) + 0.01 * sin(i * x);
    return x;
}

/* The integer decides on the way. */
static double with_integer(double x)
{
    unsigned state = 12345;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
        state = state * 1103515245u + 12345u;
        if (state & 0x10000)
            x = sin(x) + 0.1 * x;
        else
            x = x * x - 0.3;
        if (state & 0x20000)
            sum += x * x;
    }
    return sum + x;
}

/* Counts down, and the state is more than one number. */
static double fibonacci(double x)
{
    double a = x, b = 1, c = 0;
    for (int i = steps; i > 0; i--) {
        double next = a * b + 0.5 * a;
        b = a;
        a = next / (1 + next * next);
        c += a * i;
    }
    return a + b * c;
}

static double two_loops(double x)
{
    for (int i = 0; i < steps; i++)
        x = sin(x) * 1.5;
    double y = x * x;
    for (int i = 0; i < 2 * steps + 1; i++)
        y = cos(y) + 0.2 * x;
    return y;
}

/* A loop that need not be reached. */
static double behind_branch(double x)
{
    if (x > 0)
        for (int i = 0; i < steps; i++)
            x = exp(-x) + x / (i + 1);
    return x * x;
}

int main(void)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 17, 29, 31, 60, 61};
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        steps = counts[k];
        if (steps < 20)
            ORACLE_SCALAR(chaotic, 0.4);
        if (steps < 20)
            ORACLE_SCALAR(with_integer, 0.7);
        ORACLE_SCALAR(fibonacci, 0.6);
        ORACLE_SCALAR(two_loops, 0.8);
        ORACLE_SCALAR(behind_branch, 0.3);
        ORACLE_SCALAR(behind_branch, -0.3);
    }
    return oracle_result();
}
