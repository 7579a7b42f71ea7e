/* libc++'s std::sort of numbers in ascending order, which its library has ready made: __sort(first,
 * end, less).
 *
 * Comparisons carry no derivative: the order is found first, on positions, then the numbers move
 * once. */
#include "bundle.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* order[low..middle) and order[middle..high) are sorted; merges them into to. */
#define SORT(type, letter)                                                                         \
    BUNDLE_INLINE void merge_##letter(const type *v, const size_t *order, size_t *to, size_t low,  \
                                      size_t middle, size_t high)                                  \
    {                                                                                              \
        size_t a = low, b = middle;                                                                \
        for (size_t k = low; k < high; k++) {                                                      \
            int right = a >= middle || (b < high && v[order[b]] < v[order[a]]);                    \
            to[k] = right ? order[b++] : order[a++];                                               \
        }                                                                                          \
    }                                                                                              \
    void enz_body__ZNSt3__16__sortIRNS_6__lessI##letter##letter##EEP##letter##EEvT0_S5_T_(         \
        type *first, type *end, void *less);                                                       \
    void enz_body__ZNSt3__16__sortIRNS_6__lessI##letter##letter##EEP##letter##EEvT0_S5_T_(         \
        type *first, type *end, void *less)                                                        \
    {                                                                                              \
        size_t n = (size_t)(end - first);                                                          \
        (void)less;                                                                                \
        if (n < 2)                                                                                 \
            return;                                                                                \
        size_t *order = malloc(2 * n * sizeof *order), *spare = order + n, *block = order;         \
        type *copy = malloc(n * sizeof *copy);                                                     \
        if (!order || !copy)                                                                       \
            abort();                                                                               \
        for (size_t k = 0; k < n; k++)                                                             \
            order[k] = k;                                                                          \
        for (size_t width = 1; width < n; width *= 2) {                                            \
            for (size_t low = 0; low < n; low += 2 * width) {                                      \
                size_t middle = low + width < n ? low + width : n,                                 \
                       high = middle + width < n ? middle + width : n;                             \
                merge_##letter(first, order, spare, low, middle, high);                            \
            }                                                                                      \
            size_t *done = spare;                                                                  \
            spare = order;                                                                         \
            order = done;                                                                          \
        }                                                                                          \
        memcpy(copy, first, n * sizeof *copy);                                                     \
        for (size_t k = 0; k < n; k++)                                                             \
            first[k] = copy[order[k]];                                                             \
        free(copy);                                                                                \
        free(block);                                                                               \
    }

SORT(float, f)
SORT(double, d)
SORT(long double, e)
