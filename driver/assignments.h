/* Symbols that linker scripts set. */
#ifndef ENZCC_DRIVER_ASSIGNMENTS_H
#define ENZCC_DRIVER_ASSIGNMENTS_H

#include "view.h"
#include <stddef.h>

/* `symbol = target;`, also in PROVIDE(), HIDDEN() and PROVIDE_HIDDEN(). */
struct assignment {
    const char *symbol;
    const char *target; /* another symbol; NULL: a number, or what is calculated */
    bool provides;      /* only if no file of the link defines it */
};

struct assignments {
    struct assignment *items;
    size_t count;
};

/* Appends those of a script. */
void assignments_read(struct assignments *list, struct view script);

#endif
