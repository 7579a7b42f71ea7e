/* While a unit is compiled: functions whose calls mean something to differentiation stay as they
 * are called.
 *
 * A rule matches the call of a function. Optimisation of the unit must therefore not inline it,
 * replace its result by what it knows of the body, or change its parameters. */
#ifndef ENZCC_RULES_PROTECT_H
#define ENZCC_RULES_PROTECT_H
#include "bridge/ezb.h"
#include <stdbool.h>

/* Before the unit is optimised. True if the module changed. */
bool protect_begin(LLVMModuleRef m, const char *const *inactive); /* globs, see registry_globs */
/* After that: everything is as the source said. */
bool protect_end(LLVMModuleRef m);
#endif
