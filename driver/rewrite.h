/* New files for a link, made of bitcode that ld.lld cannot link where it lies. Every function
 * returns the path of a file in the scratch directory, or NULL after a message. */
#ifndef ENZCC_DRIVER_REWRITE_H
#define ENZCC_DRIVER_REWRITE_H

#include "bitcode.h"
#include "scratch.h"
#include "toolchain.h"

struct rewriter {
    const struct toolchain *toolchain;
    struct scratch *scratch;
};

/* A file called `name` with these bytes. */
const char *rewrite_bytes(const struct rewriter *r, const char *name, struct view bytes);

/* One bitcode, marked as ours is. */
const char *rewrite_bitcode(const struct rewriter *r, const char *name,
                            const struct bitcode *bitcode);

/* One, whose symbols are changed as the lines of a file say (passes/symbols.h). */
const char *rewrite_symbols(const struct rewriter *r, const char *name,
                            const struct bitcode *bitcode, const char *edits);

/* Several, as one. */
const char *rewrite_merged(const struct rewriter *r, const char *name,
                           const struct bitcode *bitcodes, size_t count);

/* An archive of files. */
const char *rewrite_archive(const struct rewriter *r, const char *name, const struct words *files);

#endif
