// An exception class and the function that throws it are in an archive.
#include "errors.h"
#include "oracle.h"
#include <cmath>

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += iterate(x[i], 6);
        } catch (const Diverged &d) {
            sum += std::log(d.last()) * d.steps();
        }
    }
    return sum;
}

int main()
{
    const double x[3] = {0.5, 1.3, 0.8};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
