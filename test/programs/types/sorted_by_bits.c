/* Numbers that are sorted by their bits: positive ones have the order of these, as integers. The
 * integers are declared, compared and moved as such, from one element in front of where the numbers
 * are stored and loaded. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

enum { MOST = 12 };

struct key {
    uint64_t bits;
};
struct named {
    uint64_t bits;
    int name;
};

static double keys(const double *x, int n)
{
    struct key all[MOST];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double v = x[n - 1 - i];
        memcpy(&all[i].bits, &v, sizeof v);
    }
    for (int i = 1; i < n; i++) {
        struct key k = all[i];
        int j = i;
        while (j > 0 && all[j - 1].bits > k.bits) {
            all[j] = all[j - 1];
            j--;
        }
        all[j] = k;
    }
    for (int i = 0; i < n; i++) {
        double v;
        memcpy(&v, &all[i].bits, sizeof v);
        sum += v * (i + 1);
    }
    return sum;
}

static double names(const double *x, int n)
{
    struct named all[MOST];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double v = x[(i * 5) % n] * x[0];
        memcpy(&all[i].bits, &v, sizeof v);
        all[i].name = i;
    }
    for (int i = 1; i < n; i++) {
        struct named k = all[i];
        int j = i;
        while (j > 0 && all[j - 1].bits > k.bits) {
            all[j] = all[j - 1];
            j--;
        }
        all[j] = k;
    }
    for (int i = 0; i < n; i++) {
        double v;
        memcpy(&v, &all[i].bits, sizeof v);
        sum += v * v * i + all[i].name * v;
    }
    return sum;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3}, two[2] = {0.4, 0.9};

    ORACLE_GRADIENT(keys, two, 2);
    ORACLE_GRADIENT(keys, x, 7);
    ORACLE_GRADIENT(names, x, 7);
    return oracle_result();
}
