/* The checks that -fsanitize=undefined adds to differentiated code. */
#include "oracle.h"
#include <stdlib.h>

struct series {
    int count;
    double *coefficients;
};

static double evaluate(const struct series *s, double x)
{
    double sum = 0, power = 1;
    for (int i = 0; i < s->count; i++) {
        sum += s->coefficients[i] * power / (i + 1);
        power *= x;
    }
    return sum * (1 << (s->count & 3));
}

static double f(const double *x, int n)
{
    struct series s = {n, malloc((size_t)n * sizeof(double))};
    for (int i = 0; i < n; i++)
        s.coefficients[i] = x[i] * x[n - 1 - i];
    double r = evaluate(&s, x[0]);
    free(s.coefficients);
    return r;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
