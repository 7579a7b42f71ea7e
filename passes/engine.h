/* The engine: from the requests of a module to memoised derivatives in it. */
#ifndef ENZCC_ENGINE_H
#define ENZCC_ENGINE_H
#include "base/options.h"
#include "bridge/ezb.h"
#include <stdbool.h>

void enz_options_parse(struct enz_options *o, const char *words);
/* Lowers every derivative call. True if the module changed. Errors fail the tool (diag_flush). */
bool enz_differentiate_module(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o);
#endif
