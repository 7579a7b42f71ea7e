/* -fenz-missing=fd: rules made of central differences. */
#ifndef ENZCC_EMIT_DIFFERENCES_H
#define ENZCC_EMIT_DIFFERENCES_H
#include "rules/registry.h"

/* For functions without body or derivative that differences can be taken of. When the program's own
 * rules have been read. */
void differences_add_rules(struct registry *r, LLVMModuleRef m, struct arena *a);
#endif
