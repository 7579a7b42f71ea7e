/* Whether two pointers lead into different blocks of memory. */
#ifndef ENZCC_PREPARE_BLOCKS_H
#define ENZCC_PREPARE_BLOCKS_H
#include "prepare/prepare.h"

/* A call of a function that is not the program's: what it returns is no distance. */
bool blocks_calls_library(LLVMValueRef v);
/* v is the address of an object: a variable, an argument, what a function has returned. */
bool blocks_is_object(struct prepare *p, LLVMValueRef v);
/* Whatever either is based on. A block that is new is apart from all that was there before. */
bool blocks_are_apart(struct prepare *p, LLVMValueRef x, LLVMValueRef y);
#endif
