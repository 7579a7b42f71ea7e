// An ostringstream made, written and read inside; its length decides nothing that is active.
#include "oracle.h"
#include <sstream>
#include <string>

namespace
{
double f(const double *x, int n)
{
    std::ostringstream out;
    double s = 0;
    for (int i = 0; i < n; i++) {
        out << i << ';' << x[i] << ' ';
        s += x[i] * x[i] * (i + 1);
    }
    std::string text = out.str();
    return text.size() > 3 ? s : 0;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
