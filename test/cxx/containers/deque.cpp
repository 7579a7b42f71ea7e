// A deque grown at both ends and taken from both ends.
#include "oracle.h"
#include <deque>

namespace
{
double f(const double *x, int n)
{
    std::deque<double> d;
    for (int i = 0; i < 3 * n; i++) {
        d.push_back(x[i % n] * (i + 1));
        d.push_front(x[(i + 1) % n] * d.back());
    }
    double s = 0;
    while (d.size() > 1) {
        s += d.front() * d.back();
        d.pop_front();
        if (d.size() % 3 == 0)
            d.pop_back();
    }
    return s;
}
} // namespace

int main()
{
    double x[40];
    oracle_random(x, 40, 14);
    ORACLE_GRADIENT(f, x, 40);
    return oracle_result();
}
