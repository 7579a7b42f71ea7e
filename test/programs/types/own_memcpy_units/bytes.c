#include "bytes.h"
#include <stdlib.h>

void *bytes_new(size_t n)
{
    return malloc(n);
}
void bytes_free(void *p)
{
    free(p);
}

void bytes_copy(void *dst, const void *src, size_t n)
{
    char *d = dst;
    const char *s = src;
    for (size_t i = 0; i < n; i++)
        d[i] = s[i];
}

void bytes_move(void *dst, const void *src, size_t n)
{
    char *d = dst;
    const char *s = src;
    if (d < s)
        for (size_t i = 0; i < n; i++)
            d[i] = s[i];
    else
        for (size_t i = n; i-- > 0;)
            d[i] = s[i];
}
