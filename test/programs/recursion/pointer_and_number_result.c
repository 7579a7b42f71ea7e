/* A recursive function returns a struct of a number and a pointer. */
#include "oracle.h"
struct pair {
    double *at;
    double value;
};
static struct pair halve(double *x, int n)
{
    if (n == 1)
        return (struct pair){x, x[0] * x[0]};
    struct pair a = halve(x, n / 2), b = halve(x + n / 2, n - n / 2);
    return (struct pair){a.value > b.value ? a.at : b.at, a.value * b.value + *a.at};
}
static double f(const double *x, int n)
{
    double y[4];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[0];
    struct pair p = halve(y, n);
    return p.value * *p.at;
}
int main(void)
{
    double x[4] = {2, 3, 0.5, 1.5};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
