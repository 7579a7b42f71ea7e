/* More than a hundred functions of one type in a table. */
#include <math.h>

#include "oracle.h"

#define EACH_OF_TEN(X, t)                                                                          \
    X(t##0) X(t##1) X(t##2) X(t##3) X(t##4) X(t##5) X(t##6) X(t##7) X(t##8) X(t##9)
#define EACH(X)                                                                                    \
    EACH_OF_TEN(X, 10)                                                                             \
    EACH_OF_TEN(X, 11)                                                                             \
    EACH_OF_TEN(X, 12)                                                                             \
    EACH_OF_TEN(X, 13)                                                                             \
    EACH_OF_TEN(X, 14)                                                                             \
    EACH_OF_TEN(X, 15)                                                                             \
    EACH_OF_TEN(X, 16)                                                                             \
    EACH_OF_TEN(X, 17) EACH_OF_TEN(X, 18) EACH_OF_TEN(X, 19) EACH_OF_TEN(X, 20) EACH_OF_TEN(X, 21)

#define DEFINE(n)                                                                                  \
    static double term##n(double x)                                                                \
    {                                                                                              \
        return sin(0.01 * n * x) + n * x;                                                          \
    }
#define ROW(n) term##n,
EACH(DEFINE)
static double (*const terms[])(double) = {EACH(ROW)};

static int chosen = 7;

static double f(double x)
{
    return terms[chosen](x) * terms[chosen + 112](x);
}

int main(void)
{
    double x = 0.6, a = sin(1.07 * x) + 107 * x, b = sin(2.19 * x) + 219 * x;
    ORACLE_SCALAR_IS(f, x, (1.07 * cos(1.07 * x) + 107) * b + a * (2.19 * cos(2.19 * x) + 219));
    return oracle_result();
}
