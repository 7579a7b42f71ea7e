/* Ends the program where a derivative uses memory that a global leads to and whose shadow is not
 * known, or not the only one. */
#include "enz_rt.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

void enz_rt_no_shadow(const char *where, const char *global)
{
    fprintf(stderr,
            "enzcc: %s: the shadow of the memory that '%s' points to is not known; pass the memory "
            "as an argument, or set the "
            "pointer inside the differentiated function\n",
            where, global);
    abort();
}

void enz_rt_constant_pointer(const char *where, const void *pointer, const char *at,
                             const struct enz_rt_range *ranges)
{
    for (; pointer && ranges->start; ranges++)
        if ((size_t)(at - ranges->start) < ranges->size)
            enz_rt_no_shadow(where, ranges->global);
}

void enz_rt_check_two_globals(const char *where, const void *written, const void *read,
                              const struct enz_rt_two_globals *names)
{
    if (!written || written != read)
        return;
    fprintf(stderr,
            "enzcc: %s: the function stores active values through the global '%s' and reads the "
            "same memory through the global '%s', which has another shadow; let it use one of "
            "them\n",
            where, names->written, names->read);
    abort();
}

void enz_rt_check_apart(const char *where, const char *passed, const struct enz_rt_behind *behind,
                        const char *start, size_t size, const struct enz_rt_part *part)
{
    ptrdiff_t at = passed - start;
    if (!start || (size_t)at >= (size ? size : malloc_usable_size((void *)start)))
        return;
    if (at + behind->from >= part->to || at + behind->to <= part->from)
        return;
    fprintf(stderr,
            "enzcc: %s: the derivative call passes memory with a shadow that the function also "
            "reaches through the global '%s', where it has another one; let the function use its "
            "argument only\n",
            where, part->name);
    abort();
}
