#include <math.h>
#include <stdio.h>

typedef double function(double);
function *__enzyme_truncate_op_func(void *, int, int);
function *__enzyme_truncate_op_func_format(void *, int, int, int);
double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    double s = 0;
    for (int i = 1; i <= 100; i++)
        s += sin(x * i) / i;
    return s;
}

static double slope(double x)
{
    return __enzyme_autodiff((void *)f, x);
}

int main(void)
{
    printf("double: %.9f\n", f(0.5));
    printf("float:  %.9f\n", __enzyme_truncate_op_func((void *)f, 64, 32)(0.5));
    printf("half:   %.9f\n", __enzyme_truncate_op_func((void *)f, 64, 16)(0.5));
    printf("8, 7:   %.9f\n", __enzyme_truncate_op_func_format((void *)f, 64, 8, 7)(0.5));
    function *g = __enzyme_truncate_op_func((void *)f, 64, 32);
    printf("derivative of the float function: %.5f\n", __enzyme_autodiff((void *)g, 0.5));
    printf("derivative, in float:             %.5f\n",
           __enzyme_truncate_op_func((void *)slope, 64, 32)(0.5));
}
