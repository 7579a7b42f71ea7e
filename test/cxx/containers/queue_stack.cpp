// Adaptors: queue, stack and priority_queue.
#include "oracle.h"
#include <queue>
#include <stack>

namespace
{
double f(const double *x, int n)
{
    std::queue<double> q;
    std::stack<double> s;
    std::priority_queue<double> p;
    for (int i = 0; i < n; i++) {
        q.push(x[i] * x[i]);
        s.push(x[i] * 2);
        p.push(x[i] * x[0]);
    }
    double r = 0;
    for (int i = 0; i < n; i++) {
        r += q.front() * s.top() * (i + 1) + p.top() * p.top() * (n - i);
        q.pop();
        s.pop();
        p.pop();
    }
    return r;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 18);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
