/* Searching: what is found is a pointer into the memory that is searched. */
#include "bundle.h"

#include <stddef.h>
#include <string.h>

typedef int compare_keys(const void *, const void *);

void *enz_body_bsearch(const void *key, const void *base, size_t n, size_t size,
                       compare_keys *compare);
void *enz_body_lfind(const void *key, const void *base, size_t *n, size_t size,
                     compare_keys *compare);
void *enz_body_lsearch(const void *key, void *base, size_t *n, size_t size, compare_keys *compare);

/* The same bisection as glibc's, which decides what is found among equal elements. */
BUNDLE_BODY void *enz_body_bsearch(const void *key, const void *base, size_t n, size_t size,
                                   compare_keys *compare)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

BUNDLE_BODY void *enz_body_lfind(const void *key, const void *base, size_t *n, size_t size,
                                 compare_keys *compare)
{
    for (size_t k = 0; k < *n; k++) {
        const char *element = (const char *)base + k * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

BUNDLE_BODY void *enz_body_lsearch(const void *key, void *base, size_t *n, size_t size,
                                   compare_keys *compare)
{
    void *found = enz_body_lfind(key, base, n, size, compare);
    if (found)
        return found;
    char *end = (char *)base + *n * size;
    memcpy(end, key, size);
    ++*n;
    return end;
}
