/* The functions of the C library that read a number from text and tell where it ends: X(type,
 * name). The runtime has for each of them enz_read_<name>, which returns the number, and
 * enz_end_<name>, which returns how many bytes of text it takes (text.c); together they are its
 * body (bundle/text.c). */
#ifndef ENZCC_TEXT_NUMBERS_H
#define ENZCC_TEXT_NUMBERS_H

#include <inttypes.h>
#include <stdlib.h>

#define TEXT_FLOATS(X)                                                                             \
    X(float, strtof)                                                                               \
    X(double, strtod)                                                                              \
    X(long double, strtold)

#define TEXT_INTEGERS(X)                                                                           \
    X(long, strtol)                                                                                \
    X(long long, strtoll)                                                                          \
    X(unsigned long, strtoul)                                                                      \
    X(unsigned long long, strtoull)                                                                \
    X(intmax_t, strtoimax)                                                                         \
    X(uintmax_t, strtoumax)                                                                        \
    TEXT_INTEGERS_OF_C23(X)

/* The same by the names that programs of C23, and of GNU, call them by with newer libraries. */
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 38)
#define TEXT_INTEGERS_OF_C23(X)                                                                    \
    X(long, __isoc23_strtol)                                                                       \
    X(long long, __isoc23_strtoll)                                                                 \
    X(unsigned long, __isoc23_strtoul)                                                             \
    X(unsigned long long, __isoc23_strtoull)                                                       \
    X(intmax_t, __isoc23_strtoimax)                                                                \
    X(uintmax_t, __isoc23_strtoumax)
long __isoc23_strtol(const char *s, char **end, int base);
long long __isoc23_strtoll(const char *s, char **end, int base);
unsigned long __isoc23_strtoul(const char *s, char **end, int base);
unsigned long long __isoc23_strtoull(const char *s, char **end, int base);
intmax_t __isoc23_strtoimax(const char *s, char **end, int base);
uintmax_t __isoc23_strtoumax(const char *s, char **end, int base);
#else
#define TEXT_INTEGERS_OF_C23(X)
#endif

#endif
