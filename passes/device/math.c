/* Mathematical functions: the names of libdevice (NVIDIA) and ocml (AMD), and LLVM's intrinsics. */
#include "base/target.h"
#include "device/device.h"
#include "rules/rules.h"
#include <stdio.h>
#include <string.h>

bool device_is_nvidias(LLVMModuleRef m)
{
    return !strncmp(LLVMGetTarget(m), "nvptx", strlen("nvptx"));
}

/* Names of the vendor's library: what stands in front of and behind that of a function. */
struct library {
    const char *prefix, *single, *of_double;
    const char *const (*others)[2]; /* the library's name of a function, and that of rules */
};

static const struct library *library_of(LLVMModuleRef m)
{
    static const char *const of_ocml[][2] = {
        {"i0", "cyl_bessel_i0"}, {"i1", "cyl_bessel_i1"}, {"len3", "norm3d"},
        {"len4", "norm4d"},      {"ncdf", "normcdf"},     {"ncdfinv", "normcdfinv"},
        {"rlen3", "rnorm3d"},    {"rlen4", "rnorm4d"},    {NULL, NULL}};
    static const struct library libdevice = {"__nv_", "f", "", NULL},
                                ocml = {"__ocml_", "_f32", "_f64", of_ocml};
    return device_is_nvidias(m) ? &libdevice : &ocml;
}

/* The function's other name: column `from` of the table has the given one. */
static const char *renamed(const struct library *l, const char *name, unsigned from)
{
    for (unsigned i = 0; l->others && l->others[i][0]; i++)
        if (!strcmp(name, l->others[i][from]))
            return l->others[i][1 - from];
    return name;
}

enum { NAME_SIZE = 64 };

/* Removes `tail` from the end of the name. */
static bool cut(char *name, const char *tail)
{
    size_t n = strlen(name), k = strlen(tail);
    if (n <= k || strcmp(name + n - k, tail) != 0)
        return false;
    name[n - k] = '\0';
    return true;
}

/* ---- to the names of ISO C ------------------------------------------------------------------- */

/* Functions without a rule that have a body (runtime/device/bodies.c). */
static bool has_body(const char *name)
{
    static const char *const names[] = {"modf",    "norm3d",  "norm4d", "normcdf", "normcdfinv",
                                        "rnorm3d", "rnorm4d", "sincos", "sincospi"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(name, names[i], n) && (!name[n] || !strcmp(name + n, "f")))
            return true;
    }
    return false;
}

static bool is_known(LLVMValueRef fn, const char *name)
{
    return rule_like(fn, name) || has_body(name);
}

/* Functions of ocml that have a second result, in memory of the thread: those that have a body keep
 * their names (runtime/device/bodies.c). */
static bool writes_privately(LLVMValueRef fn)
{
    unsigned space = target_space(LLVMGetGlobalParent(fn), TARGET_PRIVATE);
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(fn, k));
        if (LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == space)
            return true;
    }
    return false;
}

static bool has_own_body(LLVMValueRef fn)
{
    static const char *const names[] = {"__ocml_modf_f32",     "__ocml_modf_f64",
                                        "__ocml_sincos_f32",   "__ocml_sincos_f64",
                                        "__ocml_sincospi_f32", "__ocml_sincospi_f64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(LLVMGetValueName(fn), names[i]))
            return true;
    return false;
}

/* The name in ISO C of a function of the library that has a rule or a body. False for others. */
static bool standard_name(LLVMValueRef fn, char *name)
{
    size_t length;
    const struct library *l = library_of(LLVMGetGlobalParent(fn));
    const char *given = LLVMGetValueName2(fn, &length);
    size_t prefix = strlen(l->prefix);
    if (strncmp(given, l->prefix, prefix) != 0 || length >= NAME_SIZE)
        return false;
    char base[NAME_SIZE];
    strcpy(base, given + prefix);
    bool named_alike = !*l->of_double, wide = named_alike || cut(base, l->of_double);
    if (!wide && !cut(base, l->single))
        return false;
    snprintf(name, NAME_SIZE, "%s%s", renamed(l, base, 0), wide ? "" : "f");
    return is_known(fn, name) && !writes_privately(fn);
}

/* With operands in memory, as frexp has one, it writes there. */
static void add_effects(LLVMValueRef fn)
{
    static const char *const names[] = {"nounwind", "willreturn", "nosync", "nofree"};
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    bool writes = false;
    for (unsigned k = 0; k < LLVMCountParams(fn); k++)
        writes |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, k))) == LLVMPointerTypeKind;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])),
                                    0));
    ezb_set_fn_effects(fn, (EzbEffects){.arg = writes ? EZB_MOD : EZB_NO_MODREF});
}

/* Also a declaration may be convergent, which nothing of the library is, or to be inlined. */
static void drop_attributes(LLVMValueRef fn)
{
    static const char *const names[] = {"convergent", "alwaysinline"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
}

void device_open_library(EzbCtx *cx, LLVMModuleRef m)
{
    char name[NAME_SIZE];
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (!standard_name(f, name) && !has_own_body(f))
            continue;
        if (!LLVMIsDeclaration(f))
            ezb_delete_body(f);
        LLVMSetLinkage(f, LLVMExternalLinkage);
        drop_attributes(f);
        add_effects(f);
    }
    ezb_run_module_passes(cx, m, "globaldce", NULL);
}

static void name_as_standard(LLVMValueRef fn)
{
    char name[NAME_SIZE];
    if (!LLVMIsDeclaration(fn) || !standard_name(fn, name))
        return;
    LLVMValueRef known = LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
    if (known && !LLVMIsDeclaration(known))
        return;
    if (!known) {
        LLVMSetValueName2(fn, name, strlen(name));
        return;
    }
    LLVMReplaceAllUsesWith(fn, known);
    LLVMDeleteFunction(fn);
}

void device_name_functions(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        name_as_standard(f);
    }
}

/* ---- to those of the library ----------------------------------------------------------------- */

/* LLVM's intrinsics that no device has instructions for. */
static const char *const intrinsics[] = {
    "acos", "asin",  "atan", "atan2", "cos",  "cosh", "exp",  "exp10", "exp2", "ldexp",
    "log",  "log10", "log2", "pow",   "powi", "sin",  "sinh", "tan",   "tanh",
};

struct closing {
    LLVMModuleRef m;
    LLVMBuilderRef b;
    const struct library *library;
};

static LLVMTypeRef format_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind ? t
                                                   : LLVMDoubleTypeInContext(LLVMGetTypeContext(t));
}

/* Half precision is computed in float. */
static LLVMTypeRef computed_in(LLVMTypeRef t)
{
    bool wide = LLVMGetTypeKind(t) == LLVMDoubleTypeKind || LLVMGetTypeKind(t) == LLVMFloatTypeKind;
    return wide ? t : LLVMFloatTypeInContext(LLVMGetTypeContext(t));
}

static LLVMValueRef library_function(struct closing *c, const char *base, LLVMTypeRef format,
                                     LLVMTypeRef type)
{
    char name[NAME_SIZE];
    bool single = LLVMGetTypeKind(format) == LLVMFloatTypeKind;
    snprintf(name, sizeof name, "%s%s%s", c->library->prefix, renamed(c->library, base, 1),
             single ? c->library->single : c->library->of_double);
    LLVMValueRef fn = LLVMGetNamedFunction(c->m, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(c->m, name, type);
    add_effects(fn);
    return fn;
}

enum { MOST_OPERANDS = 2 };

/* One number: operands are numbers of one format, or integers. */
static LLVMValueRef build_call(struct closing *c, const char *base, LLVMValueRef *operands,
                               unsigned n, LLVMTypeRef result)
{
    LLVMTypeRef format = computed_in(result), types[MOST_OPERANDS];
    for (unsigned k = 0; k < n; k++) {
        if (LLVMGetTypeKind(LLVMTypeOf(operands[k])) != LLVMIntegerTypeKind)
            operands[k] = LLVMBuildFPCast(c->b, operands[k], format, "");
        types[k] = LLVMTypeOf(operands[k]);
    }
    LLVMTypeRef type = LLVMFunctionType(format, types, n, 0);
    LLVMValueRef fn = library_function(c, base, format, type);
    return LLVMBuildFPCast(c->b, LLVMBuildCall2(c->b, type, fn, operands, n, ""), result, "");
}

static LLVMValueRef lane(struct closing *c, LLVMValueRef v, unsigned i)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
        return v;
    return LLVMBuildExtractElement(
        c->b, v, LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(c->m)), i, 0), "");
}

/* The operation, whose operands are numbers or vectors of them, by calls. */
static void replace(struct closing *c, LLVMValueRef inst, const char *base, unsigned n)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef one = vector ? LLVMGetElementType(t) : t;
    LLVMValueRef result = vector ? LLVMGetUndef(t) : NULL, operands[MOST_OPERANDS];
    LLVMPositionBuilderBefore(c->b, inst);
    for (unsigned i = 0; i < (vector ? LLVMGetVectorSize(t) : 1); i++) {
        for (unsigned k = 0; k < n; k++)
            operands[k] = lane(c, LLVMGetOperand(inst, k), i);
        LLVMValueRef r = build_call(c, base, operands, n, one);
        LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->m));
        result = vector ? LLVMBuildInsertElement(c->b, result, r, LLVMConstInt(i32, i, 0), "") : r;
    }
    LLVMReplaceAllUsesWith(inst, result);
    LLVMInstructionEraseFromParent(inst);
}

/* With leave to approximate, float has instructions for some of them. */
static const struct approximation {
    const char *base, *nvidia;
} approximations[] = {
    {"cos", "llvm.nvvm.cos.approx.f"},
    {"exp2", "llvm.nvvm.ex2.approx"},
    {"log2", "llvm.nvvm.lg2.approx.f"},
    {"sin", "llvm.nvvm.sin.approx.f"},
};

static const struct approximation *approximation_of(LLVMValueRef call, const char *base)
{
    for (size_t i = 0; i < sizeof approximations / sizeof *approximations; i++)
        if (!strcmp(base, approximations[i].base))
            return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMFloatTypeKind &&
                           LLVMGetFastMathFlags(call) & LLVMFastMathApproxFunc
                       ? &approximations[i]
                       : NULL;
    return NULL;
}

/* LLVM selects instructions of AMD's devices for the intrinsic itself. */
static void approximate(struct closing *c, LLVMValueRef call, const struct approximation *a)
{
    if (!device_is_nvidias(c->m))
        return;
    LLVMValueRef x = LLVMGetOperand(call, 0);
    LLVMTypeRef type = LLVMTypeOf(x);
    unsigned id = LLVMLookupIntrinsicID(a->nvidia, strlen(a->nvidia));
    LLVMValueRef fn =
        LLVMGetIntrinsicDeclaration(c->m, id, &type, LLVMIntrinsicIsOverloaded(id) ? 1 : 0);
    LLVMPositionBuilderBefore(c->b, call);
    LLVMReplaceAllUsesWith(call, LLVMBuildCall2(c->b, LLVMGlobalGetValueType(fn), fn, &x, 1, ""));
    LLVMInstructionEraseFromParent(call);
}

static void replace_intrinsic(struct closing *c, LLVMValueRef fn)
{
    size_t length;
    static const char llvm[] = "llvm.";
    const char *name = LLVMGetValueName2(fn, &length);
    if (strncmp(name, llvm, sizeof llvm - 1) != 0)
        return;
    name += sizeof llvm - 1;
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        size_t n = strlen(intrinsics[i]);
        if (strncmp(name, intrinsics[i], n) != 0 || name[n] != '.')
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(fn), next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            const struct approximation *a = approximation_of(call, intrinsics[i]);
            if (a)
                approximate(c, call, a);
            else
                replace(c, call, intrinsics[i], LLVMGetNumArgOperands(call));
        }
    }
}

/* The functions of ISO C, those that rules call included. */
static void name_as_in_library(struct closing *c, LLVMValueRef fn)
{
    size_t length;
    char base[NAME_SIZE];
    const char *name = LLVMGetValueName2(fn, &length);
    if (!LLVMIsDeclaration(fn) || LLVMGetIntrinsicID(fn) || length >= NAME_SIZE ||
        !strncmp(name, c->library->prefix, strlen(c->library->prefix)) || !is_known(fn, name))
        return;
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type);
    LLVMTypeKind kind = LLVMGetTypeKind(result);
    if (kind == LLVMIntegerTypeKind || kind == LLVMVoidTypeKind) /* ilogb, sincos */
        result = LLVMTypeOf(LLVMGetParam(fn, 0));
    strcpy(base, name);
    if (LLVMGetTypeKind(format_of(result)) == LLVMFloatTypeKind)
        cut(base, "f");
    LLVMReplaceAllUsesWith(fn, library_function(c, base, format_of(result), type));
    LLVMDeleteFunction(fn);
}

/* The remainder: LLVM's expansion is exact for quotients of few bits only. */
static void replace_remainders(struct closing *c, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMGetInstructionOpcode(i) == LLVMFRem)
                replace(c, i, "fmod", 2);
        }
}

void device_close_library(LLVMModuleRef m)
{
    struct closing c = {m, LLVMCreateBuilderInContext(LLVMGetModuleContext(m)), library_of(m)};
    for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        replace_remainders(&c, f);
        replace_intrinsic(&c, f);
        name_as_in_library(&c, f);
    }
    LLVMDisposeBuilder(c.b);
}
