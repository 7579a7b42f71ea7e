/* The driver names the libraries that stand on the linker's command line (driver/shared.c). Errors
 * end the link. */
#include "libraries.h"
#include "engine.h"
#include "request/request.h"
#include <stdlib.h>

static void complain(void *data, EzbLibraryError error, LLVMValueRef at, const char *symbol,
                     const char *library)
{
    struct libraries *l = data;
    LLVMValueRef global = LLVMGetNamedFunction(l->program, symbol);
    if (!global)
        global = LLVMGetNamedGlobal(l->program, symbol);
    const char *name = global ? diag_name(l->diags, global) : symbol;
    switch (error) {
    case EZB_LIBRARY_DAMAGED:
        diag(l->diags, DIAG_LIBRARY, NULL, library, "it is damaged, or of another version of LLVM");
        break;
    case EZB_LIBRARY_TARGET:
        diag(l->diags, DIAG_LIBRARY, NULL, library, "it is made for another target");
        break;
    case EZB_LIBRARY_TWICE: diag(l->diags, DIAG_LIBRARY_TWICE, at, name, library); break;
    case EZB_LIBRARY_HIDDEN: diag(l->diags, DIAG_LIBRARY_HIDDEN, at, name, library); break;
    }
}

static void end_if_failed(struct libraries *l)
{
    bool failed = diag_error_count(l->diags) > 0;
    diag_flush(l->diags);
    if (failed)
        exit(1); /* the message is out */
}

void libraries_link(struct libraries *l, EzbCtx *cx, LLVMModuleRef m, const char *words)
{
    const char *paths = getenv("ENZCC_LIBRARIES");
    *l = (struct libraries){.cx = cx, .program = m};
    if (!paths || !request_any(m))
        return;
    enz_options_parse(&l->options, words);
    l->policy = (struct diag_policy){l->options.warnings, l->options.color,
                                     (enum diag_format)l->options.format};
    l->diags = diag_sink_new(cx, m, &l->policy);
    l->libraries = ezb_libraries_link(cx, m, paths, complain, l);
    end_if_failed(l);
}

void libraries_release(struct libraries *l)
{
    if (!l->libraries)
        return;
    ezb_libraries_release(l->libraries);
    end_if_failed(l);
    diag_sink_free(l->diags);
}
