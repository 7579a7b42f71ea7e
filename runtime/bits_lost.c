/* Ends the program where the run shows that a derivative would be lost: the bits of an active
 * floating-point value went through arithmetic, a few of its bytes elsewhere, or bytes of unknown
 * type are numbers or addresses after all. */
#include "enz_rt.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Only programs with -fenz-check have it (check.c). */
#pragma weak enz_rt_check_give_up

__attribute__((format(printf, 2, 3), noreturn)) static void stop(const char *where,
                                                                 const char *format, ...)
{
    if (enz_rt_check_give_up)
        enz_rt_check_give_up();
    enum { MOST = 256 };
    char text[MOST];
    va_list args;
    va_start(args, format);
    vsnprintf(text, MOST, format, args);
    va_end(args);
    fprintf(stderr, "enzcc: %s: %s\n", where, text);
    abort();
}

/* The driver takes a library that contains the beginning of these names for a program that
 * requests derivatives. */
static const char prefix[] = "__enzyme";

void enz_rt_bits_lost(const char *where)
{
    stop(where, "integer arithmetic on the bits of an active floating-point value makes a number: "
                "it has no derivative");
}

void enz_rt_seed_lost(const char *where)
{
    stop(where, "a number comes to memory of the caller's where a pointer was stored before, whose "
                "shadow has replaced what was there: that may have been the number's adjoint");
}

void enz_rt_tangent_lost(const char *where)
{
    stop(where, "a number is made of the bits of active floating-point values, by arithmetic or of "
                "parts of several: it has no derivative");
}

void enz_rt_type_unknown(const char *where)
{
    stop(where,
         "active floating-point values are copied whose type is not known, or parts of them; "
         "annotate the memory with %s_double(p, n) or %s_float(p, n)",
         prefix, prefix);
}

/* The memory may end with the part: behind it only the bytes up to a multiple of eight are looked
 * at, which are those of a double, and of a longer value the ones that are not zero. */
void enz_rt_part_copied(const void *shadow, size_t n, size_t size, const char *where)
{
    const unsigned char *bytes = shadow;
    size_t end = n + -((uintptr_t)shadow + n) % 8;
    for (size_t i = 0; n && i < (end < size ? end : size); i++)
        if (bytes[i])
            enz_rt_type_unknown(where);
}

void enz_rt_adjoint_torn(const char *where)
{
    stop(where, "the bytes of an active floating-point value are taken apart, and not all of them "
                "are put together again: the parts have no derivative");
}

void enz_rt_address_lost(const char *where)
{
    stop(
        where,
        "an address is copied as an integer whose type is not known, without the shadow of what it "
        "points to; annotate the memory with %s_pointer(p, n)",
        prefix);
}

int enz_rt_has_address(const void *shadow, size_t n)
{
    uintptr_t at = (uintptr_t)shadow, start = at - at % sizeof(void *);
    const char *s = (const char *)shadow - (at - start);
    size_t end = at - start + n;
    end += -end % sizeof(void *);
    for (size_t i = 0; i < end; i++)
        if (s[i])
            return 1;
    return 0;
}

void enz_rt_address_made(const char *where)
{
    stop(where, "this address was made by arithmetic on integers: the shadow of what it points to "
                "is not known");
}

/* No address has anything in its highest byte, and a shadow is aligned as the primal is. Both ends
 * are looked at: it may be that only the lower bytes were changed, or fewer than all. */
void enz_rt_check_lost(const void *primal, const void *shadow, const char *where)
{
    uint64_t p = (uintptr_t)primal, s = (uintptr_t)shadow;
    bool high = s >> 56 == ENZ_RT_LOST || (s >> 48 & 255) == ENZ_RT_LOST,
         low = (s & 255) == ENZ_RT_LOST && (p & 7) != (s & 7);
    if (p && p != s && (high || low))
        enz_rt_address_made(where);
}

void enz_rt_number_as_address(const char *where)
{
    stop(where, "an address is taken out of the bits of an active floating-point value: it has no "
                "shadow");
}
