/* IR types spelled as C types, for messages. */
#ifndef ENZCC_REQUEST_CTYPE_H
#define ENZCC_REQUEST_CTYPE_H
#include "base/arena.h"
#include "llvm-c/Core.h"

const char *ctype_text(struct arena *a, LLVMTypeRef type);
#endif
