/* Options that were given where a unit was compiled: they travel in the unit and count for the
 * whole link. */
#ifndef ENZCC_UNIT_OPTIONS_H
#define ENZCC_UNIT_OPTIONS_H
#include <llvm-c/Core.h>

/* Compiling: notes the options among `words` that say what derivatives are. True if there are any.
 * `words` may be NULL. */
int unit_options_record(LLVMModuleRef m, const char *words);
/* Linking: the words of all units, then those of the link, of which the last on a subject wins. To
 * be freed. Units that contradict each other where the link says nothing end the process with a
 * message. */
char *unit_options_join(LLVMModuleRef m, const char *words);
#endif
