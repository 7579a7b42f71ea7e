// new, new[], nothrow, placement and aligned new of numbers and objects.
#include "oracle.h"
#include <new>

namespace
{
struct alignas(64) Wide {
    double v[4];
    explicit Wide(const double *x)
    {
        for (int i = 0; i < 4; i++)
            v[i] = x[i];
    }
};

double f(const double *x, int n)
{
    double *a = new double(x[0]);
    double *b = new (std::nothrow) double[n];
    for (int i = 0; i < n; i++)
        b[i] = x[i] * *a;
    Wide *w = new Wide(b);
    alignas(Wide) unsigned char room[sizeof(Wide)];
    Wide *v = new (room) Wide(x);
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += w->v[i] * v->v[3 - i];
    v->~Wide();
    delete w;
    delete[] b;
    delete a;
    return s;
}
} // namespace

int main()
{
    double x[4];
    oracle_random(x, 4, 5);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
