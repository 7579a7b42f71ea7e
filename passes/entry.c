/* From the plugin's extension points to the engine.
 *
 * Differentiation happens at the start of full LTO (and in the pass named `enzcc`); in the compiler
 * a few facts are recorded. A module that mentions no derivative entry point is left as it is after
 * one look at its symbol names, but for operations on matrices. */
#include "base/diag.h"
#include "base/target.h"
#include "device/device.h"
#include "device/kernels.h"
#include "engine.h"
#include "engine_truncate.h"
#include "libraries.h"
#include "prepare/module/module.h"
#include "prepare/record/virtual_classes.h"
#include "redirect.h"
#include "request/request.h"
#include "rules/protect.h"
#include "base/sanitize.h"
#include "symbols.h"
#include "unit_options.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

/* -ffile-prefix-map= is about the names in debug information; the name of the unit follows it, so
 * that objects do not depend on where they are made. Of a preprocessed file this is the name of the
 * source, so that the object is that of the source. */
static void name_unit(LLVMModuleRef m)
{
    static const char units[] = "llvm.dbg.cu";
    unsigned length;
    LLVMValueRef unit;
    if (LLVMGetNamedMetadataNumOperands(m, units) != 1)
        return;
    LLVMGetNamedMetadataOperands(m, units, &unit);
    const char *name =
        LLVMDIFileGetFilename(LLVMDIScopeGetFile(LLVMValueAsMetadata(unit)), &length);
    if (length)
        LLVMSetSourceFileName(m, name, length);
}

/* What is made of the unit from now on is native code. */
static void keep_source(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o, int level)
{
    ezb_keep_source(cx, level);
    if (o->embed_source && o->drop_locations)
        LLVMStripModuleDebugInfo(m);
}

/* The compiler writes bitcode for a device, and the link gets it as its source says. */
static int begin_device_unit(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o,
                             const char *words)
{
    name_unit(m);
    virtual_record_classes(m);
    request_record(cx, m, o);
    unit_options_record(m, words);
    device_open_library(cx, m);
    protect_begin(m, o->inactive);
    protect_end(m);
    ezb_finish_unit(cx, o->opt_level);
    return 1;
}

/* The link gets the unit as it is here. What derivatives are made of does not depend on the -O
 * level then, and nothing that is optimised away has to be found out again. Native code is made of
 * what follows. */
static int begin_unit(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o, const char *words)
{
    if (o->join_units) /* it was compiled already */
        return ezb_join_units(m);
    if (o->edit_symbols)
        return symbols_edit(m, getenv("ENZCC_SYMBOLS"));
    if (target_is_device(m))
        return begin_device_unit(cx, m, o, words);
    name_unit(m);
    int changed = virtual_record_classes(m) | request_record(cx, m, o);
    changed |= unit_options_record(m, words);
    if (o->keep_source && (sanitize_later(m, o) || o->opt_level > 0)) {
        keep_source(cx, m, o, o->opt_level);
        changed |= o->opt_level > 0 && request_native_half(cx, m);
        return changed; /* machine code is clang's, and calls may be inlined */
    }
    return protect_begin(m, o->inactive) | changed;
}

/* The bitcode has just been embedded; no analysis is to be had here. */
static int embedded(EzbCtx *cx, const struct enz_options *o)
{
    int changed = ezb_embed_source(cx);
    return (o->other_assembler && ezb_embed_as_text(cx)) | changed;
}

/* The bitcode has been embedded. Without it this is not yet the way to native code. */
static int end_bitcode(EzbCtx *cx, LLVMModuleRef m)
{
    static const char list[] = "llvm.embedded.objects";
    return LLVMGetNamedMetadata(m, list, sizeof list - 1) && request_native_half(cx, m);
}

static void run(EzbCtx *cx, LLVMModuleRef m, const char *pipeline)
{
    char *error = NULL;
    if (!ezb_run_module_passes(cx, m, pipeline, &error))
        return;
    fprintf(stderr, "enzcc: %s\n", error ? error : "pipeline failed");
    abort(); /* the name of a pass is not known: a wrong LLVM */
}

/* Whether every unit that calls the function has it, and calls it nowhere: a compiler would have
 * dropped it. In a link its symbol may be exported. */
static bool is_left_over(LLVMValueRef fn)
{
    static const char always[] = "alwaysinline";
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return !LLVMIsDeclaration(fn) && !LLVMGetFirstUse(fn) &&
           (linkage == LLVMWeakODRLinkage || linkage == LLVMLinkOnceODRLinkage) &&
           LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(always, sizeof always - 1));
}

/* Where nothing was optimised the unit is kept as it is now. */
static int end_unit(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o)
{
    int changed = protect_end(m);
    if (!o->embed_source || o->join_units || o->edit_symbols)
        return changed;
    if (!ezb_source_is_kept(cx)) {
        keep_source(cx, m, o, -1);
        request_native_half(cx, m);
    }
    ezb_embed_first(cx);
    if (o->other_assembler)
        ezb_embed_as_text(cx);
    return 1;
}

/* A compiler does so even at -O0. */
static void inline_always(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o)
{
    request_note_integers(cx, m);
    protect_begin(m, o->inactive);
    run(cx, m, "always-inline");
    protect_end(m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (is_left_over(f))
            LLVMDeleteFunction(f);
    }
}

static int differentiate(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o)
{
    struct prepare program = {.cx = cx, .module = m};
    if (!request_any(m))
        return prepare_matrices(&program) != 0;
    if (ezb_source_level(m) >= 0)
        inline_always(cx, m, o);
    /* Loops of derivatives have many pointers. The search for the best way to step them takes a
     * tenth of a link, and finds nothing better than a shorter one does. */
    ezb_default_option("lsr-complexity-limit", "1024");
    /* Tests that memory of a vectorised loop is apart stay in front of it: in front of the loop
     * around it, they would fail wherever that one goes down, as in reverse sweeps. */
    ezb_default_option("hoist-runtime-checks", "false");
    /* Blocks of derivatives access memory hundreds of times. Which two accesses are apart, of which
     * the scheduler of machine instructions asks for all pairs up to a number, takes half of a link
     * with the number that LLVM has. */
    ezb_default_option("dag-maps-huge-region", "200");
    return enz_differentiate_module(cx, m, o);
}

/* The program has tests of types (-fsanitize=cfi, -fwhole-program-vtables), which the pipeline of a
 * link answers. */
static bool tests_types(LLVMModuleRef m)
{
    static const char *const names[] = {"llvm.type.test", "llvm.public.type.test",
                                        "llvm.type.checked.load",
                                        "llvm.type.checked.load.relative"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (LLVMGetNamedFunction(m, names[i]))
            return true;
    return false;
}

/* Units that came as their source says are optimised now as a compiler would have done. On the host
 * the program is optimised as if it were one unit, and the pipeline of the link, which would go
 * over all of it again, has nothing left to do. */
static int optimise_program(EzbCtx *cx, LLVMModuleRef m, int link_level)
{
    static const char *const units[] = {"thinlto-pre-link<O0>", "thinlto-pre-link<O1>",
                                        "thinlto-pre-link<O2>", "thinlto-pre-link<O3>"},
                             *const whole[] = {NULL, "default<O1>", "default<O2>", "default<O3>"};
    int level = ezb_source_level(m);
    bool all = level > 0 && !target_is_device(m) && !tests_types(m);
    if (level >= 0)
        run(cx, m, all ? whole[link_level > level ? link_level : level] : units[level]);
    int changed = sanitize_program(cx, m);
    if (all)
        ezb_finish(cx);
    return changed | (level >= 0);
}

/* The host may launch derivatives of kernels. */
static void begin_devices(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o)
{
    const char *launches = getenv("ENZCC_LAUNCHES"), *kernels = getenv("ENZCC_KERNELS_WANTED");
    device_open_parameters(m);
    if (kernels) /* nothing else is asked for */
        exit(!kernels_describe(cx, m, kernels));
    const struct diag_policy policy = {o->warnings, o->color, (enum diag_format)o->format};
    struct diag_sink *diags = diag_sink_new(cx, m, &policy);
    bool ok = !launches || (kernels_check(cx, m, launches, diags) &&
                            kernels_make_derivatives(m, launches, diags));
    diag_flush(diags);
    diag_sink_free(diags);
    if (!ok)
        exit(1); /* the message is out */
    device_begin(cx, m);
}

static int link_program(EzbCtx *cx, LLVMModuleRef m, struct enz_options *o, const char *words)
{
    struct libraries libraries;
    redirect_begin(m);
    libraries_link(&libraries, cx, m, words);
    char *all = unit_options_join(m, words);
    bool device = target_is_device(m);
    enz_options_parse(o, all);
    if (device)
        begin_devices(cx, m, o);
    int changed = device | differentiate(cx, m, o) | engine_truncate(cx, m, o);
    libraries_release(&libraries);
    if (device && !device_end(cx, m, getenv("ENZCC_DEVICE_LIBRARY")))
        exit(1); /* the message is out */
    /* Nobody reads what is left of a check, but LLVM verifies it, and not all locations are there
     * before calls are inlined. */
    if (o->syntax_only)
        changed |= LLVMStripModuleDebugInfo(m) != 0;
    else
        changed |= optimise_program(cx, m, o->opt_level);
    redirect_end(m);
    free(all);
    return changed;
}

int enz_run_on_module(EzbCtx *cx, LLVMModuleRef m, EzbEntryPoint where, int opt_level)
{
    struct enz_options options = {.opt_level = opt_level};
    const char *words = getenv("ENZCC_PLUGIN_OPTIONS");
    if (where == EZB_EP_FULL_LTO_EARLY || where == EZB_EP_NAMED_PASS)
        return link_program(cx, m, &options, words);
    enz_options_parse(&options, words);
    if (where == EZB_EP_OPT_PIPELINE_START)
        return begin_unit(cx, m, &options, words);
    if (where == EZB_EP_EMBEDDED)
        return embedded(cx, &options);
    if (where == EZB_EP_OPT_EARLY)
        return end_bitcode(cx, m);
    return where == EZB_EP_OPT_LAST ? end_unit(cx, m, &options) : 0;
}
