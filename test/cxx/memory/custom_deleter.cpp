// Custom deleters: a lambda that counts and a function that frees.
#include "oracle.h"
#include <cstdlib>
#include <memory>

namespace
{
struct Buffer {
    double *data;
    int n;
};

void destroy(Buffer *b)
{
    std::free(b->data);
    delete b;
}

double f(const double *x, int n)
{
    int freed = 0;
    double s = 0;
    {
        std::unique_ptr<Buffer, void (*)(Buffer *)> b(new Buffer{nullptr, n}, destroy);
        b->data = static_cast<double *>(std::malloc(n * sizeof(double)));
        for (int i = 0; i < n; i++)
            b->data[i] = x[i] * x[i];
        std::shared_ptr<double> p(new double(x[0]), [&freed](double *q) {
            freed++;
            delete q;
        });
        for (int i = 0; i < n; i++)
            s += b->data[i] * *p;
    }
    return s * freed;
}
} // namespace

int main()
{
    double x[4];
    oracle_random(x, 4, 2);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
