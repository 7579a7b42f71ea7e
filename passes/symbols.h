/* Symbols of a unit that a tool has changed in its machine code are changed in its bitcode. */
#ifndef ENZCC_SYMBOLS_H
#define ENZCC_SYMBOLS_H
#include <llvm-c/Core.h>

/* The file has lines of an old name, a new one, and a letter: l local, g global, w weak, = as
 * before. Names that the unit does not have are left out. Always 1. A file that cannot be read ends
 * the process. */
int symbols_edit(LLVMModuleRef m, const char *path);
#endif
