// string_view tokens select operations.
#include "oracle.h"
#include <string_view>

namespace
{
double f(const double *x, int n)
{
    std::string_view program = "add mul sub mul";
    double s = x[0];
    for (int i = 1; i < n && !program.empty(); i++) {
        auto space = program.find(' ');
        std::string_view word = program.substr(0, space);
        program.remove_prefix(space == program.npos ? program.size() : space + 1);
        s = word == "add" ? s + x[i] : word == "mul" ? s * x[i] : s - x[i];
    }
    return s;
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, 0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
