// An attribute in a header gives an inline function its rule in all units.
#include "oracle.h"
#include "root.h"

static double f(double x)
{
    return root(x) + part(x);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 4.0), 100 / 4.0 + 2 * 100 / 8.0);
    CHECK(__enzyme_fwddiff((void *)f, 4.0, 1.0),
          0.25 + 1 / std::sqrt(8.0)); // no rule for forward mode
    return oracle_result();
}
