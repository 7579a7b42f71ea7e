/* Exchange of elements as 64-bit and 32-bit words, chosen by size, as the Linux kernel's sort does.
 */
#include <stddef.h>
#include <stdint.h>
#include "oracle.h"

typedef uint64_t __attribute__((may_alias)) word64;
typedef uint32_t __attribute__((may_alias)) word32;

static void swap_words(void *a, void *b, size_t n)
{
    if (n % 8 == 0) {
        do {
            n -= 8;
            uint64_t t = *(word64 *)((char *)a + n);
            *(word64 *)((char *)a + n) = *(word64 *)((char *)b + n);
            *(word64 *)((char *)b + n) = t;
        } while (n);
    } else if (n % 4 == 0) {
        do {
            n -= 4;
            uint32_t t = *(word32 *)((char *)a + n);
            *(word32 *)((char *)a + n) = *(word32 *)((char *)b + n);
            *(word32 *)((char *)b + n) = t;
        } while (n);
    } else {
        do {
            char t = ((char *)a)[--n];
            ((char *)a)[n] = ((char *)b)[n];
            ((char *)b)[n] = t;
        } while (n);
    }
}

static void reverse(char *base, size_t count, size_t size)
{
    for (size_t i = 0; i < count / 2; i++)
        swap_words(base + i * size, base + (count - 1 - i) * size, size);
}

static double f(const double *x, int n)
{
    double y[8], sum = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * x[0];
    reverse((char *)y, (size_t)n, sizeof *y);
    for (int i = 0; i < n; i++)
        sum += y[i] * (i + 1);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, 0.4}), 5);
    return oracle_result();
}
