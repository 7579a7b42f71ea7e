// The same of vectors, whose memory comes from operator new, in a solver for any state.
#include <sys/resource.h>
#include <vector>
#include "oracle.h"

namespace
{

using state = std::vector<double>;

state operator+(const state &a, const state &b)
{
    state c(a.size());
    for (std::size_t i = 0; i < a.size(); i++)
        c[i] = a[i] + b[i];
    return c;
}

state operator*(double a, const state &b)
{
    state c(b.size());
    for (std::size_t i = 0; i < b.size(); i++)
        c[i] = a * b[i];
    return c;
}

state slope(const state &u)
{
    state du(u.size());
    for (std::size_t i = 0; i < u.size(); i++)
        du[i] = u[i] * (1 - u[(i + 1) % u.size()]);
    return du;
}

double solve(const double *x, int n)
{
    state u(x, x + n);
    for (int step = 0; step < 10; step++) {
        const state first = slope(u), second = slope(u + 0.05 * first);
        u = u + 0.1 * second;
    }
    double sum = 0;
    for (double v : u)
        sum += v * v;
    return sum;
}

const int size = 10000;

struct direction {
    const state *x, *along;
};

double eval(void *context, double t)
{
    const direction *d = static_cast<const direction *>(context);
    return solve((*d->x + t * *d->along).data(), size);
}

long page_faults()
{
    rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_minflt;
}

} // namespace

int main()
{
    state x(size), dx(size), along(size);
    oracle_random(x.data(), size, 1);
    oracle_random(along.data(), size, 2);
    direction d = {&x, &along};
    for (int call = 0; call < 4; call++) {
        dx.assign(size, 0);
        long before = page_faults();
        __enzyme_autodiff(reinterpret_cast<void *>(solve), x.data(), dx.data(), size);
        CHECK_THAT(call < 2 || page_faults() - before < 20);
        oracle_check_difference(ORACLE_SITE("solve"), eval, &d,
                                oracle_dot(dx.data(), along.data(), size), 1);
    }
    return oracle_result();
}
