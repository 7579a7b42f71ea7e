/* An allocator over a static array of bytes, reset at the start of every evaluation. */
#include <stddef.h>
#include <stdint.h>
#include "oracle.h"

static _Alignas(16) unsigned char heap[4096];
static size_t top;

static void *my_malloc(size_t bytes)
{
    size_t at = top;
    top += (bytes + 15) & ~(size_t)15;
    return top <= sizeof heap ? heap + at : NULL;
}

struct item {
    int count;
    double *values;
    struct item *next;
};

static double f(const double *x, int n)
{
    struct item *list = NULL;
    double s = 0;
    top = 0;
    for (int k = 1; k <= n; k++) {
        struct item *it = my_malloc(sizeof *it);
        it->count = k;
        it->values = my_malloc((size_t)k * sizeof *it->values);
        for (int i = 0; i < k; i++)
            it->values[i] = x[i] * x[k - 1];
        it->next = list;
        list = it;
    }
    for (struct item *it = list; it; it = it->next)
        for (int i = 0; i < it->count; i++)
            s += it->values[i] * it->values[0];
    return s;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 0.7, 1.1};

    ORACLE_GRADIENT(f, x, 5);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
