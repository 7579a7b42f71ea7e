/* Calls of libm in a form that differentiation and the optimiser see through: see the header.
 *
 * What writes through pointers becomes values and stores, because a value has a derivative and a
 * store has a shadow; complex numbers become their parts, because x86-64 passes them in three ways;
 * and errno goes, because a call that writes it can neither be repeated nor vectorised. */
#include "prepare/calls/calls.h"
#include "ir/in_place.h"
#include "prepare/vectors/vectors.h"
#include "rules/rules.h"
#include <math.h>
#include <string.h>

/* One call being rewritten. */
struct site {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    LLVMTypeRef fp; /* its FP type */
    const char *suffix;
};

/* ---- pieces ---------------------------------------------------------------------------------- */

static bool is_scalar_fp(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return true;
    default: return false;
    }
}

static void copy_flags(LLVMValueRef from, LLVMValueRef to)
{
    if (LLVMIsAInstruction(to) && LLVMCanValueUseFastMathFlags(to) &&
        LLVMCanValueUseFastMathFlags(from))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

static LLVMValueRef intrinsic(struct site *s, const char *name, LLVMTypeRef *overload,
                              unsigned overloads, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef type =
        LLVMIntrinsicGetType(LLVMGetModuleContext(s->module), id, overload, overloads);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(s->module, id, overload, overloads);
    LLVMValueRef v = LLVMBuildCall2(s->builder, type, fn, args, count, "");
    copy_flags(s->call, v);
    in_place_mark_operation(
        v); /* the library's function sets errno, and nobody has moved its call */
    return v;
}

/* Versions of LLVM differ in which functions have one. */
static bool is_intrinsic(const char *name)
{
    return LLVMLookupIntrinsicID(name, strlen(name)) != 0;
}

static void mark_pure(LLVMValueRef call)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory"};
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(c, kind, 0));
    }
}

/* A library function of the site's precision. */
static LLVMValueRef library(struct site *s, const char *stem, LLVMValueRef *args, unsigned count)
{
    char name[32] = "";
    strncat(name, stem, 16);
    strncat(name, s->suffix, 8);
    LLVMTypeRef params[2] = {s->fp, s->fp}, type = LLVMFunctionType(s->fp, params, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(s->module, name);
    LLVMValueRef v = LLVMBuildCall2(
        s->builder, type, fn ? fn : LLVMAddFunction(s->module, name, type), args, count, "");
    copy_flags(s->call, v);
    in_place_mark_operation(v);
    mark_pure(v);
    return v;
}

static bool replace(struct site *s, LLVMValueRef with)
{
    if (with)
        LLVMReplaceAllUsesWith(s->call, with);
    LLVMInstructionEraseFromParent(s->call);
    return true;
}

/* Types of the arguments: f = the FP type, p = pointer. Sets s->fp. */
static bool arguments_fit(struct site *s, const char *letters)
{
    if (LLVMGetNumArgOperands(s->call) != strlen(letters))
        return false;
    for (unsigned i = 0; letters[i]; i++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(s->call, i));
        if (letters[i] == 'p' ? LLVMGetTypeKind(t) != LLVMPointerTypeKind
                              : !is_scalar_fp(t) || (s->fp && s->fp != t))
            return false;
        if (letters[i] == 'f')
            s->fp = t;
    }
    return true;
}

/* ---- results through pointers ---------------------------------------------------------------- */

static LLVMValueRef part(struct site *s, LLVMValueRef pair, unsigned i)
{
    return LLVMBuildExtractValue(s->builder, pair, i, "");
}

static void store(struct site *s, LLVMValueRef v, unsigned argument)
{
    LLVMBuildStore(s->builder, v, LLVMGetOperand(s->call, argument));
}

/* What is behind the point, as modf has it: of infinity a zero of its sign. */
static LLVMValueRef fraction_of(struct site *s, LLVMValueRef x)
{
    LLVMValueRef size = intrinsic(s, "llvm.fabs", &s->fp, 1, &x, 1),
                 infinity = LLVMConstReal(s->fp, HUGE_VAL),
                 signed_zero[] = {LLVMConstNull(s->fp), x},
                 zero = intrinsic(s, "llvm.copysign", &s->fp, 1, signed_zero, 2),
                 rest = LLVMBuildFRem(s->builder, x, LLVMConstReal(s->fp, 1), "");
    LLVMValueRef is_infinite = LLVMBuildFCmp(s->builder, LLVMRealOEQ, size, infinity, "");
    copy_flags(s->call, rest);
    return LLVMBuildSelect(s->builder, is_infinite, zero, rest, "");
}

static bool rewrite_modf(struct site *s)
{
    if (!arguments_fit(s, "fp"))
        return false;
    LLVMValueRef x = LLVMGetOperand(s->call, 0);
    if (!is_intrinsic("llvm.modf")) {
        LLVMValueRef fraction = fraction_of(s, x);
        store(s, intrinsic(s, "llvm.trunc", &s->fp, 1, &x, 1), 1);
        return replace(s, fraction);
    }
    LLVMValueRef pair = intrinsic(s, "llvm.modf", &s->fp, 1, &x, 1);
    store(s, part(s, pair, 1), 1);
    return replace(s, part(s, pair, 0));
}

static bool rewrite_frexp(struct site *s)
{
    if (!arguments_fit(s, "fp"))
        return false;
    LLVMTypeRef overload[] = {s->fp, LLVMInt32TypeInContext(LLVMGetModuleContext(s->module))};
    LLVMValueRef x = LLVMGetOperand(s->call, 0),
                 pair = intrinsic(s, "llvm.frexp", overload, 2, &x, 1);
    store(s, part(s, pair, 1), 1);
    return replace(s, part(s, pair, 0));
}

/* The integer that operand k leads to is written to a variable, and stored there: there may have
 * been a floating-point value, in a union say. */
static bool write_apart(struct site *s, unsigned k)
{
    LLVMTypeRef integer = LLVMInt32TypeInContext(LLVMGetModuleContext(s->module));
    LLVMValueRef to = LLVMGetOperand(s->call, k);
    if (LLVMIsAAllocaInst(to) && LLVMGetTypeKind(LLVMGetAllocatedType(to)) == LLVMIntegerTypeKind)
        return false;
    LLVMValueRef variable = prepare_variable(s->call, integer);
    LLVMSetOperand(s->call, k, variable);
    LLVMPositionBuilderBefore(s->builder, LLVMGetNextInstruction(s->call));
    LLVMBuildStore(s->builder, LLVMBuildLoad2(s->builder, integer, variable, ""), to);
    return true;
}

static bool rewrite_lgamma_r(struct site *s)
{
    return arguments_fit(s, "fp") && write_apart(s, 1);
}

static bool rewrite_remquo(struct site *s)
{
    return arguments_fit(s, "ffp") && write_apart(s, 2);
}

static bool rewrite_sincos(struct site *s)
{
    if (!arguments_fit(s, "fpp"))
        return false;
    LLVMValueRef x = LLVMGetOperand(s->call, 0);
    if (!is_intrinsic("llvm.sincos")) {
        store(s, intrinsic(s, "llvm.sin", &s->fp, 1, &x, 1), 1);
        store(s, intrinsic(s, "llvm.cos", &s->fp, 1, &x, 1), 2);
        return replace(s, NULL);
    }
    LLVMValueRef pair = intrinsic(s, "llvm.sincos", &s->fp, 1, &x, 1);
    store(s, part(s, pair, 0), 1);
    store(s, part(s, pair, 1), 2);
    return replace(s, NULL);
}

/* No target here has code for llvm.sincospi. */
static bool rewrite_sincospi(struct site *s)
{
    if (!arguments_fit(s, "fpp"))
        return false;
    LLVMValueRef x = LLVMGetOperand(s->call, 0);
    LLVMValueRef sine = library(s, "sinpi", &x, 1), cosine = library(s, "cospi", &x, 1);
    store(s, sine, 1);
    store(s, cosine, 2);
    return replace(s, NULL);
}

/* ---- complex numbers ------------------------------------------------------------------------- */

/* The two parts of a complex argument: two scalars, a packed pair, or memory (byval). Sets s->fp.
 */
static bool complex_parts(struct site *s, LLVMValueRef z[2])
{
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
    if (arguments_fit(s, "ff")) {
        z[0] = LLVMGetOperand(s->call, 0);
        z[1] = LLVMGetOperand(s->call, 1);
        return true;
    }
    if (LLVMGetNumArgOperands(s->call) != 1)
        return false;
    LLVMValueRef a = LLVMGetOperand(s->call, 0);
    LLVMTypeRef t = LLVMTypeOf(a);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == 2 &&
        is_scalar_fp(LLVMGetElementType(t))) {
        s->fp = LLVMGetElementType(t);
        for (unsigned i = 0; i < 2; i++)
            z[i] = LLVMBuildExtractElement(s->builder, a, LLVMConstInt(i32, i, false), "");
        return true;
    }
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || strcmp(s->suffix, "l"))
        return false;
    s->fp = LLVMX86FP80TypeInContext(c);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef at = LLVMConstInt(i32, i, false);
        z[i] = LLVMBuildLoad2(s->builder, s->fp,
                              LLVMBuildInBoundsGEP2(s->builder, s->fp, a, &at, 1, ""), "");
    }
    return true;
}

static bool real_result(struct site *s)
{
    return LLVMTypeOf(s->call) == s->fp;
}

static bool rewrite_cabs(struct site *s)
{
    LLVMValueRef z[2];
    return complex_parts(s, z) && real_result(s) && replace(s, library(s, "hypot", z, 2));
}

static bool rewrite_carg(struct site *s)
{
    LLVMValueRef z[2];
    if (!complex_parts(s, z) || !real_result(s))
        return false;
    LLVMValueRef args[] = {z[1], z[0]};
    return replace(s, is_intrinsic("llvm.atan2") ? intrinsic(s, "llvm.atan2", &s->fp, 1, args, 2)
                                                 : library(s, "atan2", args, 2));
}

static bool rewrite_creal(struct site *s)
{
    LLVMValueRef z[2];
    return complex_parts(s, z) && real_result(s) && replace(s, z[0]);
}

static bool rewrite_cimag(struct site *s)
{
    LLVMValueRef z[2];
    return complex_parts(s, z) && real_result(s) && replace(s, z[1]);
}

/* {re, -im} as a struct of two or as a packed pair. */
static bool rewrite_conj(struct site *s)
{
    LLVMValueRef z[2], out = LLVMGetPoison(LLVMTypeOf(s->call));
    LLVMTypeRef t = LLVMTypeOf(s->call),
                i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->module));
    if ((LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMVectorTypeKind) ||
        !complex_parts(s, z))
        return false;
    z[1] = LLVMBuildFNeg(s->builder, z[1], "");
    for (unsigned i = 0; i < 2; i++)
        out = LLVMGetTypeKind(t) == LLVMVectorTypeKind
                  ? LLVMBuildInsertElement(s->builder, out, z[i], LLVMConstInt(i32, i, false), "")
                  : LLVMBuildInsertValue(s->builder, out, z[i], i, "");
    return replace(s, out);
}

/* ---- functions with a rule ------------------------------------------------------------------- */

/* sin(x) -> llvm.sin(x); cbrt(x) -> cbrt(x) without effects. */
static bool rewrite_pure(struct site *s, const struct rule *r)
{
    LLVMTypeRef overload[3], result = LLVMTypeOf(s->call);
    LLVMValueRef args[3];
    unsigned n = LLVMGetNumArgOperands(s->call), overloads = 1;
    if (rule_writes(r))
        return false;
    if (!rule_intrinsic(r) || n > 3 || !is_scalar_fp(result)) {
        mark_pure(s->call);
        return true;
    }
    overload[0] = result;
    for (unsigned i = 0; i < n; i++) {
        args[i] = LLVMGetOperand(s->call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(args[i])) == LLVMIntegerTypeKind)
            overload[overloads++] = LLVMTypeOf(args[i]);
    }
    return replace(s, intrinsic(s, rule_intrinsic(r), overload, overloads, args, n));
}

/* ---- the function ---------------------------------------------------------------------------- */

struct expansion {
    const char *stem;
    bool (*rewrite)(struct site *s);
};
static const struct expansion expansions[] = {
    {"cabs", rewrite_cabs},          {"carg", rewrite_carg},
    {"cimag", rewrite_cimag},        {"conj", rewrite_conj},
    {"creal", rewrite_creal},        {"frexp", rewrite_frexp},
    {"lgamma_r", rewrite_lgamma_r},  {"lgammaf_r", rewrite_lgamma_r},
    {"lgammal_r", rewrite_lgamma_r}, {"modf", rewrite_modf},
    {"remquo", rewrite_remquo},      {"sincos", rewrite_sincos},
    {"sincospi", rewrite_sincospi},
};

/* The row for stem + suffix (none f l f32 f64 f128); *suffix is the rest of the name. */
static const struct expansion *find_expansion(const char *name, size_t length, const char **suffix)
{
    static const char *const suffixes[] = {"", "f", "l", "f32", "f64", "f128"};
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++) {
        size_t stem = strlen(expansions[i].stem);
        if (stem > length || strncmp(name, expansions[i].stem, stem))
            continue;
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++)
            if (strlen(suffixes[k]) == length - stem &&
                !strncmp(name + stem, suffixes[k], length - stem)) {
                *suffix = suffixes[k];
                return &expansions[i];
            }
    }
    return NULL;
}

bool prepare_is_like_library(LLVMValueRef fn)
{
    static const char note[] = "enzyme_math";
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                         sizeof note - 1) != NULL;
}

/* A shuffle of a device, whose place counts. */
static bool goes_over_lanes(LLVMValueRef callee)
{
    static const char name[] = "convergent";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    return callee && LLVMGetEnumAttributeAtIndex(
                         callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

static bool rewrite_call(EzbCtx *cx, LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call)
{
    struct call_info info = rule_classify(cx, call);
    if (!info.callee || !LLVMIsDeclaration(info.callee) || info.cls == CALL_CUSTOM ||
        prepare_is_like_library(info.callee))
        return false;
    LLVMPositionBuilderBefore(b, call);
    if (LLVMGetIntrinsicID(info.callee))
        return info.cls != CALL_RULE &&
               (prepare_vector_call(b, call) || prepare_masked_call(cx, m, b, call));
    size_t length;
    const char *name = LLVMGetValueName2(info.callee, &length);
    struct site s = {.module = m, .builder = b, .call = call};
    const struct expansion *e = find_expansion(name, length, &s.suffix);
    if (e && info.cls != CALL_INACTIVE)
        return e->rewrite(&s);
    if (info.cls == CALL_UNKNOWN && prepare_complex_call(m, b, call))
        return true;
    return info.cls == CALL_RULE && !goes_over_lanes(info.callee) && rewrite_pure(&s, info.rule);
}

unsigned prepare_libm_calls(struct prepare *p, LLVMValueRef fn)
{
    LLVMModuleRef m = LLVMGetGlobalParent(fn);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    unsigned changed = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsACallInst(i) && rewrite_call(p->cx, m, b, i))
                changed++;
        }
    LLVMDisposeBuilder(b);
    return changed;
}
