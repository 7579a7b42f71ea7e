/* -fenz-truncate-all: the whole program in a narrower floating-point format. */
#ifndef ENZCC_ENGINE_TRUNCATE_H
#define ENZCC_ENGINE_TRUNCATE_H
#include "base/options.h"
#include "bridge/ezb.h"

/* When derivatives are there. True if the module changed; errors fail the tool. */
bool engine_truncate(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o);
#endif
