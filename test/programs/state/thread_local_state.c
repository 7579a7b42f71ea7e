/* thread_local scratch: an accumulator and a small array. */
#include <threads.h>
#include "oracle.h"

static thread_local double accumulator, window[3];
static thread_local int position;

static void push(double v)
{
    window[position++ % 3] = v;
    accumulator += v * window[position % 3];
}

static double f(const double *x, int n)
{
    accumulator = 0;
    position = 0;
    for (int i = 0; i < 3; i++)
        window[i] = 1;
    for (int i = 0; i < n; i++)
        push(x[i] * x[i]);
    return accumulator * window[0];
}

int main(void)
{
    const double x[5] = {0.5, -0.25, 0.75, 1.2, 0.4};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
