/* Inputs of a whole-program link that ld.lld would take the wrong half of, or refuse, are replaced
 * by files that it links right. */
#ifndef ENZCC_DRIVER_SUBSTITUTE_H
#define ENZCC_DRIVER_SUBSTITUTE_H

#include "linker_line.h"
#include "scratch.h"
#include "toolchain.h"

struct substitution {
    struct words words;     /* those of the line, files replaced */
    struct scratch scratch; /* where the new files are */
    size_t fat_count;       /* objects with bitcode */
    struct words natives;   /* objects of which only the machine code is linked */
    struct words notes;     /* why, for those that have bitcode */
};

/* Fails, after a message, if an input can be linked in no way. The scratch directory is the
 * caller's to remove in either case. */
bool substitute_files(const struct linker_line *line, const struct toolchain *toolchain,
                      struct substitution *out);

/* Prints the notes. */
void substitute_explain(const struct substitution *s);

#endif
