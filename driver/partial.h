/* Relocatable links: object in, object out, bitcode kept. */
#ifndef ENZCC_DRIVER_PARTIAL_H
#define ENZCC_DRIVER_PARTIAL_H

#include "linker_line.h"
#include "toolchain.h"

/* `words` are those of the line as they were given. Returns an exit status. */
int partial_link(const struct linker_line *line, const struct words *words,
                 const struct toolchain *toolchain, bool show_only, bool verbose);

#endif
