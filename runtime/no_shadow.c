/* Ends the program where a derivative uses memory that a global points to and whose shadow is not
 * known. */
#include "enz_rt.h"

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
