/* --enz-repro: a tar with all that a link reads, and a script that repeats it elsewhere. */
#ifndef ENZCC_DRIVER_REPRODUCE_H
#define ENZCC_DRIVER_REPRODUCE_H

#include "linker_line.h"
#include "toolchain.h"

/* What the compiler's command says to ld.enzcc, in the environment: the path of the tar, and the
 * command. */
#define REPRODUCE_VARIABLE "ENZCC_REPRO"
#define REPRODUCE_COMMAND  "ENZCC_REPRO_COMMAND"

/* Writes the tar at `path`, with the files of the line as they are now. False after a message. */
bool reproduce_write(const char *path, const struct linker_line *line, const struct toolchain *t,
                     const char *mode);

#endif
