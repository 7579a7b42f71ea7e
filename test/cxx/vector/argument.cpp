// The derivative by a vector whose shadow is a vector of the same size.
#include "oracle.h"
#include <vector>

namespace
{
double f(const std::vector<double> &v)
{
    double s = 0;
    for (std::size_t i = 0; i + 1 < v.size(); i++)
        s += v[i] * v[i + 1] * v[i];
    return s;
}
} // namespace

int main()
{
    std::vector<double> v{0.5, -1.25, 2, 0.75}, dv(4);
    __enzyme_autodiff_v((void *)f, enzyme_dup, &v, &dv);
    CHECK(dv[0], 2 * v[0] * v[1]);
    CHECK(dv[1], v[0] * v[0] + 2 * v[1] * v[2]);
    CHECK(dv[2], v[1] * v[1] + 2 * v[2] * v[3]);
    CHECK(dv[3], v[2] * v[2]);
    std::vector<double> t{1, 2, 3, 4};
    double forward = __enzyme_fwddiff((void *)f, enzyme_dup, &v, &t);
    CHECK(forward, dv[0] + 2 * dv[1] + 3 * dv[2] + 4 * dv[3]);
    return oracle_result();
}
