/* The source file of a global variable, noted in its metadata while a unit is compiled: without -g
 * nothing else says at the link where one comes from. */
#ifndef ENZCC_BASE_SOURCE_H
#define ENZCC_BASE_SOURCE_H
#include "bridge/ezb.h"

void source_note(LLVMValueRef global);
/* As the compiler was given it, owned by the context; NULL if it was not noted. */
const char *source_of(LLVMValueRef global);
#endif
