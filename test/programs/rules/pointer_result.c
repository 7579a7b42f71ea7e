/* A function with a rule that returns a pointer: its shadow comes from the augmented function. */
#include "oracle.h"

struct pointers {
    double *value, *shadow;
};
double *pick(double *x, int i)
{
    return x + 2 * i;
}
struct pointers pick_augmented(double *x, double *dx, int i, int di)
{
    return (struct pointers){x + 2 * i, dx + 2 * i};
}
void pick_reverse(double *x, double *dx, int i, int di)
{
}
struct pointers pick_forward(double *x, double *dx, int i, int di)
{
    return (struct pointers){x + 2 * i, dx + 2 * i};
}
void *__enzyme_register_gradient_pick[] = {(void *)pick, (void *)pick_augmented,
                                           (void *)pick_reverse};
void *__enzyme_register_derivative_pick[] = {(void *)pick, (void *)pick_forward};

static double f(const double *x, int n)
{
    double y[6];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    *pick(y, 1) *= x[0];
    return *pick(y, 1) * *pick(y, 2);
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 2);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
