// std::async, of a function that throws in one thread and not in the other.
#include "threads.h"
#include <future>

namespace
{
enum { N = 12 };

double thrown(const double *x, int n)
{
    auto sign = [x, n](bool throws) {
        if (throws)
            throw x[0] * x[1];
        return x[n - 1] * x[n - 1];
    };
    std::future<double> kept = std::async(std::launch::async, sign, false),
                        broken = std::async(std::launch::async, sign, true);
    double s = kept.get() * x[2];
    try {
        s += broken.get();
    } catch (double v) {
        s += x[3] * v;
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(thrown, x, N);
    return oracle_result();
}
