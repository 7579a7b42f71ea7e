// A stack of numbers on a vector: push_back and pop_back in a loop that depends on data.
#include "oracle.h"
#include <vector>

namespace
{
double evaluate(const char *program, const double *x)
{
    std::vector<double> stack;
    for (const char *c = program; *c; c++) {
        if (*c >= 'a') {
            stack.push_back(x[*c - 'a']);
            continue;
        }
        double b = stack.back();
        stack.pop_back();
        double a = stack.back();
        stack.pop_back();
        stack.push_back(*c == '+' ? a + b : *c == '-' ? a - b : a * b);
    }
    return stack.back();
}

double f(const double *x, int n)
{
    return evaluate("ab*cd+*ad-*bb*+", x);
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 2};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
