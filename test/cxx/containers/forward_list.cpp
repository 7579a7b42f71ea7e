// A singly linked list: push_front, insert_after, erase_after, reverse.
#include "oracle.h"
#include <forward_list>

namespace
{
double f(const double *x, int n)
{
    std::forward_list<double> l;
    for (int i = 0; i < n; i++)
        l.push_front(x[i]);
    l.insert_after(l.begin(), x[0] * x[1]);
    l.erase_after(l.before_begin());
    l.reverse();
    l.remove_if([](double e) { return e > 0.9; });
    double s = 0;
    for (double &e : l) {
        e *= e;
        s = s * 0.5 + e;
    }
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 17);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
