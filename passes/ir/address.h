/* Functions whose address the program takes. */
#ifndef ENZCC_IR_ADDRESS_H
#define ENZCC_IR_ADDRESS_H
#include "bridge/ezb.h"
#include <stdbool.h>

/* The function is used as data somewhere: neither as a callee nor as the function operand of a
 * derivative call. */
bool address_taken(LLVMValueRef fn);
/* For a call without visible targets: the program keeps the pointer, or each of those that it
 * chooses from, in memory, but has no function of its type, so it is never set. */
bool address_never_set(LLVMValueRef call);
#endif
