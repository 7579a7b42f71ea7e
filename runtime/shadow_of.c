/* Finds the shadow of a vtable or function for virtualreverse. The name of the entry point must not
 * stand in this library: the driver takes an object that contains it for one that asks for
 * derivatives. */
#include "enz_rt.h"

#include <stdio.h>
#include <stdlib.h>

const void *enz_rt_shadow_of(const void *address, const struct enz_rt_shadow *all, size_t count,
                             const char *where)
{
    const char *at = address;
    for (size_t i = 0; i < count; i++) {
        const char *begin = all[i].address;
        if (at == begin || (at > begin && (size_t)(at - begin) < all[i].size))
            return (const char *)all[i].shadow + (at - begin);
    }
    fprintf(stderr,
            "enzcc: %s: virtualreverse of an address that is neither in a vtable nor of a function "
            "of the program\n",
            where);
    abort();
}

void enz_rt_no_record(void)
{
    fprintf(stderr, "enzcc: call of a derivative through a shadow that has none: name the function "
                    "in a call of virtualreverse\n");
    abort();
}

void enz_rt_record_type(const char *what)
{
    fprintf(stderr, "enzcc: %s\n", what);
    abort();
}

void enz_rt_record_changed(const char *where)
{
    fprintf(stderr,
            "enzcc: %s: call of a record of derivatives that has changed since the program "
            "started: make it const, or another one\n",
            where);
    abort();
}

void enz_rt_record_width(void)
{
    fprintf(stderr,
            "enzcc: a record of derivatives that keeps a tape, or returns a pointer, serves "
            "one direction at a time: call the derivative with enzyme_width 1\n");
    abort();
}
