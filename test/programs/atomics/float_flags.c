/* Atomic floats beside flags and a spin lock. */
#include <stdatomic.h>
#include "oracle.h"

static atomic_flag lock = ATOMIC_FLAG_INIT;

static float f(float x)
{
    _Atomic float s = 1;
    float plain = 0;
    for (int i = 1; i <= 3; i++) {
        while (atomic_flag_test_and_set(&lock))
            ;
        plain += x * (float)i;
        atomic_flag_clear(&lock);
        s += x * x;
        atomic_thread_fence(memory_order_seq_cst);
    }
    return s * plain;
}

int main(void)
{
    float x = 0.75f; /* (1 + 3 x^2) 6x */
    ORACLE_FLOAT_IS(f, x, 6 + 54 * x * x);
    return oracle_result();
}
