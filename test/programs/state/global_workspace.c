/* Global arrays of fixed size as work space, written and read in nested calls. */
#include "oracle.h"

enum { N = 4 };
static double matrix[N][N], vector[N], result[N];
static int pivots[N];

static void fill(const double *x)
{
    for (int i = 0; i < N; i++) {
        vector[i] = x[i] * x[i];
        pivots[i] = N - 1 - i;
        for (int j = 0; j < N; j++)
            matrix[i][j] = x[i] * x[j] + (i == j);
    }
}

static void multiply(void)
{
    for (int i = 0; i < N; i++) {
        result[pivots[i]] = 0;
        for (int j = 0; j < N; j++)
            result[pivots[i]] += matrix[i][j] * vector[j];
    }
}

static double f(const double *x, int n)
{
    double s = 0;
    fill(x);
    for (int k = 0; k < 3; k++) {
        multiply();
        for (int i = 0; i < n; i++)
            vector[i] = result[i] / 10;
    }
    for (int i = 0; i < n; i++)
        s += result[i] * vector[n - 1 - i];
    return s;
}

int main(void)
{
    const double x[N] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, N);
    ORACLE_GRADIENT(f, x, N);
    return oracle_result();
}
