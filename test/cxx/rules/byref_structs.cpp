// References to structs that C++ passes in registers: enzyme_byref in calls, byref_<n> in rules.
#include "oracle.h"
#include <cmath>
#include <complex>

extern int enzyme_byref, enzyme_out, enzyme_const, enzyme_dup;
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);

struct pair {
    double x, y;
    double product() const
    {
        return x * y;
    }
};
struct pairf {
    float x, y;
};
struct counted {
    double x;
    long n;
};

double scaled(pair p, double z)
{
    return p.product() * z;
}
double scaled_augmented(const pair &p, double z)
{
    return p.product() * z;
}
struct scaled_gradient {
    pair p;
    double z;
};
scaled_gradient scaled_reverse(const pair &p, double z, double seed)
{
    return {{10 * p.y * z * seed, 100 * p.x * z * seed}, 1000 * p.product() * seed};
}
void *__enzyme_register_gradient_scaled[] = {(void *)scaled, (void *)scaled_augmented,
                                             (void *)scaled_reverse, (void *)"byref_0"};

float narrow(pair a, pairf b, counted c)
{
    return (float)(a.product() * std::pow(c.x, (double)c.n)) * b.x * b.y;
}
float narrow_augmented(const pair &a, const pairf &b, counted &c)
{
    return narrow(a, b, c);
}
struct narrow_gradient {
    pair a;
    pairf b;
    counted c;
};
narrow_gradient narrow_reverse(const pair &a, const pairf &b, counted &c, float seed)
{
    double v = narrow(a, b, c) * (double)seed;
    return {{v / a.x, v / a.y}, {(float)v / b.x, (float)v / b.y}, {10 * v * (double)c.n / c.x, 0}};
}
void *__enzyme_register_gradient_narrow[] = {(void *)narrow,         (void *)narrow_augmented,
                                             (void *)narrow_reverse, (void *)"byref_0",
                                             (void *)"byref_1",      (void *)"byref_2"};

static double of_scaled(double x)
{
    return scaled({x, 3}, x * x);
}
static double of_narrow(double x)
{
    return narrow({x, 2}, {(float)x, 3}, {x, 2});
}
static double cubed(std::complex<double> z, double w)
{
    return std::real(z * z * z) * w;
}
static double plain(pair p, counted c)
{
    return p.product() * std::pow(c.x, (double)c.n);
}

int main()
{
    double x = 1.5;
    CHECK(__enzyme_autodiff<double>((void *)of_scaled, x), 10 * 3 * x * x + 1000 * 3 * x * 2 * x);
    double v = 2 * x * x * 3 * x * x;
    CHECK_FLOAT(__enzyme_autodiff<double>((void *)of_narrow, x), v / x + v / x + 10 * v * 2 / x);
    std::complex<double> z{2, 1}, dz{1, 0};
    pair g = __enzyme_autodiff<pair>((void *)cubed, enzyme_byref, (long)sizeof z, enzyme_out, &z,
                                     enzyme_const, 2.0);
    CHECK(g.x, 2 * 3 * (4 - 1));
    CHECK(g.y, 2 * -6 * 2 * 1);
    CHECK(__enzyme_fwddiff<double>((void *)cubed, enzyme_byref, (long)sizeof z, enzyme_dup, &z, &dz,
                                   enzyme_const, 2.0),
          18);
    pair p{2, 3};
    counted c{2, 3};
    pair h = __enzyme_autodiff<pair>((void *)plain, enzyme_byref, (long)sizeof p, &p, enzyme_byref,
                                     (long)sizeof c, enzyme_const, &c);
    CHECK(h.x, 24);
    CHECK(h.y, 16);
    return oracle_result();
}
