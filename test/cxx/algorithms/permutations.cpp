// A determinant by next_permutation.
#include "oracle.h"
#include <algorithm>
#include <numeric>

namespace
{
double f(const double *x, int n)
{
    int p[3];
    std::iota(p, p + 3, 0);
    double det = 0;
    do {
        int inversions = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < i; j++)
                inversions += p[j] > p[i];
        double term = inversions % 2 ? -1 : 1;
        for (int i = 0; i < 3; i++)
            term *= x[3 * i + p[i]];
        det += term;
    } while (std::next_permutation(p, p + 3));
    return det;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 11);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
