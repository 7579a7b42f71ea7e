/* The sum of all elements of a vector is rounded more than once. */
#include <immintrin.h>

double __enzyme_error_estimate(void *, ...);

__attribute__((target("avx512f"))) static double f(double x)
{
    __m512d v = _mm512_mul_pd(_mm512_set1_pd(x), _mm512_set_pd(1, 2, 3, 4, 5, 6, 7, 8));
    return _mm512_reduce_add_pd(v); /* enzcc-error: unsupported */
}

int main(void)
{
    return (int)__enzyme_error_estimate((void *)f, 2.0, 1.0);
}
