/* qsort and qsort_r: the order is found first, on positions, then the elements move once.
 *
 * Comparisons carry no derivative, so that a derivative needs the order only. The merge sort is
 * stable, as glibc's. */
#include "bundle.h"

#include <stdlib.h>
#include <string.h>

typedef int compare_with(const void *, const void *, void *);
typedef int compare_plain(const void *, const void *);

void enz_body_qsort(void *base, size_t n, size_t size, compare_plain *compare);
void enz_body_qsort_r(void *base, size_t n, size_t size, compare_with *compare, void *context);

/* What a comparison needs; plain: `compare` takes no context. */
struct order {
    const char *base;
    size_t size;
    compare_with *compare;
    compare_plain *plain;
    void *context;
};

BUNDLE_INLINE int in_order(const struct order *o, size_t a, size_t b)
{
    const char *left = o->base + a * o->size, *right = o->base + b * o->size;
    return (o->plain ? o->plain(left, right) : o->compare(left, right, o->context)) <= 0;
}

/* Merges from[low..middle) and from[middle..high) into to. */
BUNDLE_INLINE void merge(const struct order *o, const size_t *from, size_t *to, size_t low,
                         size_t middle, size_t high)
{
    size_t a = low, b = middle;
    for (size_t k = low; k < high; k++) {
        int left = b >= high || (a < middle && in_order(o, from[a], from[b]));
        to[k] = left ? from[a++] : from[b++];
    }
}

/* Sorts the positions 0..n-1 with the help of n more; returns where they are. */
BUNDLE_INLINE size_t *sort_positions(const struct order *o, size_t *positions, size_t *spare,
                                     size_t n)
{
    for (size_t k = 0; k < n; k++)
        positions[k] = k;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n,
                   high = middle + width < n ? middle + width : n;
            merge(o, positions, spare, low, middle, high);
        }
        size_t *done = spare;
        spare = positions;
        positions = done;
    }
    return positions;
}

BUNDLE_INLINE void sort(void *base, size_t n, const struct order *o)
{
    if (n < 2)
        return;
    size_t *positions = malloc(2 * n * sizeof *positions);
    char *copy = malloc(n * o->size);
    if (!positions || !copy)
        abort();
    size_t *sorted = sort_positions(o, positions, positions + n, n);
    memcpy(copy, base, n * o->size);
    for (size_t k = 0; k < n; k++)
        memcpy((char *)base + k * o->size, copy + sorted[k] * o->size, o->size);
    free(copy);
    free(positions);
}

BUNDLE_BODY void enz_body_qsort(void *base, size_t n, size_t size, compare_plain *compare)
{
    struct order o = {.base = base, .size = size, .plain = compare};
    sort(base, n, &o);
}

BUNDLE_BODY void enz_body_qsort_r(void *base, size_t n, size_t size, compare_with *compare,
                                  void *context)
{
    struct order o = {.base = base, .size = size, .compare = compare, .context = context};
    sort(base, n, &o);
}
