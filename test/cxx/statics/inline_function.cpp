// Static locals with run-time initialisation in inline functions and templates: guards, made inside
// and outside.
#include "oracle.h"
#include <cmath>

namespace
{
int built;
struct Table {
    double v[4];
    Table()
    {
        built++;
        for (int i = 0; i < 4; i++)
            v[i] = std::sqrt(i + 1.0);
    }
};
} // namespace
inline double look_up(int i)
{
    static const Table table;
    return table.v[i];
}
template <int n> double &counter()
{
    static double calls = look_up(n);
    return calls;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += look_up(i) * x[i] * x[0];
    return s * counter<1>();
}

int main()
{
    double x[3] = {1.5, 2.5, 3};
    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(built == 1);
    return oracle_result();
}
