/* Complex functions in multi-precision arithmetic. */
#ifndef ENZCC_TEST_ORACLE_COMPLEX_H
#define ENZCC_TEST_ORACLE_COMPLEX_H
#include <mpfr.h>

/* r = part c (0 real, 1 imaginary) of the function at x[0] + i x[1], for cpow to the power x[2] + i
 * x[3]. */
#define ORACLE_COMPLEX(F)                                                                          \
    F(cacos)                                                                                       \
    F(cacosh)                                                                                      \
    F(casin)                                                                                       \
    F(casinh)                                                                                      \
    F(catan)                                                                                       \
    F(catanh)                                                                                      \
    F(ccos)                                                                                        \
    F(ccosh)                                                                                       \
    F(cexp)                                                                                        \
    F(clog)                                                                                        \
    F(clog10)                                                                                      \
    F(cpow)                                                                                        \
    F(cproj)                                                                                       \
    F(csin)                                                                                        \
    F(csinh)                                                                                       \
    F(csqrt)                                                                                       \
    F(ctan)                                                                                        \
    F(ctanh)
#define DECLARE(id) void oracle_##id(mpfr_t r, mpfr_t *x, int c);
ORACLE_COMPLEX(DECLARE)
#undef DECLARE
#endif
