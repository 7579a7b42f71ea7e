/* A CSR matrix times a vector, values and vector active. */
#include "oracle.h"

struct csr {
    int rows;
    const int *start, *column;
    const double *value;
};

static void multiply(const struct csr *a, const double *x, double *y)
{
    for (int i = 0; i < a->rows; i++) {
        double s = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->value[k] * x[a->column[k]];
        y[i] = s;
    }
}

static double f(const double *x, int n)
{
    static const int start[5] = {0, 2, 3, 3, 6}, column[6] = {0, 3, 1, 0, 2, 3};
    struct csr a = {4, start, column, x};
    double y[4], z[4], s = 0;
    multiply(&a, x + 6, y);
    multiply(&a, y, z);
    for (int i = 0; i < 4; i++)
        s += z[i] * y[i];
    return s;
}

int main(void)
{
    double x[10];
    oracle_random(x, 10, 10);
    ORACLE_GRADIENT(f, x, 10);
    return oracle_result();
}
