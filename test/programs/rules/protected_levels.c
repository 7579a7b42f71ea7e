/* Functions that the optimiser would like to get rid of: always inlined, called once, constant,
 * unused results, equal calls. */
#include "oracle.h"

static int reversed;
__attribute__((always_inline)) static inline double inlined(double x)
{
    return 2 * x;
}
static double once(double x)
{
    return 3 * x;
}
__attribute__((const)) static double pure(double x)
{
    return 4 * x;
}
static double plus(double x, double zero)
{
    return x + zero;
} /* always called with 0 */

static double inlined_reverse(double x, double seed)
{
    return reversed++, 20 * seed;
}
static double once_reverse(double x, double seed)
{
    return reversed++, 30 * seed;
}
static double pure_reverse(double x, double seed)
{
    return reversed++, 40 * seed;
}
struct pair {
    double x, zero;
};
static struct pair plus_reverse(double x, double zero, double seed)
{
    return reversed++, (struct pair){10 * seed, 0};
}
#define REGISTER(f, r)                                                                             \
    __attribute__((used)) static void *const __enzyme_register_gradient_##f[] = {                  \
        (void *)f, (void *)f, (void *)r}
REGISTER(inlined, inlined_reverse);
REGISTER(once, once_reverse);
REGISTER(pure, pure_reverse);
REGISTER(plus, plus_reverse);

static double f(double x)
{
    return inlined(x) + once(x) + pure(x) + plus(x, 0);
}
static double g(double x)
{
    pure(x); /* nobody asks */
    return pure(x) + pure(x);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 100);
    CHECK_THAT(reversed == 4);
    CHECK(f(1), 10);
    CHECK(__enzyme_autodiff((void *)g, 2.0), 80);
    return oracle_result();
}
