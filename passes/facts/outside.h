/* Pointers that the program keeps in globals: what can they lead to? */
#ifndef ENZCC_FACTS_OUTSIDE_H
#define ENZCC_FACTS_OUTSIDE_H
#include "bridge/ezb.h"
#include <stdbool.h>

/* Every pointer that the program ever keeps in this global is null or the address of a constant or
 * a function: a choice among tables, say. No numbers with derivatives are reached through them. */
bool outside_holds_constants(LLVMValueRef global);
#endif
