#include <stdio.h>

double __enzyme_autodiff(void *, ...);
int __enzyme_iter(int, int);

/* The terms below x^3 of 1 / (1 - x). */
static double series(double x)
{
    double sum = 0, power = 1;
    for (int i = 0; i < __enzyme_iter(3, 1); i++) {
        sum += power;
        power *= x;
    }
    return sum;
}

int main(void)
{
    double x = 0.1;
    printf("%.4f, of %.4f\n", series(x), 1 / (1 - x));
    /* 1 + 2 x + 3 x^2, the terms below x^3 of the derivative */
    printf("%.4f, of %.4f\n", __enzyme_autodiff((void *)series, x), 1 / ((1 - x) * (1 - x)));
}
