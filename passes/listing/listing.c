#include "listing/listing.h"
#include "ir/text.h"
#include <errno.h>
#include <llvm-c/Comdat.h>
#include <stdio.h>
#include <string.h>

/* ---- the module ------------------------------------------------------------------------------ */

static bool starts_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

bool listing_is_generated(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return (starts_with(name, "enz.") && !starts_with(name, "enz.prepared.")) ||
           (starts_with(name, "enz_rt_") && !LLVMIsDeclaration(fn));
}

static void drop_bodies(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !listing_is_generated(f))
            ezb_delete_body(f);
}

/* What an alias or resolver stands for may be a declaration now, which neither may. */
static void drop_aliases(LLVMModuleRef m)
{
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m), next; a; a = next) {
        next = LLVMGetNextGlobalAlias(a);
        LLVMReplaceAllUsesWith(a, LLVMAliasGetAliasee(a));
        LLVMDeleteGlobal(a);
    }
    for (LLVMValueRef r = LLVMGetFirstGlobalIFunc(m), next; r; r = next) {
        next = LLVMGetNextGlobalIFunc(r);
        LLVMReplaceAllUsesWith(r, LLVMGetGlobalIFuncResolver(r));
        LLVMRemoveGlobalIFunc(r);
    }
}

/* Variables of the program are declared; constants keep what is in them, and so do variables of the
 * derivatives. */
static void declare_variable(LLVMValueRef g)
{
    if (LLVMIsDeclaration(g) || LLVMIsGlobalConstant(g) ||
        starts_with(LLVMGetValueName(g), "enz.") || LLVMGetLinkage(g) == LLVMAppendingLinkage)
        return;
    LLVMSetInitializer(g, NULL);
    LLVMSetLinkage(g, LLVMExternalLinkage);
    LLVMSetVisibility(g, LLVMDefaultVisibility);
    LLVMSetComdat(g, NULL);
}

/* Lists such as llvm.used keep what nobody calls. */
static bool is_dropped_variable(LLVMValueRef g)
{
    return LLVMGetLinkage(g) == LLVMAppendingLinkage || !LLVMGetFirstUse(g);
}

/* False if nothing was left to drop. */
static bool drop_unused(LLVMModuleRef m)
{
    bool dropped = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (is_dropped_variable(g))
            LLVMDeleteGlobal(g), dropped = true;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f) && !LLVMGetFirstUse(f))
            LLVMDeleteFunction(f), dropped = true;
    }
    return dropped;
}

static void reduce(LLVMModuleRef m)
{
    LLVMStripModuleDebugInfo(m);
    drop_aliases(m);
    drop_bodies(m);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        declare_variable(g);
    LLVMSetModuleInlineAsm2(m, "", 0);
    while (drop_unused(m))
        ;
}

/* ---- the file -------------------------------------------------------------------------------- */

static const char *function_text(const struct derivative *d, unsigned which)
{
    static const char *const parts[] = {NULL, "forward sweep, which keeps a tape",
                                        "reverse sweep over that tape", "tangents from that tape"};
    return which                         ? parts[which]
           : d->key.kind == GEN_COMBINED ? "reverse mode"
           : d->key.errors               ? "error estimate"
                                         : "forward mode";
}

static void print_names(FILE *out, const struct listing_of *of)
{
    for (unsigned i = 0; i < of->count; i++) {
        const struct derivative *d = of->derivatives[i];
        LLVMValueRef fns[4] = {d->fn, d->aug, d->rev, d->tan};
        for (unsigned k = 0; k < 4; k++)
            if (fns[k] && !LLVMIsDeclaration(fns[k]))
                fprintf(out, "; @%s: %s, %s\n", LLVMGetValueName(fns[k]),
                        diag_name(of->emission->diags, d->key.fn), function_text(d, k));
    }
}

bool listing_write_ll(const struct listing_of *of, const char *output)
{
    struct arena *a = of->emission->arena;
    const char *path = arena_printf(a, "%s.derivatives.ll", output);
    FILE *out = fopen(path, "w");
    LLVMModuleRef copy = LLVMCloneModule(of->emission->module);
    reduce(copy);
    char *text = LLVMPrintModuleToString(copy);
    if (out) {
        fprintf(out,
                "; Derivatives of %s, as the passes hand them to the link, which optimises "
                "them with the program.\n",
                output);
        print_names(out, of);
        fprintf(out, "\n%s", text);
    }
    LLVMDisposeMessage(text);
    LLVMDisposeModule(copy);
    if (out && fclose(out) == 0)
        return true;
    fprintf(stderr, "enzcc: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}
