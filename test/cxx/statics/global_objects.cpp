// Global objects with constructors, in an order across types; inline and constexpr variables; used
// as constants and as workspace.
#include "oracle.h"
#include <cmath>
#include <memory>

namespace
{
struct Weights {
    std::unique_ptr<double[]> w;
    int n;
    explicit Weights(int n) : w(new double[n]), n(n)
    {
        for (int i = 0; i < n; i++)
            w[i] = std::exp(-0.5 * i);
    }
};
struct Workspace {
    double grid[8] = {};
    virtual ~Workspace() = default;
    virtual void fill(const double *x, int n)
    {
        for (int i = 0; i < n; i++)
            grid[i] = x[i] * x[0];
    }
};
const Weights weights(6);
const double total = weights.w[0] + weights.w[5];
Workspace workspace;
} // namespace
inline double bias = std::sqrt(2.0);
constexpr double powers[] = {1, 2, 4, 8};
template <class T> constexpr T half = T(0.5);

static double f(const double *x, int n)
{
    workspace.fill(x, n);
    double s = bias;
    for (int i = 0; i < n; i++)
        s += weights.w[i] * workspace.grid[i] * powers[i] * s * half<double>;
    return s / total;
}

int main()
{
    double x[4] = {1.5, 2.5, -3, 0.5};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
