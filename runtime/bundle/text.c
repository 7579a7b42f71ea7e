/* Searching in text, taking it apart, and reading numbers from it: where that ends is a pointer
 * into the memory that is read, which may hold numbers beside the text. The search itself is the C
 * library's (../text.c). */
#include "../text_numbers.h"
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
SEARCH enz_find_word(const char *s, const char *set);
size_t enz_find_strtok(char *s, const char *set, const char *text);

_Noreturn void enz_rt_text_not_begun(void);

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
char *enz_body_strtok_r(char *s, const char *set, char **rest);
char *enz_body___strtok_r(char *s, const char *set, char **rest);
char *enz_body_strtok(char *s, const char *set);

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

BUNDLE_INLINE char *word(char *s, const char *set, char **rest)
{
    size_t from = enz_find_word(s, set);
    char *begin = found(s, from);
    size_t end = begin ? enz_find_strpbrk(begin, set) : NOT_FOUND;
    if (!begin || end == NOT_FOUND) {
        *rest = s + enz_find_strchr(s, 0);
        return begin;
    }
    begin[end] = 0;
    *rest = begin + end + 1;
    return begin;
}

BUNDLE_BODY char *enz_body_strtok_r(char *s, const char *set, char **rest)
{
    return word(s ? s : *rest, set, rest);
}

BUNDLE_BODY char *enz_body___strtok_r(char *s, const char *set, char **rest)
{
    return word(s ? s : *rest, set, rest);
}

/* What is found next is known to the C library alone, which may have begun elsewhere. */
BUNDLE_BODY char *enz_body_strtok(char *s, const char *set)
{
    static char *text;
    static size_t end;
    if (s) {
        text = s;
        end = enz_find_strchr(s, 0);
    }
    size_t at = enz_find_strtok(s, set, text);
    if (at == NOT_FOUND)
        return NULL;
    if (at > end)
        enz_rt_text_not_begun();
    return text + at;
}

#define INTEGER(type, name)                                                                        \
    SEARCH enz_end_##name(const char *s, int base);                                                \
    type enz_read_##name(const char *s, int base);                                                 \
    type enz_body_##name(const char *s, char **end, int base);                                     \
    BUNDLE_BODY type enz_body_##name(const char *s, char **end, int base)                          \
    {                                                                                              \
        if (end)                                                                                   \
            *end = (char *)s + enz_end_##name(s, base);                                            \
        return enz_read_##name(s, base);                                                           \
    }
TEXT_INTEGERS(INTEGER)

#define FLOAT(type, name)                                                                          \
    SEARCH enz_end_##name(const char *s);                                                          \
    type enz_read_##name(const char *s);                                                           \
    type enz_body_##name(const char *s, char **end);                                               \
    BUNDLE_BODY type enz_body_##name(const char *s, char **end)                                    \
    {                                                                                              \
        if (end)                                                                                   \
            *end = (char *)s + enz_end_##name(s);                                                  \
        return enz_read_##name(s);                                                                 \
    }
TEXT_FLOATS(FLOAT)
