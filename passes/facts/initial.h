/* Addresses in the initial values of globals. */
#ifndef ENZCC_FACTS_INITIAL_H
#define ENZCC_FACTS_INITIAL_H

#include "bridge/ezb.h"
#include <stdbool.h>

/* The program owns the global and changes none of the pointers in it, whatever else it writes
 * there: they are what the initial value says. */
bool initial_addresses_stay(LLVMModuleRef m, LLVMValueRef global);

#endif
