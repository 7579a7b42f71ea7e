// Elementwise functions of packets of float: their range reductions are arithmetic on bits.
#include "oracle.h"
#include <Eigen/Dense>
#include <cmath>
static float f(const float *x, int n)
{
    Eigen::Map<const Eigen::ArrayXf> a(x, n);
    return (a.exp() + a.log() + a.sin() + a.cos() + a.tanh()).sum();
}
int main()
{
    float x[7], d[7] = {0};
    for (int i = 0; i < 7; i++)
        x[i] = 0.2f + 0.3f * i;
    __enzyme_autodiff_f((void *)f, enzyme_dup, x, d, enzyme_const, 7);
    for (int i = 0; i < 7; i++) {
        double v = x[i];
        CHECK_FLOAT(d[i], exp(v) + 1 / v + cos(v) - sin(v) + 1 - tanh(v) * tanh(v));
    }
    return oracle_result();
}
