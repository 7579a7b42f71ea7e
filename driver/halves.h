/* The two halves of an object: its machine code, and the bitcode that whole programs are linked
 * from. Tools that edit objects, such as objcopy and ld -r, know of the first only. */
#ifndef ENZCC_DRIVER_HALVES_H
#define ENZCC_DRIVER_HALVES_H

#include "bitcode.h"
#include "elf.h"
#include "words.h"

struct halves {
    struct elf elf;
    struct bitcode *parts; /* several if another linker has merged objects */
    size_t part_count;
    const char *trouble; /* why the bitcode cannot stand for the machine code, or NULL */
};

/* False if the file is no object with bitcode. */
bool halves_read(struct halves *h, struct view file);

/* Whether ld.lld can link the bitcode where it is. */
bool halves_are_ready(const struct halves *h);

#endif
