// An object made outside is handed over with a shadow object of the same class, whose members
// receive the gradient.
#include "oracle.h"

namespace
{
struct Model {
    virtual ~Model() = default;
    virtual double predict(double t) const = 0;
};
struct Line : Model {
    double a, b;
    Line(double a, double b) : a(a), b(b)
    {
    }
    double predict(double t) const override
    {
        return a + b * t;
    }
};
struct Parabola : Line {
    double c;
    Parabola(double a, double b, double c) : Line(a, b), c(c)
    {
    }
    double predict(double t) const override
    {
        return Line::predict(t) + c * t * t;
    }
};

double loss(const Model *m, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double e = m->predict(i) - y[i];
        sum += e * e;
    }
    return sum;
}
} // namespace

int main()
{
    double y[3] = {1, 2.5, 3};
    Parabola p(0.5, 1.5, 0.25), dp(0, 0, 0);
    __enzyme_autodiff_v((void *)loss, enzyme_dup, &p, &dp, enzyme_const, y, enzyme_const, 3);
    double want[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        double e = 2 * (p.predict(i) - y[i]);
        want[0] += e, want[1] += e * i, want[2] += e * i * i;
    }
    CHECK(dp.a, want[0]);
    CHECK(dp.b, want[1]);
    CHECK(dp.c, want[2]);
    CHECK(dp.predict(1), want[0] + want[1] + want[2]); // the shadow is an object as before

    Line l(0.5, 1.5), dl(1, -2);
    double s =
        __enzyme_fwddiff((void *)loss, enzyme_dup, &l, &dl, enzyme_const, y, enzyme_const, 3);
    CHECK(s, 2 * (-0.5) + 2 * (2 - 2.5) * -1 + 2 * (3.5 - 3) * -3);
    return oracle_result();
}
