/* Functions of the library write integers where there was a number before, and the other way round:
 * members of a union, whose members are read one after the other. */
#include <math.h>
#include <stdio.h>
#include "oracle.h"

union cell {
    float value;
    double wide;
    int count;
    long large;
};

static double scanned(const double *x, int n)
{
    union cell m[4];
    double sum = 0;
    for (int i = 0; i < n; i++)
        m[i].value = (float)x[i];
    for (int i = 0; i < n; i++)
        sum += x[1] * m[i].value;
    for (int i = 0; i < n; i++)
        if ((i % 2 ? sscanf("12", "%d", &m[i].count) : sscanf("7000000000", "%ld", &m[i].large)) !=
            1)
            return -1;
    for (int i = 0; i < n; i++)
        sum += 0.1 * (i % 2 ? (double)m[i].count : (double)m[i].large * 1e-9) * x[1];
    for (int i = 0; i < n; i++)
        m[i].wide = x[i] * sum;
    return sum + m[0].wide * m[1].wide;
}

static double quotients(const double *x, int n)
{
    union cell m[4];
    double sum = 0;
    for (int i = 0; i < n; i++)
        m[i].wide = x[i] * x[0];
    for (int i = 0; i < n; i++)
        sum += m[i].wide * m[i].wide;
    for (int i = 0; i < n; i++)
        sum += remquo(x[i] + 2.2, 1.7, &m[i].count);
    for (int i = 0; i < n; i++)
        sum += (m[i].count & 7) * x[i];
    for (int i = 0; i < n; i++)
        m[i].value = (float)x[i];
    for (int i = 0; i < n; i++)
        sum += m[i].value * x[0];
    for (int i = 0; i < n; i++)
        sum += lgamma_r(x[i] + 2, &m[i].count) * m[i].count;
    return sum;
}

/* The same without unions: floats are too coarse for differences. */
static double scanned_apart(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[1] * x[i];
    for (int i = 0; i < n; i++)
        sum += 0.1 * (i % 2 ? 12 : 7) * x[1];
    return sum + x[0] * sum * x[1] * sum;
}

static double quotients_apart(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[0] * x[i] * x[0];
    for (int i = 0; i < n; i++) {
        int quotient;
        sum += remquo(x[i] + 2.2, 1.7, &quotient);
        sum += (quotient & 7) * x[i];
    }
    for (int i = 0; i < n; i++)
        sum += x[i] * x[0] + lgamma(x[i] + 2);
    return sum;
}

static void compare(const double *got, const double *want, int n)
{
    for (int i = 0; i < n; i++)
        CHECK_FLOAT(got[i], want[i]);
}

int main(void)
{
    double x[3] = {0.5, 0.75, 0.25}, got[3] = {0}, want[3] = {0};

    ORACLE_GRADIENT(scanned_apart, x, 3);
    ORACLE_GRADIENT(quotients_apart, x, 3);
    __enzyme_autodiff((void *)scanned, enzyme_dup, x, got, enzyme_const, 3);
    __enzyme_autodiff((void *)scanned_apart, enzyme_dup, x, want, enzyme_const, 3);
    compare(got, want, 3);
    __enzyme_autodiff((void *)quotients, enzyme_dup, x, got, enzyme_const, 3);
    __enzyme_autodiff((void *)quotients_apart, enzyme_dup, x, want, enzyme_const, 3);
    compare(got, want, 3);
    for (int i = 0; i < 3; i++) {
        double direction[3] = {i == 0, i == 1, i == 2};
        double one = __enzyme_fwddiff((void *)scanned, enzyme_dup, x, direction, enzyme_const, 3),
               other =
                   __enzyme_fwddiff((void *)quotients, enzyme_dup, x, direction, enzyme_const, 3);
        CHECK_FLOAT(one + other, want[i]);
    }
    return oracle_result();
}
