// What a handler of a base class throws again, a handler of the derived class catches.
#include "oracle.h"

namespace
{
struct error {
    double v;
};
struct worse : error {
    double w;
    worse(double v, double w) : error{v}, w(w)
    {
    }
};
} // namespace

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            try {
                if (i % 2)
                    throw worse(0.3 * x[i], x[i] * x[i - 1]);
                sum += x[i];
            } catch (const error &e) {
                sum += e.v;
                if (i > 2)
                    throw;
            }
        } catch (worse &e) {
            sum += 0.5 * e.w;
        }
    }
    return sum;
}

int main()
{
    const double x[] = {0.5, -0.7, 0.9, -1.1, 1.3, 0.2};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
