#include <cstdio>
#include <enzyme/enzyme>
#include <vector>

static double loss(double scale, const std::vector<double> &w, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += scale * w[i] * w[i];
    return sum;
}

int main()
{
    using namespace enzyme;
    const std::vector<double> w{1, 2, 3};
    std::vector<double> dw(3);

    /* Gradients stand where the arguments do; that of w was added to dw. */
    auto [gradient] = autodiff<Reverse>(
        loss, Active<double>{10.0}, Duplicated<const std::vector<double> &>{w, dw}, Const<int>{3});
    std::printf("%g, %g %g %g\n", get<0>(gradient), dw[0], dw[1], dw[2]);

    auto [g, value] = autodiff<ReverseWithPrimal>(loss, Active{10.0},
                                                  Const<const std::vector<double> &>{w}, Const{3});
    std::printf("%g %g\n", get<0>(g), value);

    auto [tangent] = autodiff<Forward>(loss, Duplicated{10.0, 1.0},
                                       Const<const std::vector<double> &>{w}, Const{3});
    auto [v, t] = autodiff<Forward, Duplicated<double>>(
        loss, Duplicated{10.0, 1.0}, Const<const std::vector<double> &>{w}, Const{3});
    std::printf("%g, %g %g\n", tangent, v, t);
}
