// A recursive search that ends by throwing its result through many frames.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

struct Found {
    double value;
};

static void search(const double *x, int n, int at, double sum)
{
    if (at == n)
        return;
    sum += x[at] * x[at];
    if (sum > 2)
        throw Found{std::sqrt(sum) * x[0]};
    search(x, n, at + 1, sum);
}

static double f(const double *x, int n)
{
    try {
        search(x, n, 0, 0);
    } catch (const Found &found) {
        return found.value;
    }
    return x[n - 1];
}

int main()
{
    const double far[4] = {0.9, 1.2, 0.5, 0.4}, near[4] = {0.1, 0.2, 0.3, 0.4};
    ORACLE_GRADIENT(f, far, 4);
    ORACLE_GRADIENT(f, near, 4);
    return oracle_result();
}
