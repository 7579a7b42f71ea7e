// operator<< of a user's class, which is called from differentiated code.
#include "oracle.h"
#include <ostream>
#include <sstream>
#include <vector>

namespace
{
struct Table {
    std::vector<double> v;
};

std::ostream &operator<<(std::ostream &out, const Table &t)
{
    out << '[';
    for (double e : t.v)
        out << e << ',';
    return out << ']';
}

double f(const double *x, int n)
{
    Table t;
    std::ostringstream log;
    for (int i = 0; i < n; i++) {
        t.v.push_back(x[i] * x[0]);
        log << t << '\n';
    }
    return t.v.back() * t.v.front() + static_cast<double>(log.str().size() > 5);
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
