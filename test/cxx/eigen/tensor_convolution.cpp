// The tensor module: a convolution, a shuffle and a maximum.
#include "oracle.h"
#include <unsupported/Eigen/CXX11/Tensor>

static double f(const double *x, int n)
{
    Eigen::Tensor<double, 2> image(4, 3), kernel(2, 2);
    for (int i = 0; i < 12; i++)
        image.data()[i] = x[i];
    for (int i = 0; i < 4; i++)
        kernel.data()[i] = x[12 + i];
    Eigen::array<int, 2> dims = {0, 1};
    Eigen::Tensor<double, 2> out = image.convolve(kernel, dims);
    Eigen::array<int, 2> order = {1, 0};
    Eigen::Tensor<double, 2> turned = out.shuffle(order);
    Eigen::array<int, 1> along = {0};
    Eigen::Tensor<double, 1> top = turned.maximum(along);
    Eigen::Tensor<double, 0> sum = (top * top).sum(), all = out.square().sum();
    return sum(0) + all(0) * x[n - 1];
}

int main()
{
    const double x[16] = {1.2, 0.3, -0.4, 0.5, 1.9,  0.2,  -0.3, 0.1,
                          0.8, 0.7, 0.6,  0.5, 0.25, -0.7, 1.1,  0.9};
    ORACLE_GRADIENT(f, x, 16);
    return oracle_result();
}
