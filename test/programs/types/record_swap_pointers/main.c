/* Records of numbers, pointers and names exchanged byte by byte, as a generic shuffle does. */
#include <stddef.h>
#include <string.h>
#include "oracle.h"

struct record {
    double weight;
    const double *at;
    char name[8];
    int id;
};

void swap(void *a, void *b, size_t size);

static void shuffle(void *base, size_t count, size_t size)
{
    char *p = base;
    unsigned state = 7;
    for (size_t i = count - 1; i > 0; i--) {
        state = state * 1103515245u + 12345u;
        swap(p + i * size, p + (state >> 16) % (i + 1) * size, size);
    }
}

static double f(const double *x, int n)
{
    struct record r[6];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        r[i] = (struct record){x[i] * x[i], &x[(i + 1) % n], "rec", i};
        r[i].name[0] = (char)('a' + i);
    }
    shuffle(r, (size_t)n, sizeof *r);
    for (int i = 0; i < n; i++)
        sum += r[i].weight * *r[i].at * (i + 1) * (r[i].name[0] - 'a' + 1 == r[i].id + 1);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1, -1.3}), 5);
    return oracle_result();
}
