/* A textbook quicksort over void pointers that exchanges byte by byte; records of a key and
 * numbers. */
#include <stddef.h>
#include "oracle.h"

struct record {
    int key;
    double value;
    char tag;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}

static void exchange(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static void quicksort(char *base, size_t count, size_t size,
                      int (*compare)(const void *, const void *))
{
    if (count < 2)
        return;
    size_t last = 0;
    exchange(base, base + count / 2 * size, size);
    for (size_t i = 1; i < count; i++)
        if (compare(base + i * size, base) < 0)
            exchange(base + ++last * size, base + i * size, size);
    exchange(base, base + last * size, size);
    quicksort(base, last, size, compare);
    quicksort(base + (last + 1) * size, count - last - 1, size, compare);
}

static double f(const double *x, int n)
{
    static const int keys[] = {4, 1, 5, 3, 2};
    struct record r[5];
    double sum = 0;
    for (int i = 0; i < n; i++)
        r[i] = (struct record){keys[i], x[i] * x[i], 'r'};
    quicksort((char *)r, (size_t)n, sizeof *r, by_key);
    for (int i = 0; i < n; i++)
        sum += r[i].value * x[i] * r[i].key;
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1, -1.3}), 5);
    return oracle_result();
}
