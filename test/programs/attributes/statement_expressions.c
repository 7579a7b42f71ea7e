/* GNU statement expressions, typeof, __auto_type, generic selection, nested macros. */
#include <math.h>
#include "oracle.h"

#define MAX(a, b)                                                                                  \
    ({                                                                                             \
        __auto_type a_ = (a);                                                                      \
        __auto_type b_ = (b);                                                                      \
        a_ > b_ ? a_ : b_;                                                                         \
    })
#define SQUARE(v)                                                                                  \
    ({                                                                                             \
        __typeof__(v) v_ = (v);                                                                    \
        v_ *v_;                                                                                    \
    })
#define SWAP(a, b)                                                                                 \
    do {                                                                                           \
        __typeof__(a) t_ = (a);                                                                    \
        (a) = (b);                                                                                 \
        (b) = t_;                                                                                  \
    } while (0)
#define ROOT(v) _Generic((v), float: sqrtf, long double: sqrtl, default: sqrt)(v)
#define SUM(i, n, term)                                                                            \
    ({                                                                                             \
        double s_ = 0;                                                                             \
        for (int i = 0; i < (n); i++)                                                              \
            s_ += (term);                                                                          \
        s_;                                                                                        \
    })

static double f(const double *x, int n)
{
    double a = x[0], b = MAX(x[1], SQUARE(x[0]));
    SWAP(a, b);
    double s = SUM(i, n, MAX(x[i], SUM(j, i, x[j] * x[i])));
    float g = (float)a;
    long double h = b;
    return s + ROOT(a + 10) + ROOT(g * 0 + 4.0f) * b + (double)ROOT(h + 3);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.6, 2.2, 0.7}), 4);
    return oracle_result();
}
