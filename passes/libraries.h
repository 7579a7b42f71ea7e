/* Functions of shared libraries that the program is linked with, which are differentiated like its
 * own and stay where they are. */
#ifndef ENZCC_LIBRARIES_H
#define ENZCC_LIBRARIES_H
#include "base/diag.h"
#include "base/options.h"

struct libraries {
    EzbLibraries libraries; /* NULL: there are none */
    struct enz_options options;
    struct diag_policy policy;
    struct diag_sink *diags;
    EzbCtx *cx;
    LLVMModuleRef program;
};

/* Links their code with a program that calls for derivatives. `words`: options of the command. */
void libraries_link(struct libraries *l, EzbCtx *cx, LLVMModuleRef m, const char *words);

/* Takes it out again when derivatives are made. */
void libraries_release(struct libraries *l);

#endif
