// A stack of small matrices in a vector: its last element, through back(), has an array between
// integers and a number. The same call is made for the size and for the element; LLVM makes one of
// both. Blocks that the vector has been moved to are reached by distances in bytes.
#include "oracle.h"
#include <cmath>
#include <vector>

namespace
{

struct Matrix {
    int rows, columns;
    double element[16];
    long label;
    double scale;
};

double product(const double *x, int n)
{
    double sum = 0;
    std::vector<Matrix> stack;
    for (int i = 0; i < n; i++) {
        Matrix m = {4, 4, {}, i, 1.0 / (i + 1)};
        for (int k = 0; k < m.rows * m.columns; k++)
            m.element[k] = i ? std::sin(stack.back().element[k] + x[i]) : x[k % n] * k;
        stack.push_back(m);
    }
    for (int k = 0; k < stack.back().rows; k++)
        sum += stack.back().element[k] * stack.back().scale;
    while (!stack.empty()) {
        sum += stack.back().element[stack.size()];
        stack.pop_back();
    }
    return sum;
}

} // namespace

int main()
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(product, x, 7);
    return oracle_result();
}
