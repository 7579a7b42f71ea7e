#include <cstdio>
#include <numeric>
#include <vector>

template <typename... T> double __enzyme_autodiff(void *, T...);

/* The block that x had goes when x grows. */
static double f(std::vector<double> &x)
{
    x.push_back(x[0] * x[1]);
    return std::accumulate(x.begin(), x.end(), 0.0);
}

int main()
{
    std::vector<double> x = {2, 3}, dx = {0, 0};
    __enzyme_autodiff((void *)f, &x, &dx);
    std::printf("%g\n", x.back());
}
