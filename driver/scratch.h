/* A directory for files that a link needs on the way, made when the first is asked for. */
#ifndef ENZCC_DRIVER_SCRATCH_H
#define ENZCC_DRIVER_SCRATCH_H

#include "words.h"

struct scratch {
    const char *directory; /* NULL: not made yet */
    struct words paths;    /* of what may be in it, inner ones last */
};

/* The path of a new file called `name`, alone in its directory. NULL, after a message, if there can
 * be none. */
const char *scratch_path(struct scratch *s, const char *name);

void scratch_remove(struct scratch *s);

#endif
