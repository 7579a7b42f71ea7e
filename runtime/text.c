/* Where searches of the C library find something, as a distance from where they start: the bodies
 * of these functions (bundle/text.c) make a pointer of it that has a shadow. */
#define _GNU_SOURCE
#include "enz_rt.h"

#include <string.h>

static size_t distance(const void *from, const void *found)
{
    return found ? (size_t)((const char *)found - (const char *)from) : ENZ_RT_NOT_FOUND;
}

size_t enz_find_memchr(const void *s, int c, size_t n)
{
    return distance(s, memchr(s, c, n));
}

size_t enz_find_memrchr(const void *s, int c, size_t n)
{
    return distance(s, memrchr(s, c, n));
}

size_t enz_find_rawmemchr(const void *s, int c)
{
    return distance(s, rawmemchr(s, c));
}

size_t enz_find_memmem(const void *s, size_t n, const void *part, size_t part_size)
{
    return distance(s, memmem(s, n, part, part_size));
}

size_t enz_find_strchr(const char *s, int c)
{
    return distance(s, strchr(s, c));
}

size_t enz_find_strrchr(const char *s, int c)
{
    return distance(s, strrchr(s, c));
}

size_t enz_find_strstr(const char *s, const char *part)
{
    return distance(s, strstr(s, part));
}

size_t enz_find_strcasestr(const char *s, const char *part)
{
    return distance(s, strcasestr(s, part));
}

size_t enz_find_strpbrk(const char *s, const char *set)
{
    return distance(s, strpbrk(s, set));
}
