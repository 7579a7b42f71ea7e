// Batches from C++: the template of the header, arrays as results, classes by reference, exceptions
// out of a lane.
#include <array>
#include <enzcc/enzcc.h>
#include <enzyme/enzyme>
#include <stdexcept>
#include <vector>
#include "oracle.h"

struct pair {
    double lane[2];
};

static double weigh(const std::vector<double> &w, double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += w[i] * x;
    return s;
}

static double checked(double x, int *runs)
{
    ++*runs;
    if (x < 0)
        throw std::domain_error("negative");
    return x / 2;
}

struct range {
    double low, high;
    std::vector<double> kept;
};
static range spread(double x)
{
    return {x - 1, x + 1, {x}};
}

static double objective(const double *x)
{
    std::vector<double> w(x, x + 3);
    auto r = __enzyme_batch<std::array<double, 4>>((void *)weigh, enzyme_width, 4, enzyme_scalar,
                                                   &w, enzyme_buffer, sizeof *x, x, enzyme_vector,
                                                   1, 2, 3, 2);
    return r[0] * r[1] + r[2] * r[3];
}

int main()
{
    std::vector<double> w = {1, 2, 3};
    auto r =
        __enzyme_batch<std::array<double, 3>>((void *)weigh, enzyme_width, 3, enzyme_scalar, &w,
                                              enzyme_vector, 1.0, 2.0, 3.0, enzyme_scalar, 3);
    CHECK(r[0], 6);
    CHECK(r[2], 18);

    int runs = 0;
    bool thrown = false;
    try {
        __enzyme_batch<pair>((void *)checked, enzyme_width, 2, -1.0, 3.0, enzyme_scalar, &runs);
    } catch (const std::domain_error &) {
        thrown = true;
    }
    CHECK_THAT(thrown);
    CHECK_THAT(runs == 1);
    pair p = __enzyme_batch<pair>((void *)checked, enzyme_width, 2, 1.0, 3.0, enzyme_scalar, &runs);
    CHECK(p.lane[1], 1.5);

    auto all = __enzyme_batch<std::array<range, 2>>((void *)spread, enzyme_width, 2, 1.0, 5.0);
    CHECK(all[0].high, 2);
    CHECK(all[1].kept.at(0), 5);

    double x[4] = {0.5, 2, -1, 3}, dx[4] = {0};
    __enzyme_autodiff<void>((void *)objective, x, dx);
    for (int i = 0; i < 4; i++) {
        double e[4] = {0};
        e[i] = 1;
        double tangent = __enzyme_fwddiff<double>((void *)objective, x, e), h = 1e-5;
        CHECK(dx[i], tangent);
        double up[4] = {x[0], x[1], x[2], x[3]}, down[4] = {x[0], x[1], x[2], x[3]};
        up[i] += h, down[i] -= h;
        CHECK_TOL(tangent, (objective(up) - objective(down)) / (2 * h), 1e-7);
    }
    return oracle_result();
}
