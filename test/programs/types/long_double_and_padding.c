/* The last bytes of a long double move together with the bytes behind it, which are none of its
 * own. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct half {
    short parts[4];
};

/* Without derivatives. */
static int last_part(double x)
{
    struct half h;
    long double t = x;
    memcpy(&h, (const char *)&t + sizeof h, sizeof h);
    return h.parts[0];
}

/* Word by word, each through an element of an array. */
static double by_elements(const double *x, int n)
{
    long double t[2] = {x[0], x[0] * x[1]};
    uint64_t words[4];
    for (int i = 0; i < 4; i++) {
        uint64_t w;
        memcpy(&w, (const char *)t + 8 * i, sizeof w);
        uint64_t *a = malloc(3 * sizeof *a);
        for (int k = 0; k < 3; k++)
            a[k] = k == n ? w : (uint64_t)(7 * k);
        w = a[2];
        free(a);
        memcpy((char *)words + 8 * i, &w, sizeof w);
    }
    memcpy(t, words, sizeof t);
    return (double)(t[1] * t[0]);
}

/* A half of one goes through a variable that is declared in front of it. */
static double by_halves(const double *x, int n)
{
    struct half low, high;
    long double t = x[0] * x[1], u = 0;
    memcpy(&high, (const char *)&t + sizeof high, sizeof high);
    memcpy(&low, &t, sizeof low);
    memcpy(&u, &low, sizeof low);
    memcpy((char *)&u + sizeof high, &high, sizeof high);
    return (double)(u * n);
}

int main(void)
{
    const double x[2] = {0.3, 0.7};
    CHECK(last_part(0.5), 0x3ffe);
    CHECK(by_elements(x, 2), 0.3 * 0.3 * 0.7);
    CHECK(by_halves(x, 2), 2 * 0.3 * 0.7);
    ORACLE_GRADIENT(by_elements, x, 2);
    ORACLE_GRADIENT(by_halves, x, 2);
    return oracle_result();
}
