/* Emission helpers of the rules room: constants, conversions and calls in every FP type, scalar or
 * vector.
 *
 * A function of the table is called through its intrinsic where it has one. Otherwise the library
 * function of the argument's precision is declared; calls are marked free of effects because
 * derivative code never reads errno. Types without a library (half, bfloat) compute in float. */
#include "rules/emit.h"
#include "base/target.h"
#include "base/type.h"
#include <stdio.h>
#include <string.h>

bool emit_is_vector(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMVectorTypeKind || k == LLVMScalableVectorTypeKind;
}

LLVMTypeRef emit_scalar_type(LLVMTypeRef t)
{
    return emit_is_vector(t) ? LLVMGetElementType(t) : t;
}

bool emit_is_fp(LLVMTypeRef t)
{
    return type_is_fp(emit_scalar_type(t));
}

LLVMTypeRef emit_retype(LLVMTypeRef t, LLVMTypeRef scalar)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMVectorTypeKind: return LLVMVectorType(scalar, LLVMGetVectorSize(t));
    case LLVMScalableVectorTypeKind: return LLVMScalableVectorType(scalar, LLVMGetVectorSize(t));
    default: return scalar;
    }
}

LLVMValueRef emit_splat(LLVMBuilderRef b, LLVMValueRef scalar, LLVMTypeRef vector)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(vector));
    LLVMTypeRef type = emit_retype(vector, LLVMTypeOf(scalar));
    LLVMValueRef none = LLVMGetPoison(type);
    LLVMValueRef one = LLVMBuildInsertElement(b, none, scalar, LLVMConstInt(i32, 0, false), "");
    return LLVMBuildShuffleVector(b, one, none, LLVMConstNull(emit_retype(vector, i32)), "");
}

static LLVMValueRef constant_splat(LLVMValueRef scalar, LLVMTypeRef vector)
{
    LLVMValueRef lanes[64];
    unsigned n = LLVMGetVectorSize(vector);
    if (n > 64)
        return NULL;
    for (unsigned i = 0; i < n; i++)
        lanes[i] = scalar;
    return LLVMConstVector(lanes, n);
}

LLVMValueRef emit_literal(LLVMBuilderRef b, LLVMTypeRef t, const char *text, size_t length)
{
    LLVMTypeRef scalar = emit_scalar_type(t);
    LLVMValueRef v = emit_is_fp(scalar)
                         ? LLVMConstRealOfStringAndSize(scalar, text, (unsigned)length)
                         : LLVMConstIntOfStringAndSize(scalar, text, (unsigned)length, 10);
    if (!emit_is_vector(t))
        return v;
    LLVMValueRef splat = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? constant_splat(v, t) : NULL;
    return splat ? splat : emit_splat(b, v, t);
}

LLVMFastMathFlags rule_flags(enum rule_fp fp, LLVMValueRef like)
{
    const unsigned kept = LLVMFastMathAll & ~(unsigned)(LLVMFastMathNoNaNs | LLVMFastMathNoInfs);
    if (fp != RULE_FP_INHERIT)
        return fp == RULE_FP_FAST ? kept : LLVMFastMathNone;
    return like && LLVMCanValueUseFastMathFlags(like) ? LLVMGetFastMathFlags(like) & kept
                                                      : LLVMFastMathNone;
}

LLVMValueRef emit_flags(struct rule_env *env, LLVMValueRef v)
{
    if (LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v))
        LLVMSetFastMathFlags(v, rule_flags(env->fp, env->primal));
    return v;
}

/* ---- types ----------------------------------------------------------------------------------- */

unsigned emit_fp_rank(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(emit_scalar_type(t))) {
    case LLVMHalfTypeKind: return 1;
    case LLVMBFloatTypeKind: return 2;
    case LLVMFloatTypeKind: return 3;
    case LLVMDoubleTypeKind: return 4;
    case LLVMX86_FP80TypeKind: return 5;
    case LLVMPPC_FP128TypeKind: return 6;
    case LLVMFP128TypeKind: return 7;
    default: return 0;
    }
}

LLVMValueRef emit_convert(struct rule_env *env, LLVMValueRef v, LLVMTypeRef t)
{
    LLVMTypeRef from = emit_scalar_type(LLVMTypeOf(v)), to = emit_scalar_type(t);
    if (from == to || !emit_is_fp(from) || !emit_is_fp(to))
        return v;
    unsigned low = emit_fp_rank(from), high = emit_fp_rank(to);
    if (low <= 2 && high <= 2) /* half and bfloat: neither contains the other */
        v = LLVMBuildFPExt(
            env->builder, v,
            emit_retype(LLVMTypeOf(v), LLVMFloatTypeInContext(LLVMGetTypeContext(to))), ""),
        low = 3;
    LLVMTypeRef type = emit_retype(LLVMTypeOf(v), to);
    return low < high ? LLVMBuildFPExt(env->builder, v, type, "")
                      : LLVMBuildFPTrunc(env->builder, v, type, "");
}

const char *rule_type_suffix(LLVMModuleRef m, LLVMTypeRef scalar)
{
    bool x86 = LLVMGetTypeKind(target_long_double(m)) == LLVMX86_FP80TypeKind;
    switch (LLVMGetTypeKind(scalar)) {
    case LLVMFloatTypeKind: return "f";
    case LLVMDoubleTypeKind: return "";
    case LLVMX86_FP80TypeKind:
    case LLVMPPC_FP128TypeKind: return "l";
    case LLVMFP128TypeKind: return x86 ? "f128" : "l";
    default: return NULL;
    }
}

bool rule_suffix_fits(const char *suffix, LLVMTypeRef scalar)
{
    static const struct {
        const char *suffix;
        LLVMTypeKind kind;
    } table[] = {
        {"", LLVMDoubleTypeKind},     {"f", LLVMFloatTypeKind},       {"f32", LLVMFloatTypeKind},
        {"f64", LLVMDoubleTypeKind},  {"f16", LLVMHalfTypeKind},      {"f128", LLVMFP128TypeKind},
        {"f32x", LLVMDoubleTypeKind}, {"f64x", LLVMX86_FP80TypeKind}, {"f64x", LLVMFP128TypeKind},
        {"q", LLVMFP128TypeKind},     {"l", LLVMX86_FP80TypeKind},    {"l", LLVMFP128TypeKind},
        {"l", LLVMPPC_FP128TypeKind}, {"l", LLVMDoubleTypeKind},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].kind == LLVMGetTypeKind(scalar) && !strcmp(table[i].suffix, suffix))
            return true;
    return false;
}

/* ---- calls ----------------------------------------------------------------------------------- */

LLVMValueRef emit_intrinsic(struct rule_env *env, const char *name, LLVMTypeRef *overload,
                            unsigned overloads, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMContextRef cx = LLVMGetModuleContext(env->module);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(env->module, id, overload, overloads);
    return emit_flags(env, LLVMBuildCall2(env->builder,
                                          LLVMIntrinsicGetType(cx, id, overload, overloads), fn,
                                          args, count, ""));
}

static void mark_pure(LLVMContextRef cx, LLVMValueRef call)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(cx, kind, 0));
    }
}

/* Library function on scalars of a type that has one. */
static LLVMValueRef library_call(const struct rule *r, struct rule_env *env, LLVMValueRef *args,
                                 unsigned count, LLVMTypeRef fp)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", r->name, rule_type_suffix(env->module, fp));
    LLVMTypeRef params[RULE_MAX_OPERANDS];
    for (unsigned i = 0; i < count; i++)
        params[i] = LLVMTypeOf(args[i]);
    LLVMContextRef cx = LLVMGetModuleContext(env->module);
    LLVMTypeRef result = r->signature[0] == 'i' ? LLVMInt32TypeInContext(cx) : fp;
    LLVMTypeRef type = LLVMFunctionType(result, params, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(env->module, name);
    if (!fn)
        fn = LLVMAddFunction(env->module, name, type);
    LLVMValueRef call = LLVMBuildCall2(env->builder, type, fn, args, count, "");
    mark_pure(cx, call);
    return emit_flags(env, call);
}

static LLVMValueRef scalar_call(const struct rule *r, struct rule_env *env, LLVMValueRef *args,
                                unsigned count, LLVMTypeRef fp)
{
    if (rule_type_suffix(env->module, fp))
        return library_call(r, env, args, count, fp);
    LLVMTypeRef wide = LLVMFloatTypeInContext(LLVMGetTypeContext(fp));
    LLVMValueRef wider[RULE_MAX_OPERANDS];
    for (unsigned i = 0; i < count; i++)
        wider[i] = emit_convert(env, args[i], wide);
    return emit_convert(env, library_call(r, env, wider, count, wide), fp);
}

static LLVMValueRef lanes_call(const struct rule *r, struct rule_env *env, LLVMValueRef *args,
                               unsigned count, LLVMTypeRef vector)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(vector));
    LLVMValueRef out = NULL;
    if (LLVMGetTypeKind(vector) == LLVMScalableVectorTypeKind)
        return NULL;
    for (unsigned lane = 0; lane < LLVMGetVectorSize(vector); lane++) {
        LLVMValueRef at = LLVMConstInt(i32, lane, false), part[RULE_MAX_OPERANDS];
        for (unsigned i = 0; i < count; i++)
            part[i] = emit_is_vector(LLVMTypeOf(args[i]))
                          ? LLVMBuildExtractElement(env->builder, args[i], at, "")
                          : args[i];
        LLVMValueRef v = scalar_call(r, env, part, count, LLVMGetElementType(vector));
        if (!out)
            out = LLVMGetPoison(emit_retype(vector, LLVMTypeOf(v)));
        out = LLVMBuildInsertElement(env->builder, out, v, at, "");
    }
    return out;
}

LLVMValueRef emit_row_call(const struct rule *r, struct rule_env *env, LLVMValueRef *args,
                           unsigned count)
{
    LLVMTypeRef overload[1 + RULE_MAX_OPERANDS], fp = NULL;
    unsigned overloads = 1;
    const char *operand = strchr(r->signature, ':') + 1;
    for (unsigned i = 0; i < count; i++) {
        if (operand[i] == 'i')
            overload[overloads++] = LLVMTypeOf(args[i]);
        else if (!fp)
            fp = LLVMTypeOf(args[i]);
    }
    overload[0] = fp;
    if (rule_intrinsic(r))
        return emit_intrinsic(env, rule_intrinsic(r), overload, overloads, args, count);
    return emit_is_vector(fp) ? lanes_call(r, env, args, count, fp)
                              : scalar_call(r, env, args, count, fp);
}

LLVMValueRef emit_component(struct rule_env *env, LLVMValueRef v, unsigned c)
{
    if (!emit_is_vector(LLVMTypeOf(v)))
        return LLVMBuildExtractValue(env->builder, v, c, "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
    return LLVMBuildExtractElement(env->builder, v, LLVMConstInt(i32, c, false), "");
}

LLVMValueRef emit_insert(struct rule_env *env, LLVMValueRef v, LLVMValueRef component, unsigned c)
{
    if (!emit_is_vector(LLVMTypeOf(v)))
        return LLVMBuildInsertValue(env->builder, v, component, c, "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
    return LLVMBuildInsertElement(env->builder, v, component, LLVMConstInt(i32, c, false), "");
}
