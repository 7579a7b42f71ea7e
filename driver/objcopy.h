/* enz-objcopy: llvm-objcopy, after which the bitcode of an object has the symbols that its machine
 * code has. */
#ifndef ENZCC_DRIVER_OBJCOPY_H
#define ENZCC_DRIVER_OBJCOPY_H

#include "toolchain.h"

/* `words` are those of the command line without the program. Returns an exit status. */
int objcopy_run(const struct toolchain *toolchain, const struct words *words);

#endif
