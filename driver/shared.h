/* Shared libraries that keep the bitcode of their units, so that programs which are linked with
 * them can differentiate through their functions. */
#ifndef ENZCC_DRIVER_SHARED_H
#define ENZCC_DRIVER_SHARED_H

#include "linker_line.h"
#include "substitute.h"

/* Where a link with derivatives finds shared libraries with bitcode, and what else may define the
 * same symbols: paths, each in a line, of objects that are machine code, and of all libraries in
 * their order. */
#define SHARED_LIBRARIES_VARIABLE "ENZCC_LIBRARIES"

/* What is to be known of the link of a library, so that bitcode can be put into what it has made.
 */
struct shared {
    const struct linker_line *line;
    const struct toolchain *toolchain;
    struct substitution inputs;
    const char *map;    /* what the linker says of where it has put things */
    const char *merged; /* or the bitcode, where machine code was made of all of it at once */
};

/* False where the library keeps none: if no input has any, or another linker is used. */
bool shared_begin(struct shared *s, const struct linker_line *line, const struct toolchain *t,
                  bool whole);

/* Words for the front of the linker's command line. */
void shared_add_words(const struct shared *s, struct words *out);

/* Puts the bitcode into the library; an exit status. Ends with s. */
int shared_end(struct shared *s, int status);

/* Sets the variable for a link with derivatives. */
void shared_export(const struct linker_line *line);

#endif
