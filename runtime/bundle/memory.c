/* Copies and fills that are not plain memcpy, memmove or memset. */
#include "bundle.h"

#include <string.h>
#include <sys/types.h>
#include <wchar.h>

void *enz_body_mempcpy(void *to, const void *from, size_t n);
void *enz_body___mempcpy_chk(void *to, const void *from, size_t n, size_t limit);
void *enz_body_memccpy(void *to, const void *from, int stop, size_t n);
void enz_body_bcopy(const void *from, void *to, size_t n);
void enz_body_bzero(void *to, size_t n);
void enz_body_explicit_bzero(void *to, size_t n);
void enz_body_swab(const void *from, void *to, ssize_t n);
wchar_t *enz_body_wmemcpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *enz_body_wmemmove(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *enz_body_wmempcpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *enz_body_wmemset(wchar_t *to, wchar_t value, size_t n);

BUNDLE_BODY void *enz_body_mempcpy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return (char *)to + n;
}

BUNDLE_BODY void *enz_body___mempcpy_chk(void *to, const void *from, size_t n, size_t limit)
{
    if (n > limit)
        __builtin_trap();
    memcpy(to, from, n);
    return (char *)to + n;
}

/* Up to and with the byte `stop`. */
BUNDLE_BODY void *enz_body_memccpy(void *to, const void *from, int stop, size_t n)
{
    const char *last = memchr(from, stop, n);
    size_t count = last ? (size_t)(last - (const char *)from) + 1 : n;
    memcpy(to, from, count);
    return last ? (char *)to + count : NULL;
}

BUNDLE_BODY void enz_body_bcopy(const void *from, void *to, size_t n)
{
    memmove(to, from, n);
}
BUNDLE_BODY void enz_body_bzero(void *to, size_t n)
{
    memset(to, 0, n);
}
BUNDLE_BODY void enz_body_explicit_bzero(void *to, size_t n)
{
    memset(to, 0, n);
}

BUNDLE_BODY void enz_body_swab(const void *from, void *to, ssize_t n)
{
    const char *bytes = from;
    char *swapped = to;
    for (ssize_t k = 1; k < n; k += 2) {
        char first = bytes[k - 1];
        swapped[k - 1] = bytes[k];
        swapped[k] = first;
    }
}

BUNDLE_BODY wchar_t *enz_body_wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    return memcpy(to, from, n * sizeof *to);
}

BUNDLE_BODY wchar_t *enz_body_wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    return memmove(to, from, n * sizeof *to);
}

BUNDLE_BODY wchar_t *enz_body_wmempcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
    return to + n;
}

BUNDLE_BODY wchar_t *enz_body_wmemset(wchar_t *to, wchar_t value, size_t n)
{
    for (size_t k = 0; k < n; k++)
        to[k] = value;
    return to;
}
