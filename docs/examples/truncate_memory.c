#include <stdio.h>

typedef double function(double *, int);
function *__enzyme_truncate_mem_func(void *, int, int);
double __enzyme_truncate_mem_value(double, int, int);
double __enzyme_expand_mem_value(double, int, int);

/* Leaves running sums in memory. */
static double sums(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
    return x[n - 1];
}

int main(void)
{
    double x[] = {0.1, 0.2, 0.3};
    double last = __enzyme_truncate_mem_func((void *)sums, 64, 32)(x, 3);
    printf("%.12f %.12f\n", x[1], last);
    double tenth = __enzyme_truncate_mem_value(0.1, 64, 32);
    printf("%.12f\n", __enzyme_expand_mem_value(tenth, 64, 32));
}
