#include <complex>
#include <cstdio>
#include <enzyme/enzyme>
#include <vector>

using complex = std::complex<double>;

static double modulus2(complex z)
{
    return std::norm(z);
}

static std::vector<double> powers(double x, int n)
{
    std::vector<double> r;
    double p = 1;
    for (int i = 0; i < n; i++, p *= x)
        r.push_back(p);
    return r;
}

struct Point {
    double x, y;
};
static Point turned(Point p, double by)
{
    return {p.x - by * p.y, p.y + by * p.x};
}

int main()
{
    using namespace enzyme;

    /* A small object of numbers is an argument like a number. */
    auto [g] = autodiff<Reverse>(modulus2, Active{complex(3, 4)});
    std::printf("%g %g\n", get<0>(g).real(), get<0>(g).imag());

    /* An object that is returned has a tangent of the same type. */
    auto [values, tangents] =
        autodiff<Forward, Duplicated<std::vector<double>>>(powers, Duplicated{2.0, 1.0}, Const{4});
    for (std::size_t i = 0; i < values.size(); i++)
        std::printf("%g:%g ", values[i], tangents[i]);

    /* Active<Point>: the gradient of the sum of its numbers. */
    auto [sum] = autodiff<Reverse, Active<Point>>(turned, Active<Point>{{3, 4}}, Active{0.5});
    std::printf("\n%g %g, %g\n", get<0>(sum).x, get<0>(sum).y, get<1>(sum));
}
