/* Derivatives of kernels that the host launches, and what kernels do to memory. */
#include "device/kernels.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/vec.h"
#include "device/launches.h"
#include "launch/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 512 };

struct making {
    LLVMModuleRef m;
    LLVMContextRef c;
    struct arena arena;
    bool failed;
};

static void refuse(struct making *k, LLVMValueRef at, const char *kernel, const char *why)
{
    const char *file;
    unsigned line, column;
    char *name = ezb_demangle(kernel);
    if (at && LLVMIsAInstruction(at) && ezb_debug_loc(at, &file, &line, &column))
        fprintf(stderr, "%s:%u:%u: ", file, line, column);
    fprintf(stderr,
            "error: Enzyme: a launch of the kernel %s is differentiated, which %s "
            "[enz-unsupported]\n",
            name, why);
    LLVMDisposeMessage(name);
    k->failed = true;
}

/* ---- derivatives ----------------------------------------------------------------------------- */

static LLVMValueRef marker(struct making *k, LLVMBuilderRef b, const char *name)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(k->c);
    LLVMValueRef global = LLVMGetNamedGlobal(k->m, name);
    return LLVMBuildLoad2(b, i32, global ? global : target_add_global(k->m, i32, name), "");
}

/* What the host has of the kernel is what the device has. */
static bool fits(LLVMValueRef kernel, const char *kinds)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), n = LLVMCountParams(kernel);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeKind t = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(kernel, k)));
        bool fit = (kinds[k] == ENZ_RT_LAUNCH_POINTER && t == LLVMPointerTypeKind) ||
                   (kinds[k] == ENZ_RT_LAUNCH_DOUBLE && t == LLVMDoubleTypeKind) ||
                   (kinds[k] == ENZ_RT_LAUNCH_FLOAT && t == LLVMFloatTypeKind) ||
                   (kinds[k] == ENZ_RT_LAUNCH_VALUE && t == LLVMIntegerTypeKind);
        if (!fit || LLVMGetEnumAttributeAtIndex(kernel, k + 1, byval))
            return false;
    }
    return kinds[n] == '\0';
}

static bool is_number(char kind)
{
    return kind == ENZ_RT_LAUNCH_FLOAT || kind == ENZ_RT_LAUNCH_DOUBLE;
}

/* The parameters of the derivative: behind those of the kernel that have a shadow, that; in reverse
 * mode at last where adjoints of numbers are added. */
static LLVMValueRef declare(struct making *k, LLVMValueRef kernel, const char *name,
                            const char *kinds, bool reverse)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST + 1];
    unsigned n = 0;
    for (unsigned i = 0; kinds[i]; i++) {
        params[n++] = LLVMTypeOf(LLVMGetParam(kernel, i));
        if (kinds[i] == ENZ_RT_LAUNCH_POINTER || (!reverse && is_number(kinds[i])))
            params[n++] = LLVMTypeOf(LLVMGetParam(kernel, i));
    }
    if (reverse)
        params[n++] = target_pointer(k->m);
    LLVMValueRef fn = LLVMAddFunction(
        k->m, name, LLVMFunctionType(LLVMVoidTypeInContext(k->c), params, n, 0));
    LLVMSetFunctionCallConv(fn, LLVMGetFunctionCallConv(kernel));
    LLVMSetVisibility(fn, LLVMGetVisibility(kernel));
    unsigned count =
        LLVMGetAttributeCountAtIndex(kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    LLVMAttributeRef *attributes = ARENA_ARRAY(&k->arena, LLVMAttributeRef, count);
    LLVMGetAttributesAtIndex(kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attributes[i]);
    return fn;
}

/* The operands of the derivative call. Whether a pointer has a shadow of its own is known when the
 * kernel runs. */
static unsigned operands_of(struct making *k, LLVMBuilderRef b, LLVMValueRef kernel,
                            LLVMValueRef fn, const char *kinds, bool reverse, LLVMValueRef *out)
{
    unsigned n = 0, at = 0;
    out[n++] = kernel;
    out[n++] = marker(k, b, "enzyme_runtime_activity");
    for (unsigned i = 0; kinds[i]; i++) {
        bool dup = kinds[i] == ENZ_RT_LAUNCH_POINTER || (!reverse && is_number(kinds[i]));
        out[n++] = marker(k, b,
                          dup                     ? "enzyme_dup"
                          : is_number(kinds[i])   ? "enzyme_out"
                                                  : "enzyme_const");
        out[n++] = LLVMGetParam(fn, at++);
        if (dup)
            out[n++] = LLVMGetParam(fn, at++);
    }
    return n;
}

static LLVMTypeRef result_type(struct making *k, LLVMValueRef kernel, const char *kinds,
                               bool reverse)
{
    LLVMTypeRef numbers[PARAMETERS_MOST];
    unsigned n = 0;
    for (unsigned i = 0; reverse && kinds[i]; i++)
        if (is_number(kinds[i]))
            numbers[n++] = LLVMTypeOf(LLVMGetParam(kernel, i));
    return n == 0   ? LLVMVoidTypeInContext(k->c)
           : n == 1 ? numbers[0]
                    : LLVMStructTypeInContext(k->c, numbers, n, 0);
}

/* Each sum is in 8 bytes. */
static void add_numbers(struct making *k, LLVMBuilderRef b, LLVMValueRef result, LLVMValueRef sums)
{
    LLVMTypeRef t = LLVMTypeOf(result), i64 = LLVMInt64TypeInContext(k->c);
    bool several = LLVMGetTypeKind(t) == LLVMStructTypeKind;
    unsigned n = LLVMGetTypeKind(t) == LLVMVoidTypeKind ? 0
                 : several                              ? LLVMCountStructElementTypes(t)
                                                        : 1;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef index = LLVMConstInt(i64, i, 0),
                     at = LLVMBuildGEP2(b, i64, sums, &index, 1, "");
        device_add(b, at, several ? LLVMBuildExtractValue(b, result, i, "") : result);
    }
}

static void make_derivative(struct making *k, LLVMValueRef kernel, const char *prefix,
                            const struct launch_line *line, bool reverse)
{
    LLVMValueRef operands[3 * PARAMETERS_MOST + 2];
    LLVMTypeRef types[3 * PARAMETERS_MOST + 2];
    LLVMValueRef fn =
        declare(k, kernel, arena_printf(&k->arena, "%s%s", prefix, line->kernel), line->letters,
                reverse);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(k->c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(k->c, fn, ""));
    unsigned n = operands_of(k, b, kernel, fn, line->letters, reverse, operands);
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(operands[i]);
    LLVMTypeRef type =
        LLVMFunctionType(result_type(k, kernel, line->letters, reverse), types, n, 0);
    LLVMValueRef entry = LLVMAddFunction(
        k->m,
        arena_printf(&k->arena, "%s.%s", reverse ? "__enzyme_autodiff" : "__enzyme_fwddiff",
                     line->kernel),
        type);
    LLVMValueRef result = LLVMBuildCall2(b, type, entry, operands, n, "");
    if (reverse)
        add_numbers(k, b, result, LLVMGetParam(fn, LLVMCountParams(fn) - 1));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

static void make(const struct launch_line *line, void *context)
{
    struct making *k = context;
    bool reverse = !strcmp(line->mode, "reverse");
    if (!reverse && strcmp(line->mode, "forward") != 0)
        return;
    LLVMValueRef kernel = LLVMGetNamedFunction(k->m, line->kernel);
    if (!kernel || LLVMIsDeclaration(kernel))
        refuse(k, NULL, line->kernel, "is not in the code for devices");
    else if (!fits(kernel, line->letters))
        refuse(k, NULL, line->kernel,
               "has a parameter that is neither a pointer, an integer, nor a number: pass structs "
               "by pointers");
    else
        make_derivative(k, kernel, reverse ? LAUNCH_REVERSE_PREFIX : LAUNCH_FORWARD_PREFIX, line,
                        reverse);
}

bool kernels_make_derivatives(LLVMModuleRef m, const char *list)
{
    struct making k = {.m = m, .c = LLVMGetModuleContext(m)};
    arena_init(&k.arena);
    bool read = launches_read(list, make, &k);
    arena_free(&k.arena);
    return read && !k.failed;
}

bool kernels_is_derivative(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return !strncmp(name, LAUNCH_REVERSE_PREFIX, sizeof LAUNCH_REVERSE_PREFIX - 1) ||
           !strncmp(name, LAUNCH_FORWARD_PREFIX, sizeof LAUNCH_FORWARD_PREFIX - 1);
}

/* ---- effects --------------------------------------------------------------------------------- */

static bool has_param_attribute(LLVMValueRef fn, unsigned k, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(fn, k + 1, kind) != NULL;
}

static char effect_of(LLVMValueRef kernel, unsigned k)
{
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(kernel, k))) != LLVMPointerTypeKind ||
        has_param_attribute(kernel, k, "readnone"))
        return '-';
    return has_param_attribute(kernel, k, "readonly")    ? 'r'
           : has_param_attribute(kernel, k, "writeonly") ? 'w'
                                                         : 'b';
}

static LLVMValueRef written_address(LLVMValueRef inst)
{
    return LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 1)
           : LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst)
               ? LLVMGetOperand(inst, 0)
               : NULL;
}

static bool is_of_device(LLVMModuleRef m, LLVMValueRef object)
{
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
    return LLVMIsAGlobalVariable(object) && space != target_space(m, TARGET_SHARED) &&
           space != target_space(m, TARGET_PRIVATE);
}

/* Why the kernel cannot be run again in the reverse sweep, or its memory not be put back; NULL if
 * the instruction is no reason. */
static const char *obstacle(LLVMModuleRef m, LLVMValueRef inst)
{
    LLVMValueRef to = written_address(inst),
                 object = to ? ezb_underlying_object(to, ADDRESS_STEPS) : NULL;
    if (object && is_of_device(m, object))
        return "writes a variable of the device: pass its address";
    if ((LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst)) && LLVMGetFirstUse(inst) &&
        LLVMGetPointerAddressSpace(LLVMTypeOf(to)) != target_space(m, TARGET_SHARED))
        return "uses what an atomic operation returns: that may differ when the kernel runs again "
               "in the reverse sweep";
    if (!LLVMIsALoadInst(inst) || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMPointerTypeKind)
        return NULL;
    object = ezb_underlying_object(LLVMGetOperand(inst, 0), ADDRESS_STEPS);
    return LLVMIsAAllocaInst(object) || LLVMIsAGlobalVariable(object)
               ? NULL
               : "takes pointers from memory: what it does behind them is not seen; pass them as "
                 "arguments";
}

typedef VEC(LLVMValueRef) function_list;

static void add_function(struct making *k, function_list *list, LLVMValueRef fn)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i] == fn)
            return;
    VEC_PUSH(&k->arena, list, fn);
}

/* One is enough. */
static bool look_at(struct making *k, const char *kernel, function_list *reached, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *why = obstacle(k->m, i);
            LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (called && !LLVMIsAFunction(called) && !LLVMIsAInlineAsm(called))
                why = "calls functions through pointers: what they do is not seen";
            if (why) {
                refuse(k, i, kernel, why);
                return false;
            }
            if (called && LLVMIsAFunction(called))
                add_function(k, reached, called);
        }
    return true;
}

static bool check_kernel(struct making *k, LLVMValueRef kernel)
{
    function_list reached = {0};
    const char *name = LLVMGetValueName(kernel);
    add_function(k, &reached, kernel);
    for (unsigned i = 0; i < reached.count; i++)
        if (!look_at(k, name, &reached, reached.items[i]))
            return false;
    return true;
}

struct effects {
    struct making making;
    FILE *out;
};

static void add_effects(const struct launch_line *line, void *context)
{
    struct effects *e = context;
    LLVMValueRef kernel = strcmp(line->mode, "reverse") != 0
                              ? NULL
                              : LLVMGetNamedFunction(e->making.m, line->kernel);
    if (!kernel || LLVMIsDeclaration(kernel) || !check_kernel(&e->making, kernel))
        return;
    fprintf(e->out, "effects %s ", line->kernel);
    for (unsigned k = 0; k < LLVMCountParams(kernel); k++)
        fputc(effect_of(kernel, k), e->out);
    fputc('\n', e->out);
}

/* Functions lose what keeps passes from them. */
static void open_all(LLVMModuleRef m)
{
    static const char *const names[] = {"optnone", "noinline"};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            LLVMRemoveEnumAttributeAtIndex(
                f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
}

/* Seen in a copy that is optimised, whatever the program's level. */
bool kernels_add_effects(EzbCtx *cx, LLVMModuleRef m, const char *list)
{
    static const char pipeline[] =
        "always-inline,inferattrs,cgscc(inline,function-attrs,function(sroa<modify-cfg>,"
        "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>)),cgscc(function-attrs)";
    LLVMModuleRef copy = LLVMCloneModule(m);
    struct effects e = {.making = {.m = copy, .c = LLVMGetModuleContext(m)},
                        .out = fopen(list, "a")};
    arena_init(&e.making.arena);
    open_all(copy);
    bool ok = e.out && !ezb_run_module_passes(cx, copy, pipeline, NULL) &&
              launches_read(list, add_effects, &e);
    ok &= e.out && !fclose(e.out) && !e.making.failed;
    arena_free(&e.making.arena);
    ezb_invalidate_all(cx);
    LLVMDisposeModule(copy);
    return ok;
}
