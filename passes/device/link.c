/* What the link adds to code for a device, at its start and its end. */
#include "device/device.h"
#include "rules/bundle.h"
#include <llvm-c/BitReader.h>
#include <stdio.h>
#include <string.h>

static bool link_bitcode(EzbCtx *cx, LLVMModuleRef m, const char *path)
{
    LLVMMemoryBufferRef file = NULL;
    LLVMModuleRef library = NULL;
    char *text = NULL;
    bool read = !LLVMCreateMemoryBufferWithContentsOfFile(path, &file, &text) &&
                !LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(m), file, &library);
    if (!read || ezb_link_needed(cx, m, library)) {
        fprintf(stderr, "enzcc: error: cannot link '%s', for devices%s%s\n", path, text ? ": " : "",
                text ? text : "");
        LLVMDisposeMessage(text);
        return false;
    }
    return true;
}

/* ---- the runtime ----------------------------------------------------------------------------- */

static const char runtime_prefix[] = "enz_rt_";

static LLVMValueRef runtime_function(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) &&
            !strncmp(LLVMGetValueName(f), runtime_prefix, strlen(runtime_prefix)))
            return f;
    return NULL;
}

/* The runtime is for any device of the kind. */
static void forget_processors(LLVMModuleRef m)
{
    static const char *const names[] = {"target-cpu", "target-features"};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strncmp(LLVMGetValueName(f), runtime_prefix, strlen(runtime_prefix)))
                LLVMRemoveStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                                 names[i], (unsigned)strlen(names[i]));
}

/* Code for NVIDIA has no addresses of functions without body: what frees memory later calls one of
 * the runtime that has. */
static void wrap_free(LLVMModuleRef m)
{
    static const char wrapper[] = "enz_rt_device_free";
    LLVMValueRef fn = LLVMGetNamedFunction(m, "free");
    for (LLVMUseRef use = fn ? LLVMGetFirstUse(fn) : NULL, next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use), to = LLVMGetNamedFunction(m, wrapper);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) == fn)
            continue;
        if (!to)
            to = LLVMAddFunction(m, wrapper, LLVMGlobalGetValueType(fn));
        LLVMSetOperand(user, ezb_use_operand_no(use), to);
    }
}

/* Functions that derivatives call, and that AMD's libraries do not have. */
static void name_as_runtime(LLVMModuleRef m)
{
    static const char *const names[][2] = {
        {"free", "enz_rt_device_free"},     {"jn", "enz_rt_jn"}, {"jnf", "enz_rt_jnf"},
        {"malloc", "enz_rt_device_malloc"}, {"yn", "enz_rt_yn"}, {"ynf", "enz_rt_ynf"}};
    for (size_t i = 0; i < sizeof names / sizeof *names && !device_is_nvidias(m); i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m, names[i][0]);
        if (fn && LLVMIsDeclaration(fn))
            LLVMSetValueName2(fn, names[i][1], strlen(names[i][1]));
    }
}

/* The name of the function that a derivative is of. */
static char *primal_name(LLVMValueRef derivative)
{
    const char *name = LLVMGetValueName(derivative), *dot = strrchr(name, '.');
    return ezb_demangle(dot ? dot + 1 : name);
}

static void report_missing(LLVMValueRef fn)
{
    const char *file;
    unsigned line, column;
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(fn));
    if (LLVMIsAInstruction(user) && ezb_debug_loc(user, &file, &line, &column)) {
        fprintf(stderr, "%s:%u:%u: ", file, line, column);
    } else if (LLVMIsAInstruction(user)) {
        char *name = primal_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        fprintf(stderr, "in function %s: ", name);
        LLVMDisposeMessage(name);
    }
    fprintf(stderr,
            "error: Enzyme: a derivative on a device needs what only the runtime of the host has: "
            "'%s' [enz-unsupported]\n",
            LLVMGetValueName(fn));
}

/* What derivatives call of the runtime. Devices do not have all of it. */
static bool link_runtime(EzbCtx *cx, LLVMModuleRef m)
{
    struct arena arena = {0};
    const char *file = device_is_nvidias(m) ? "device_nvptx.bc" : "device_amdgcn.bc";
    wrap_free(m);
    name_as_runtime(m);
    if (!runtime_function(m))
        return true;
    bool linked = link_bitcode(cx, m, bundle_path(&arena, file));
    forget_processors(m);
    arena_free(&arena);
    LLVMValueRef missing = linked ? runtime_function(m) : NULL;
    if (missing)
        report_missing(missing);
    return linked && !missing;
}

/* One after the other: what one brings in may refer to the next. */
static bool link_libraries(EzbCtx *cx, LLVMModuleRef m, const char *paths)
{
    struct arena arena = {0};
    bool linked = true;
    while (linked && *paths) {
        size_t n = strcspn(paths, ":");
        linked = link_bitcode(cx, m, arena_printf(&arena, "%.*s", (int)n, paths));
        paths += n + (paths[n] != 0);
    }
    arena_free(&arena);
    return linked;
}

bool device_end(EzbCtx *cx, LLVMModuleRef m, const char *paths)
{
    device_place_shadows(cx, m);
    device_open_shuffles(m);
    device_open_reductions(m);
    if (!link_runtime(cx, m))
        return false;
    device_close_library(m);
    device_add_fences(m);
    ezb_invalidate_all(cx);
    return !paths || link_libraries(cx, m, paths);
}

/* ---- symbols --------------------------------------------------------------------------------- */

bool device_is_kernel(LLVMValueRef fn)
{
    unsigned convention = LLVMGetFunctionCallConv(fn);
    return convention == LLVMPTXKernelCallConv || convention == LLVMAMDGPUKERNELCallConv;
}

/* NVIDIA's pass a copy, AMD's the memory of the arguments. */
LLVMAttributeRef device_struct_attribute(LLVMValueRef kernel, unsigned parameter)
{
    static const char *const names[] = {"byval", "byref"};
    LLVMAttributeRef found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = LLVMGetEnumAttributeAtIndex(
            kernel, parameter + 1, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
    return found;
}

/* No other image can refer to it. */
static void internalise(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (device_is_kernel(f) || LLVMIsDeclaration(f))
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        LLVMSetVisibility(f, LLVMDefaultVisibility);
    }
}

void device_begin(EzbCtx *cx, LLVMModuleRef m)
{
    internalise(m);
    if (device_is_nvidias(m)) /* what the library asks of the processor */
        ezb_run_module_passes(cx, m, "nvvm-reflect", NULL);
    device_open_kernels(cx, m);
    device_drop_fences(m);
    device_open_intrinsics(m);
    device_name_functions(m);
    device_name_shuffles(m);
    ezb_invalidate_all(cx);
}
