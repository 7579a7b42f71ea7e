/* Where things are: clang, ld.lld, and enzcc's own files.
 *
 * Our files are found from the running executable (../lib/enzcc, ../include),
 * so that an installation can be moved. LLVM's programs are the ones found when
 * enzcc was built; where those are gone, the ones of that version in PATH.
 */
#ifndef ENZCC_DRIVER_TOOLCHAIN_H
#define ENZCC_DRIVER_TOOLCHAIN_H

#include <stdbool.h>

#include "invocation.h"

struct toolchain {
    const char *prefix;          /* the installation */
    const char *clang;           /* clang or clang++ */
    const char *linker;          /* ld.lld, or another of its kind */
    const char *other_linker;    /* NULL, or what links the program in its place */
    const char *deciding_linker; /* ld.enzcc, see link.h */
    const char *objcopy;         /* llvm-objcopy */
    const char *plugin;          /* enzcc_passes.so */
    const char *bundle;          /* bundle.bc, which the plugin reads */
    const char *library_dir;     /* of libenzcc_rt.a */
    const char *include_dir;
};

/* Path of the program `name` of LLVM's. */
const char *toolchain_program(const char *name);

/* The path of a program in PATH, or NULL. A path is itself. */
const char *toolchain_search(const char *name);

/* Links by `path`; other: it is no ld.lld. */
void toolchain_use_linker(struct toolchain *toolchain, const char *path, bool other);

/* Fails, with a message, only without clang. */
bool toolchain_find(struct toolchain *toolchain, enum persona persona);

#endif
