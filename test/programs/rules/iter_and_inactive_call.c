/* __enzyme_call_inactive of a function that has a rule, in a loop that goes one iteration further
 * in the derivative (__enzyme_iter). */
#include "oracle.h"

extern double __enzyme_call_inactive(void *, ...);
extern int __enzyme_iter(int, int);

double weight(double x)
{
    return x * x;
}
double weight_reverse(double x, double seed)
{
    return 20 * x * seed;
}
void *__enzyme_register_gradient_weight[] = {(void *)weight, (void *)weight,
                                             (void *)weight_reverse};

static double f(double x)
{
    double s = 0;
    for (int i = 0; i < __enzyme_iter(3, 1); i++)
        s += weight(x) + __enzyme_call_inactive((void *)weight, x) * x;
    return s;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 4 * (40 + 4));
    CHECK(f(2), 3 * (4 + 8));
    return oracle_result();
}
