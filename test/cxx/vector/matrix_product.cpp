// Matrices as vectors of vectors of constant size, multiplied and traced.
#include "oracle.h"
#include <vector>

namespace
{
using Matrix = std::vector<std::vector<double>>;

Matrix multiply(const Matrix &a, const Matrix &b)
{
    std::size_t n = a.size();
    Matrix c(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++)
            for (std::size_t k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
    return c;
}

double f(const double *x, int n)
{
    Matrix m(3, std::vector<double>(3));
    for (int i = 0; i < n; i++)
        m[i / 3][i % 3] = x[i];
    Matrix p = multiply(multiply(m, m), m);
    return p[0][0] + p[1][1] + p[2][2];
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 7);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
