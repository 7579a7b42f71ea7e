// A Hessian-vector product through virtual calls: forward mode over a gradient that is made inside.
#include "oracle.h"

namespace
{
struct Energy {
    virtual ~Energy() = default;
    virtual double of(double a, double b) const = 0;
};
struct Spring : Energy {
    double k;
    explicit Spring(double k) : k(k)
    {
    }
    double of(double a, double b) const override
    {
        return k * (a - b) * (a - b) * (a + b);
    }
};
struct Bend : Energy {
    double s;
    explicit Bend(double s) : s(s)
    {
    }
    double of(double a, double b) const override
    {
        return s * a * a * b * b;
    }
};

double total(const double *x, int n)
{
    Spring spring(x[0]);
    Bend bend(2);
    double e = 0;
    for (int i = 0; i + 1 < n; i++) {
        const Energy *each = i % 2 ? static_cast<const Energy *>(&spring) : &bend;
        e += each->of(x[i], x[i + 1]);
    }
    return e;
}
void gradient(const double *x, int n, double *g, int m)
{
    for (int i = 0; i < m; i++)
        g[i] = 0;
    (void)__enzyme_autodiff((void *)total, enzyme_dup, x, g, enzyme_const, n);
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.25, 2.0}, g[4] = {0};
    double dx[4] = {0.3, -0.2, 0.7, 0.1}, dg[4] = {0}, hi[4], lo[4];
    __enzyme_fwddiff_v((void *)gradient, enzyme_dup, x, dx, enzyme_const, 4, enzyme_dup, g, dg,
                       enzyme_const, 4);
    const double h = 1e-5;
    double up[4], down[4];
    for (int i = 0; i < 4; i++)
        up[i] = x[i] + h * dx[i], down[i] = x[i] - h * dx[i];
    gradient(up, 4, hi, 4);
    gradient(down, 4, lo, 4);
    for (int i = 0; i < 4; i++)
        CHECK_TOL(dg[i], (hi[i] - lo[i]) / (2 * h), 1e-7);
    ORACLE_GRADIENT(total, x, 4);
    return oracle_result();
}
