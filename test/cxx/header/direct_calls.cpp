// The templates and markers that the header declares, used directly: widths, tangents as structs,
// references as pointers.
#include <enzyme/enzyme>
#include "oracle.h"
#include <enzcc/enzcc.h>
#include <vector>

namespace
{
double f(double x, const std::vector<double> &w)
{
    return x * x * w[0] * w[1];
}
} // namespace

struct Lanes {
    double a, b;
};

int main()
{
    const std::vector<double> w{2, 3};
    std::vector<double> dw(2), e0{1, 0}, e1{0, 1};
    CHECK(__enzyme_autodiff<double>(reinterpret_cast<void *>(f), enzyme_out, 5.0, enzyme_dup, &w,
                                    &dw),
          60.0);
    CHECK(dw[0] + 1000 * dw[1], 50075.0);
    auto both = __enzyme_autodiff<enzyme::tuple<double, double>>(
        reinterpret_cast<void *>(f), enzyme_primal_return, &enzyme_out, 5.0, &enzyme_const, &w);
    CHECK(enzyme::get<0>(both) + 1000 * enzyme::get<1>(both), 60150.0);
    auto lanes = __enzyme_fwddiff<Lanes>(reinterpret_cast<void *>(f), enzyme_width, 2, enzyme_const,
                                         5.0, enzyme_dup, &w, &e0, &e1);
    CHECK(lanes.a + 1000 * lanes.b, 50075.0);
    CHECK(__enzyme_fwddiff<double>(reinterpret_cast<void *>(f), enzyme_dup, 5.0, enzyme_const, &w,
                                   enzyme_interleave, 1.0),
          60.0);
    return oracle_result();
}
