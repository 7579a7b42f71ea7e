/* From the plugin's extension points to the engine.
 *
 * Differentiation happens at the start of full LTO (and in the pass named `enzcc`); in the compiler
 * a few facts are recorded. A module that mentions no derivative entry point is left as it is after
 * one look at its symbol names, but for operations on matrices. */
#include "base/diag.h"
#include "engine.h"
#include "prepare/module/module.h"
#include "prepare/record/virtual_classes.h"
#include "request/request.h"
#include "rules/protect.h"
#include <stdlib.h>

int enz_run_on_module(EzbCtx *cx, LLVMModuleRef m, EzbEntryPoint where, int opt_level)
{
    struct enz_options options = {.opt_level = opt_level};
    enz_options_parse(&options, getenv("ENZCC_PLUGIN_OPTIONS"));
    if (where == EZB_EP_OPT_PIPELINE_START)
        return virtual_record_classes(m) | request_record(cx, m) |
               protect_begin(m, options.inactive);
    if (where == EZB_EP_OPT_EARLY)
        return request_native_half(m);
    if (where == EZB_EP_OPT_LAST)
        return protect_end(m);
    if (where != EZB_EP_FULL_LTO_EARLY && where != EZB_EP_NAMED_PASS)
        return 0;
    struct prepare program = {.cx = cx, .module = m};
    if (!request_any(m))
        return prepare_matrices(&program) != 0;
    /* Loops of derivatives have many pointers. The search for the best way to step them takes a
     * tenth of a link, and finds nothing better than a shorter one does. */
    ezb_default_option("lsr-complexity-limit", "1024");
    return enz_differentiate_module(cx, m, &options);
}
