/* An atomic float complex: two numbers in one word. */
#include <complex.h>
#include <stdatomic.h>
#include "oracle.h"

static float f(float x)
{
    _Atomic(float complex) z = x + 2 * I;
    float complex w = atomic_load(&z);
    atomic_store(&z, w * w);
    w = atomic_load(&z);
    return crealf(w) + cimagf(w);
}

int main(void)
{
    ORACLE_FLOAT_IS(f, 0.75f, 2 * 0.75f + 4);
    return oracle_result();
}
