// thread_local scratch objects: plain, with a constructor, and one per class; also from other
// threads.
#include "oracle.h"
#include <thread>
#include <vector>

namespace
{
struct Scratch {
    double v[8];
    Scratch()
    {
        for (double &e : v)
            e = 1;
    }
};
thread_local double factor = 1;
thread_local Scratch scratch;
struct Holder {
    static thread_local double sum;
};
thread_local double Holder::sum = 0;

double f(const double *x, int n)
{
    factor = x[0];
    Holder::sum = 0;
    for (int i = 0; i < n; i++)
        scratch.v[i] = x[i] * factor;
    for (int i = 0; i < n; i++) {
        Holder::sum += scratch.v[i] * scratch.v[n - 1 - i];
        factor *= x[i];
    }
    return Holder::sum * factor;
}
} // namespace

int main()
{
    double x[4] = {1.5, 2.5, -3, 0.5}, one[4], dx[3][4] = {};
    ORACLE_GRADIENT(f, x, 4);
    GRADIENT(f, x, one, 4);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; t++)
        threads.emplace_back([&dx, &x, t] {
            (void)__enzyme_autodiff((void *)f, enzyme_dup, x, dx[t], enzyme_const, 4);
        });
    for (std::thread &t : threads)
        t.join();
    for (auto &d : dx)
        CHECK_ARRAY(d, one, 4);
    return oracle_result();
}
