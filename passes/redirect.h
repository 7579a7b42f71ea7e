/* References to which the linker gives another target than the one that they name. */
#ifndef ENZCC_REDIRECT_H
#define ENZCC_REDIRECT_H
#include <llvm-c/Core.h>

/* Before derivatives are made: what refers to a symbol refers to the one that the linker puts in
 * its place. What is redirected is read from the environment (driver/linker.c), and nothing is
 * done in a program without derivative calls. */
void redirect_begin(LLVMModuleRef m);

/* Afterwards: names are as the linker expects them. */
void redirect_end(LLVMModuleRef m);

#endif
