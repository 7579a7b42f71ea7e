/* References to which the linker gives another target than the one that they name. */
#ifndef ENZCC_DRIVER_REDIRECTIONS_H
#define ENZCC_DRIVER_REDIRECTIONS_H

#include "linker_line.h"

/* Lines for passes/redirect.c, one for each symbol:
 *   wrap f __wrap_f __real_f
 *   set f g       f is g
 *   provide f g   f is g, and no file of the link defines it
 *   lost f        f is something else: where it is not known
 * "" if there is none. */
const char *redirections_of(const struct linker_line *line);

#endif
