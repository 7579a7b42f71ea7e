/* Values are exchanged atomically in memory that holds pointers at other times: without threads, an
 * exchange is a load and a store. */
#include "oracle.h"
#include <string.h>

union cell {
    double value;
    double *pointer;
};

static void fill(union cell *c, const union cell *from, int n)
{
    memcpy(c, from, (size_t)n * sizeof *c);
}

static double f(const double *x, int n)
{
    double target = x[2], s = 0;
    union cell cells[4] = {{0}}, copies[4];
    for (int i = 0; i < 4; i++)
        if (i % 2)
            cells[i].pointer = &target;
        else
            cells[i].value = x[0] * x[1] * i;
    fill(copies, cells, n + 1);
    for (int i = 0; i < 4; i++) {
        double old, new = x[1] * x[2] + i;
        if (i % 2)
            s += *copies[i].pointer * x[0];
        __atomic_exchange(&copies[i].value, &new, &old, __ATOMIC_SEQ_CST);
        if (i % 2 == 0)
            s += old * old;
    }
    return s + copies[n - 3].value * copies[2 * n - 3].value;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
