/* From the plugin's extension points to the engine.
 *
 * Differentiation happens at the start of full LTO (and in the pass named `enzcc`); in the compiler a few facts are recorded. A module that mentions no derivative entry
 * point is left untouched after one look at its symbol names. */
#include "base/diag.h"
#include "engine.h"
#include "request/request.h"
#include "rules/protect.h"
#include <stdlib.h>

int enz_run_on_module(EzbCtx *cx, LLVMModuleRef m, EzbEntryPoint where, int opt_level)
{
  struct enz_options options = {.opt_level = opt_level};
  enz_options_parse(&options, getenv("ENZCC_PLUGIN_OPTIONS"));
  if (where == EZB_EP_OPT_PIPELINE_START)
    return request_record(cx, m) | protect_begin(m, options.inactive);
  if (where == EZB_EP_OPT_LAST)
    return protect_end(m);
  if ((where != EZB_EP_FULL_LTO_EARLY && where != EZB_EP_NAMED_PASS) || !request_any(m))
    return 0;
  return enz_differentiate_module(cx, m, &options);
}
