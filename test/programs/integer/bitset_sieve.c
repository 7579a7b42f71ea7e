/* Integer preparation (sieve, bit sets, binary search) in front of a small active part. */
#include <stdint.h>
#include <stdlib.h>
#include "oracle.h"

static int sieve(int *primes, int limit)
{
    uint64_t *composite = calloc((size_t)limit / 64 + 1, sizeof *composite);
    int count = 0;
    for (int i = 2; i < limit; i++) {
        if (composite[i / 64] >> (i % 64) & 1)
            continue;
        primes[count++] = i;
        for (int k = 2 * i; k < limit; k += i)
            composite[k / 64] |= (uint64_t)1 << (k % 64);
    }
    free(composite);
    return count;
}

static int lower_bound(const int *a, int n, int v)
{
    int low = 0, high = n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (a[mid] < v)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static double f(const double *x, int n)
{
    int primes[64], count = sieve(primes, 200);
    double s = 0;
    for (int i = 0; i < count; i++) {
        int k = lower_bound(primes, count, i * 3);
        s += x[k % n] * x[i % n] / primes[i];
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.5, 0.25, 0.75, 1.1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
