/* Code for devices in the objects of a link: images of bitcode, one per architecture, in the
 * section that clang embeds them in (LLVM, llvm/Object/OffloadBinary.h). */
#ifndef ENZCC_DRIVER_OFFLOAD_H
#define ENZCC_DRIVER_OFFLOAD_H

#include "linker_line.h"
#include "view.h"

enum offload_kind { OFFLOAD_OPENMP = 1, OFFLOAD_CUDA = 2, OFFLOAD_HIP = 4 };

struct offload_image {
    const char *from; /* the object or archive that has it */
    unsigned kind;    /* enum offload_kind */
    bool is_bitcode;
    const char *triple, *arch, *features; /* features: NULL if none are named */
    struct view bytes;                    /* stays mapped */
};

struct offload_images {
    struct offload_image *items;
    size_t count;
};

/* All images of the files of the line, in their order, those of every member of archives. False,
 * after a message, if one cannot be read. */
bool offload_read(const struct linker_line *line, struct offload_images *images);

#endif
