/* Integers that only decide what happens. */
#ifndef ENZCC_IR_CHOICES_H
#define ENZCC_IR_CHOICES_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* All that is done with the integer, and with what is calculated from it, is to compare it, to
 * choose a way or a value by it, and, of up to 32 bits, to take it as the index of an element. Were
 * it the bits of a floating-point value, nothing of them would be moved, and what depends on them
 * would be constant but for jumps. False: it is not so, or too much is done with it. */
bool choices_only(LLVMValueRef v);
#endif
