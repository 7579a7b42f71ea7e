#include <cmath>
#include <cstdio>
#include <future>

extern int enzyme_dup;
template <class Return, class... Arguments> Return __enzyme_autodiff(void *, Arguments...);

static double product(const double *from, const double *to)
{
    double p = 1;
    for (; from != to; ++from)
        p *= *from;
    return p;
}

static double both(const double *x)
{
    std::future<double> left = std::async(std::launch::async, product, x, x + 2);
    double right = product(x + 2, x + 4);
    return left.get() + std::sqrt(right);
}

int main()
{
    double x[4] = {1, 2, 2, 8}, dx[4] = {0};
    __enzyme_autodiff<double>((void *)both, enzyme_dup, x, dx);
    std::printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}
