/* Ways taken and functions called are remembered, whatever the data that decided is at the time of
 * the reverse call. */
#include "oracle.h"
#include <math.h>

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

typedef double unary(double);
static double square(double x)
{
    return x * x;
}
static double twice(double x)
{
    return 2 * x;
}
static unary *const table[] = {square, twice, sin};

struct task {
    int kind[3];
    double limit;
};

static void run(const struct task *task, double *x)
{
    for (int i = 0; i < 3; i++) {
        if (x[i] > task->limit)
            x[i] = x[i] * x[(i + 1) % 3];
        x[i] = table[task->kind[i]](x[i]);
    }
}

int main(void)
{
    struct task t = {{2, 0, 1}, 0.5}, same = t;
    double x[3] = {0.9, 0.3, 0.7}, dx[3] = {1, 2, 3}, y[3] = {0.9, 0.3, 0.7}, dy[3] = {1, 2, 3};
    void *tape = __enzyme_augmentfwd((void *)run, enzyme_const, &t, enzyme_dup, x, dx);
    t = (struct task){{0, 1, 2}, -7};
    x[0] = x[1] = x[2] = 100;
    __enzyme_reverse((void *)run, enzyme_const, &t, enzyme_dup, x, dx, tape);
    __enzyme_autodiff_v((void *)run, enzyme_const, &same, enzyme_dup, y, dy);
    for (int i = 0; i < 3; i++)
        CHECK(dx[i], dy[i]);
    return oracle_result();
}
