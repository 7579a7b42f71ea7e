#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>

namespace entries = enzyme::entries;

static double f(double x, double y)
{
    return x * x * std::sin(y);
}

int main()
{
    auto first = entries::augmented(f, enzyme::Active{1.5}, enzyme::Active{0.5});
    first.adjoint = 2;
    auto [dx, dy] = entries::reverse(f, first, enzyme::Active{1.5}, enzyme::Active{0.5});
    std::printf("%.4f: %.4f %.4f\n", first.result, dx, dy);

    auto lanes = entries::batch<3>(f, entries::Vector{1.0, 2.0, 3.0}, entries::Scalar{0.5});
    std::printf("%.4f %.4f %.4f\n", lanes[0], lanes[1], lanes[2]);

    std::printf("%.9f\n", entries::truncate_op<64, 32>(f)(1.5, 0.5));
    std::printf("%.0e\n",
                entries::error_estimate(f, enzyme::Duplicated{1.5, 1e-3}, enzyme::Const{0.5}));
}
