/* Ends the program where differentiated code calls through a pointer to a function the link did not see. */
#define _GNU_SOURCE /* dladdr */
#include "enz_rt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void enz_rt_unknown_target(const char *where)
{
    fprintf(stderr, "enzcc: %s: call of a function that was not visible when this program was linked\n", where);
    abort();
}

/* By its symbol: a member of a class in std, or a thunk to one. */
void enz_rt_library_target(const void *target, const char *where)
{
    static const char *const prefixes[] = {"_ZNSt", "_ZNKSt", "_ZThn", "_ZTv"};
    Dl_info info;
    const char *name = dladdr(target, &info) && info.dli_saddr == target ? info.dli_sname : NULL;
    for (size_t i = 0; name && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (!strncmp(name, prefixes[i], length) && (i < 2 || strstr(name, "NSt") || strstr(name, "NKSt")))
            return;
    }
    enz_rt_unknown_target(where);
}
