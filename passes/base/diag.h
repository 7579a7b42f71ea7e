/* Diagnostics: every message is a row of diags.def; all errors of a link are collected,
 * deduplicated and printed at once.
 *
 * Format on stderr: `file:line:col: error: Enzyme: <text> [enz-<id>]`, then `note:` lines (chain of
 * derivatives), then the remedy. Locations come from the instruction's debug location (inlined-at
 * chain: innermost location first), else the function's, else the current derivative call. */
#ifndef ENZCC_BASE_DIAG_H
#define ENZCC_BASE_DIAG_H
#include "bridge/ezb.h"
#include <stdbool.h>

enum diag_id {
#define DIAG(id, name, severity, text, remedy) DIAG_##id,
#include "base/diags.def"
#undef DIAG
    DIAG_COUNT
};

struct diag_sink;

/* Why a derivative is being made: chain printed as notes ("needed by derivative of g (g.c:12)"). */
struct diag_frame {
    const struct diag_frame *parent;
    LLVMValueRef at; /* call instruction or function */
    const char *text;
};

/* What the command says of messages: values of -W and -w, up to a NULL ("error", "no-enz-missing",
 * each ends at a blank), of which the last one about a warning counts; colours; how locations and
 * messages are written. */
enum diag_format { DIAG_CLANG, DIAG_MSVC, DIAG_VI, DIAG_SARIF };
struct diag_policy {
    const char *const *warnings;
    bool color;
    enum diag_format format;
};
/* The policy, which lives as long as the sink, may be NULL. */
struct diag_sink *diag_sink_new(EzbCtx *cx, LLVMModuleRef m, const struct diag_policy *policy);
void diag_sink_free(struct diag_sink *s);
void diag_push(struct diag_sink *s,
               struct diag_frame *f); /* f lives on the caller's stack until diag_pop */
void diag_pop(struct diag_sink *s);
/* Records the message of row id, formatted with the row's text and the arguments. Always false, so
 * that `return diag(...)` is the idiom. `at`: instruction, function, global or NULL. */
bool diag(struct diag_sink *s, enum diag_id id, LLVMValueRef at, ...);
/* The symbol of the user's function that a function made by the passes belongs to. */
const char *diag_symbol(LLVMValueRef fn);
/* The name of a function or global as the source spells it; lives as long as the sink. */
const char *diag_name(struct diag_sink *s, LLVMValueRef global);
/* How often an error was reported, messages that were there already included. */
unsigned diag_error_count(const struct diag_sink *s);
/* Prints everything recorded (sorted as recorded, duplicates once) and, if there were errors, makes
 * the tool fail (lld: no output file; enzcc-opt: exit 1). */
void diag_flush(struct diag_sink *s);
#endif
