// ReverseWithPrimal of functions that return objects and are differentiated through memory.
#include "oracle.h"
#include <enzyme/enzyme>
#include <string>
#include <vector>

namespace
{
int living;

/* Points into itself, counts its instances. */
struct Report {
    double values[2];
    const double *last;
    explicit Report(double v) : values{v, 2 * v}, last(values + 1)
    {
        living++;
    }
    Report(const Report &o) : values{o.values[0], o.values[1]}, last(values + (o.last - o.values))
    {
        living++;
    }
    ~Report()
    {
        living--;
    }
};

Report report(const double *x, double by, double *y)
{
    *y = *x * *x * by;
    return Report(*y);
}
std::string name(double x, double *y)
{
    *y = x * x;
    return "a text that is too long for a small string";
}
struct Counts {
    int n;
    float f;
};
Counts counts(float x, float *y)
{
    *y = x * x;
    return {7, x};
}
} // namespace

int main()
{
    using namespace enzyme;
    double x = 3, dx = 0, y = 0, dy = 1;
    {
        auto [g, r] = autodiff<ReverseWithPrimal>(report, Duplicated<const double *>{&x, &dx},
                                                  Active{5.0}, Duplicated<double *>{&y, &dy});
        CHECK(dx, 30.0);
        CHECK(get<1>(g), 9.0);
        CHECK_THAT(r.last == r.values + 1 && living == 1);
        CHECK(*r.last, 90.0);
    }
    CHECK_THAT(living == 0);
    dy = 1;
    autodiff<Reverse>(report, Const<const double *>{&x}, Active{5.0},
                      Duplicated<double *>{&y, &dy});
    CHECK_THAT(living == 0);

    dy = 1;
    auto [g, text] = autodiff<ReverseWithPrimal>(name, Active{3.0}, Duplicated<double *>{&y, &dy});
    CHECK(get<0>(g), 6.0);
    CHECK_THAT(text == "a text that is too long for a small string");

    float z, dz = 1;
    auto [gc, c] = autodiff<ReverseWithPrimal>(counts, Active{3.0f}, Duplicated<float *>{&z, &dz});
    CHECK_FLOAT(get<0>(gc), 6.0);
    CHECK_THAT(c.n == 7);
    CHECK_FLOAT(c.f, 3.0);
    return oracle_result();
}
