#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>

static double f(double x, double y)
{
    return x * x * std::sin(y);
}

int main()
{
    auto first = enzyme::augmented(f, enzyme::Active{1.5}, enzyme::Active{0.5});
    first.adjoint = 2;
    auto [dx, dy] = enzyme::reverse(f, first, enzyme::Active{1.5}, enzyme::Active{0.5});
    std::printf("%.4f: %.4f %.4f\n", first.result, dx, dy);

    auto lanes = enzyme::batch<3>(f, enzyme::Vector{1.0, 2.0, 3.0}, enzyme::Scalar{0.5});
    std::printf("%.4f %.4f %.4f\n", lanes[0], lanes[1], lanes[2]);

    std::printf("%.9f\n", enzyme::truncate_op<64, 32>(f)(1.5, 0.5));
    std::printf("%.0e\n",
                enzyme::error_estimate(f, enzyme::Duplicated{1.5, 1e-3}, enzyme::Const{0.5}));
}
