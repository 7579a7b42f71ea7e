/* Functions of numbers that flang calls in its library. */
#include "../bundle.h"

#include <math.h>
#include <stdint.h>

#define POWERS(kind, type, power)                                                                  \
    type enz_body__FortranAFPow##kind##i(type x, int n);                                           \
    BUNDLE_BODY type enz_body__FortranAFPow##kind##i(type x, int n)                                \
    {                                                                                              \
        return power(x, n);                                                                        \
    }

POWERS(4, float, __builtin_powif)
POWERS(8, double, __builtin_powi)

#define COMPLEX_POWERS(name, type, integer)                                                        \
    type _Complex enz_body__FortranA##name(type _Complex x, integer n);                            \
    BUNDLE_BODY type _Complex enz_body__FortranA##name(type _Complex x, integer n)                 \
    {                                                                                              \
        type _Complex power = 1;                                                                   \
        for (integer k = n < 0 ? -n : n; k > 0; k /= 2) {                                          \
            if (k % 2)                                                                             \
                power *= x;                                                                        \
            x *= x;                                                                                \
        }                                                                                          \
        return n < 0 ? 1 / power : power;                                                          \
    }

COMPLEX_POWERS(cpowi, float, int)
COMPLEX_POWERS(cpowk, float, int64_t)
COMPLEX_POWERS(zpowi, double, int)
COMPLEX_POWERS(zpowk, double, int64_t)

#define REMAINDERS(kind, type, remainder)                                                          \
    type enz_body__FortranAModReal##kind(type x, type y, const char *file, int line);              \
    type enz_body__FortranAModuloReal##kind(type x, type y, const char *file, int line);           \
    BUNDLE_BODY type enz_body__FortranAModReal##kind(type x, type y, const char *file, int line)   \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        return remainder(x, y);                                                                    \
    }                                                                                              \
    /* Has the sign of y. */                                                                       \
    BUNDLE_BODY type enz_body__FortranAModuloReal##kind(type x, type y, const char *file,          \
                                                        int line)                                  \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        type r = remainder(x, y);                                                                  \
        return r != 0 && (r < 0) != (y < 0) ? r + y : r;                                           \
    }

REMAINDERS(4, float, fmodf)
REMAINDERS(8, double, fmod)
