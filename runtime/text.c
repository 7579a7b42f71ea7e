/* Where searches of the C library find something, and where it stops reading a number, as a
 * distance from where they start: the bodies of these functions (bundle/text.c) make a pointer of
 * it that has a shadow. */
#define _GNU_SOURCE
#include "enz_rt.h"
#include "text_numbers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t distance(const void *from, const void *found)
{
    return found ? (size_t)((const char *)found - (const char *)from) : ENZ_RT_NOT_FOUND;
}

size_t enz_find_distance(const void *s, const void *found)
{
    return distance(s, found);
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

size_t enz_find_word(const char *s, const char *set)
{
    const char *word = s + strspn(s, set);
    return distance(s, *word ? word : NULL);
}

size_t enz_find_strtok(char *s, const char *set, const char *text)
{
    return distance(text, strtok(s, set));
}

/* A number is read once more to see where it ends; errors are reported where it is read for its
 * value. */
#define INTEGER(type, name)                                                                        \
    type enz_read_##name(const char *s, int base)                                                  \
    {                                                                                              \
        return name(s, NULL, base);                                                                \
    }                                                                                              \
    size_t enz_end_##name(const char *s, int base)                                                 \
    {                                                                                              \
        int error = errno;                                                                         \
        char *end = (char *)s;                                                                     \
        (void)name(s, &end, base);                                                                 \
        errno = error;                                                                             \
        return (size_t)(end - s);                                                                  \
    }
TEXT_INTEGERS(INTEGER)

#define FLOAT(type, name)                                                                          \
    type enz_read_##name(const char *s)                                                            \
    {                                                                                              \
        return name(s, NULL);                                                                      \
    }                                                                                              \
    size_t enz_end_##name(const char *s)                                                           \
    {                                                                                              \
        int error = errno;                                                                         \
        char *end = (char *)s;                                                                     \
        (void)name(s, &end);                                                                       \
        errno = error;                                                                             \
        return (size_t)(end - s);                                                                  \
    }
TEXT_FLOATS(FLOAT)

void enz_rt_text_not_begun(void)
{
    fputs("enzcc: strtok goes on with text that it was not given in differentiated code; "
          "use strtok_r\n",
          stderr);
    abort();
}
