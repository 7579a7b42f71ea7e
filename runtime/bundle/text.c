/* Searching in text: what is found is a pointer into the memory that is searched, which may hold
 * numbers beside the text. The search itself is the C library's (../text.c). */
#include "bundle.h"

#include <stddef.h>
#include <stdint.h>

#define NOT_FOUND SIZE_MAX /* ENZ_RT_NOT_FOUND */
#define SEARCH    __attribute__((pure, nothrow)) size_t

SEARCH enz_find_memchr(const void *s, int c, size_t n);
SEARCH enz_find_memrchr(const void *s, int c, size_t n);
SEARCH enz_find_rawmemchr(const void *s, int c);
SEARCH enz_find_memmem(const void *s, size_t n, const void *part, size_t part_size);
SEARCH enz_find_strchr(const char *s, int c);
SEARCH enz_find_strrchr(const char *s, int c);
SEARCH enz_find_strstr(const char *s, const char *part);
SEARCH enz_find_strcasestr(const char *s, const char *part);
SEARCH enz_find_strpbrk(const char *s, const char *set);

void *enz_body_memchr(const void *s, int c, size_t n);
void *enz_body_memrchr(const void *s, int c, size_t n);
void *enz_body_rawmemchr(const void *s, int c);
void *enz_body_memmem(const void *s, size_t n, const void *part, size_t part_size);
char *enz_body_strchr(const char *s, int c);
char *enz_body_index(const char *s, int c);
char *enz_body_strchrnul(const char *s, int c);
char *enz_body_strrchr(const char *s, int c);
char *enz_body_rindex(const char *s, int c);
char *enz_body_strstr(const char *s, const char *part);
char *enz_body_strcasestr(const char *s, const char *part);
char *enz_body_strpbrk(const char *s, const char *set);
char *enz_body_strsep(char **at, const char *set);

BUNDLE_INLINE void *found(const void *s, size_t at)
{
    return at == NOT_FOUND ? NULL : (char *)s + at;
}

BUNDLE_BODY void *enz_body_memchr(const void *s, int c, size_t n)
{
    return found(s, enz_find_memchr(s, c, n));
}

BUNDLE_BODY void *enz_body_memrchr(const void *s, int c, size_t n)
{
    return found(s, enz_find_memrchr(s, c, n));
}

BUNDLE_BODY void *enz_body_rawmemchr(const void *s, int c)
{
    return found(s, enz_find_rawmemchr(s, c));
}

BUNDLE_BODY void *enz_body_memmem(const void *s, size_t n, const void *part, size_t part_size)
{
    return found(s, enz_find_memmem(s, n, part, part_size));
}

BUNDLE_BODY char *enz_body_strchr(const char *s, int c)
{
    return found(s, enz_find_strchr(s, c));
}

BUNDLE_BODY char *enz_body_index(const char *s, int c)
{
    return found(s, enz_find_strchr(s, c));
}

BUNDLE_BODY char *enz_body_strchrnul(const char *s, int c)
{
    size_t at = enz_find_strchr(s, c);
    return (char *)s + (at == NOT_FOUND ? enz_find_strchr(s, 0) : at);
}

BUNDLE_BODY char *enz_body_strrchr(const char *s, int c)
{
    return found(s, enz_find_strrchr(s, c));
}

BUNDLE_BODY char *enz_body_rindex(const char *s, int c)
{
    return found(s, enz_find_strrchr(s, c));
}

BUNDLE_BODY char *enz_body_strstr(const char *s, const char *part)
{
    return found(s, enz_find_strstr(s, part));
}

BUNDLE_BODY char *enz_body_strcasestr(const char *s, const char *part)
{
    return found(s, enz_find_strcasestr(s, part));
}

BUNDLE_BODY char *enz_body_strpbrk(const char *s, const char *set)
{
    return found(s, enz_find_strpbrk(s, set));
}

BUNDLE_BODY char *enz_body_strsep(char **at, const char *set)
{
    char *s = *at;
    if (!s)
        return NULL;
    size_t end = enz_find_strpbrk(s, set);
    *at = found(s, end == NOT_FOUND ? end : end + 1);
    if (end != NOT_FOUND)
        s[end] = 0;
    return s;
}
