/* long double complex, passed in memory: arithmetic, parts and functions. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static long double product(long double x)
{
    long double complex z = x + 0.5L * I, w = z * z / (1.0L + z);
    return creall(w) + cimagl(w);
}
static long double modulus(long double x)
{
    return cabsl(conjl(x + 0.5L * I)) + cargl(x + 0.5L * I);
}
static long double functions(long double x)
{
    long double complex z = x + 0.5L * I;
    return creall(cexpl(z) * csqrtl(z)) + cimagl(clogl(z) + cpowl(z, 1.5L) + csinl(z) + ctanhl(z));
}

static long double of_product(long double complex z)
{
    long double complex w = (2 * z * (1 + z) - z * z) / ((1 + z) * (1 + z));
    return creall(w) + cimagl(w);
}
static long double of_functions(long double complex z)
{
    long double complex one = 1, first = cexpl(z) * (csqrtl(z) + 0.5L / csqrtl(z)), c = ccoshl(z);
    return creall(first) + cimagl(one / z + 1.5L * csqrtl(z) + ccosl(z) + one / (c * c));
}

int main(void)
{
    long double x = 0.75L;
    long double complex z = x + 0.5L * I;
    ORACLE_LONG_IS(product, x, of_product(z));
    ORACLE_LONG_IS(modulus, x, creall(z) / cabsl(z) - cimagl(z) / (cabsl(z) * cabsl(z)));
    ORACLE_LONG_IS(functions, x, of_functions(z));
    return oracle_result();
}
