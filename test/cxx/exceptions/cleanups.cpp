// Destructors of objects that an exception passes run, inside and outside of the function with the
// handler.
#include "oracle.h"
#include <stdexcept>

static int alive;

struct Guard {
    double *slot;
    double old;
    explicit Guard(double *s, double v) : slot(s), old(*s)
    {
        *s = v;
        alive++;
    }
    ~Guard()
    {
        *slot = old;
        alive--;
    }
    Guard(const Guard &) = delete;
};

static double depth(double *state, double v, int n)
{
    Guard g(state, *state * v);
    if (n == 0) {
        if (*state > 1)
            throw std::runtime_error("large");
        return *state;
    }
    return depth(state, v, n - 1) + *state;
}

static double f(double x)
{
    double state = 0.7, sum = 0;
    try {
        sum = depth(&state, x, 3);
    } catch (const std::runtime_error &) {
        sum = x * x * state;
    }
    return sum + state * x;
}

int main()
{
    const double x = 0.8, y = 1.4;
    ORACLE_SCALAR_IS(f, x, 0.7 * (1 + 2 * x + 3 * x * x + 4 * x * x * x) + 0.7);
    ORACLE_SCALAR_IS(f, y, 1.4 * y + 0.7);
    CHECK_THAT(alive == 0);
    return oracle_result();
}
