#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>

/* The derivative of anything that can be called with a number. */
template <typename F> static double slope(F &&f, double x)
{
    return enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(f, enzyme::Duplicated{x, 1.0}));
}

struct Wave {
    double frequency;
    double operator()(double t) const
    {
        return std::sin(frequency * t);
    }
};

struct Spring {
    double k, length;
    double energy(double x) const
    {
        return k * (x - length) * (x - length) / 2;
    }
};

static double cube(double x)
{
    return x * x * x;
}

int main()
{
    const Spring s{10, 1};
    double a = 3;
    std::printf("%g\n", slope(cube, 2));
    std::printf("%g\n", slope(Wave{2}, 0));
    std::printf("%g\n", slope([a](double x) { return a * x * x; }, 2));
    std::printf("%g\n", slope([&s](double x) { return s.energy(x); }, 3));
    std::printf("%g\n", slope(static_cast<double (*)(double)>(std::exp), 0));

    /* The derivative is a function like any other. */
    std::printf("%g\n", slope([](double x) { return slope(cube, x); }, 2));
}
