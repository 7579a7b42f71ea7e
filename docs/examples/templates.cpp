#include <array>
#include <cstdio>

extern int enzyme_dup, enzyme_const;
template <typename Return, typename... T> Return __enzyme_autodiff(T...);

template <std::size_t n> static double norm2(const std::array<double, n> &x)
{
    double sum = 0;
    for (double v : x)
        sum += v * v;
    return sum;
}

struct shape {
    virtual ~shape() = default;
    virtual double area(double size) const = 0;
};
struct square : shape {
    double area(double size) const override
    {
        return size * size;
    }
};
struct circle : shape {
    double area(double size) const override
    {
        return 3 * size * size;
    }
};
static double area_of(const shape *s, double size)
{
    return s->area(size);
}

int main()
{
    std::array<double, 3> x{1, 2, 3}, dx{};
    __enzyme_autodiff<void>((void *)norm2<3>, enzyme_dup, &x, &dx);
    std::printf("%g %g %g\n", dx[0], dx[1], dx[2]);

    const square q;
    const circle c;
    for (const shape *s : {static_cast<const shape *>(&q), static_cast<const shape *>(&c)})
        std::printf("%g\n", __enzyme_autodiff<double>((void *)area_of, enzyme_const, s, 4.0));
}
