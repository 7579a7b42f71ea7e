/* Ends the program where differentiated code calls through a pointer to a function the link did not
 * see. */
#define _GNU_SOURCE /* dladdr */
#include "enz_rt.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void enz_rt_unknown_target(const char *where)
{
    fprintf(stderr,
            "enzcc: %s: call of a function that was not visible when this program was linked\n",
            where);
    abort();
}

/* By its symbol: a member of a class in std, or a thunk to one. */
static bool is_library_member(const void *target)
{
    static const char *const prefixes[] = {"_ZNSt", "_ZNKSt", "_ZThn", "_ZTv"};
    Dl_info info;
    const char *name = dladdr(target, &info) && info.dli_saddr == target ? info.dli_sname : NULL;
    for (size_t i = 0; name && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (!strncmp(name, prefixes[i], length) &&
            (i < 2 || strstr(name, "NSt") || strstr(name, "NKSt")))
            return true;
    }
    return false;
}

/* std::type_info as the C++ ABI has it, of a class with one base. */
struct class_type {
    const void *table;
    const char *name;
    const struct class_type *base;
};
extern const char with_one_base[] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE")
    __attribute__((weak));

/* By the class of the object: one in std, or one with a base there. The functions of a library that
 * is linked in have no symbols at run time. */
static bool is_library_object(const void *object)
{
    enum { TABLE_HEADER = 2 * sizeof(void *) };
    const struct class_type *type = (*(const struct class_type *const *const *)object)[-1];
    while (type && strncmp(type->name, "St", 2) != 0 && strncmp(type->name, "NSt", 3) != 0)
        type = with_one_base && type->table == with_one_base + TABLE_HEADER ? type->base : NULL;
    return type != NULL;
}

void enz_rt_library_target(const char *where, const void *target, const void *object)
{
    if (!is_library_member(target) && !is_library_object(object))
        enz_rt_unknown_target(where);
}
