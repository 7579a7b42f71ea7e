/* Links with derivatives by other linkers than ld.lld. */
#ifndef ENZCC_DRIVER_PRELINK_H
#define ENZCC_DRIVER_PRELINK_H

#include "linker_line.h"
#include "scratch.h"

struct prelink {
    const char *object;  /* machine code of all bitcode */
    const char *program; /* what ld.lld links, which nobody wants */
};

/* Names the files that ld.lld is to write; false after a message. */
bool prelink_begin(struct prelink *p, const struct linker_line *line, struct scratch *scratch);

/* Words for ld.lld, behind those of the link. */
void prelink_add(const struct prelink *p, struct words *out);

/* The words of the line, in which the machine code stands for the objects that it was made of. */
void prelink_line(const struct prelink *p, const struct linker_line *line, struct words *out);

#endif
