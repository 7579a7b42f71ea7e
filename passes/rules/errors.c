/* Absolute errors of results: those of the operands, multiplied with partial derivatives, and one
 * rounding.
 *
 * A partial derivative takes part by its absolute value, so that errors add up and never cancel. A
 * result that is computed as exactly as its format allows is off by half a unit in its last place
 * at most; library functions are taken for such. Of complex results it is the larger part that
 * says how large the unit is: the smaller one may be what a cancellation leaves. */
#include "base/type.h"
#include "rules/emit.h"
#include "llvm-c/Target.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bits of the significand, with the leading one; 0: of no such format. */
static unsigned precision_of(LLVMTypeRef scalar)
{
    switch (LLVMGetTypeKind(scalar)) {
    case LLVMHalfTypeKind: return 11;
    case LLVMBFloatTypeKind: return 8;
    case LLVMFloatTypeKind: return 24;
    case LLVMDoubleTypeKind: return 53;
    case LLVMX86_FP80TypeKind: return 64;
    case LLVMFP128TypeKind: return 113;
    default: return 0;
    }
}

/* ---- half a unit in the last place ---- */

/* The exponent of the format; the leading bit, too, where it is stored. */
static LLVMValueRef exponent_mask(LLVMTypeRef bits, unsigned width, unsigned precision)
{
    uint64_t words[2] = {0, 0};
    for (unsigned i = precision - 1; i + 1 < width; i++)
        words[i / 64] |= UINT64_C(1) << i % 64;
    return LLVMConstIntOfArbitraryPrecision(bits, 2, words);
}

static LLVMValueRef fp_splat(LLVMBuilderRef b, LLVMTypeRef t, const char *text)
{
    return emit_literal(b, t, text, strlen(text));
}

/* x without sign and fraction is 2^e, with 2^e <= |x| < 2^(e+1), or 0 for a subnormal number; with
 * p bits the unit is 2^(e-p+1). Infinity where x is infinite or no number. */
static LLVMValueRef build_half_ulp(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x), scalar = emit_scalar_type(t);
    unsigned precision = precision_of(scalar),
             width = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(m), scalar);
    LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(t), width), bits;
    bits = emit_retype(t, word);
    LLVMValueRef mask = exponent_mask(word, width, precision);
    if (emit_is_vector(t))
        mask = emit_splat(b, mask, bits);
    LLVMValueRef power = LLVMBuildAnd(b, LLVMBuildBitCast(b, x, bits, ""), mask, "");
    char factor[16];
    snprintf(factor, sizeof factor, "0x1p-%u", precision);
    return LLVMBuildFMul(b, LLVMBuildBitCast(b, power, t, ""), fp_splat(b, t, factor), "");
}

static void mark_pure(LLVMContextRef c, LLVMValueRef fn)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory", "alwaysinline"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(c, kind, 0));
    }
}

/* By a function, whose name says that nothing moves with x: derivatives of error estimates. */
static LLVMValueRef half_ulp(struct rule_env *env, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x), type = LLVMFunctionType(t, &t, 1, false);
    char *type_name = LLVMPrintTypeToString(t), name[96];
    snprintf(name, sizeof name, RULE_HALF_ULP_PREFIX "%s", type_name);
    LLVMDisposeMessage(type_name);
    LLVMValueRef fn = LLVMGetNamedFunction(env->module, name);
    if (!fn) {
        LLVMContextRef c = LLVMGetModuleContext(env->module);
        LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
        fn = LLVMAddFunction(env->module, name, type);
        LLVMSetLinkage(fn, LLVMInternalLinkage);
        mark_pure(c, fn);
        LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
        LLVMBuildRet(b, build_half_ulp(b, env->module, LLVMGetParam(fn, 0)));
        LLVMDisposeBuilder(b);
    }
    return LLVMBuildCall2(env->builder, type, fn, &x, 1, "");
}

/* ---- errors ---- */

static LLVMValueRef absolute(struct rule_env *env, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    return emit_intrinsic(env, "llvm.fabs", &t, 1, &x, 1);
}

static LLVMValueRef sum(struct rule_env *env, LLVMValueRef a, LLVMValueRef b)
{
    return a && b ? emit_flags(env, LLVMBuildFAdd(env->builder, a, b, "")) : a ? a : b;
}

static bool is_multiply_add(LLVMValueRef inst)
{
    static const char prefix[] = "llvm.fmuladd.";
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) && !strncmp(LLVMGetValueName(fn), prefix, sizeof prefix - 1);
}

/* The format of the operand has no number that the result lacks. */
static bool is_widening(const struct rule *r, struct rule_env *env, LLVMTypeRef result)
{
    LLVMTypeRef from = emit_scalar_type(LLVMTypeOf(LLVMGetOperand(env->primal, 0)));
    bool converts = r == rule_of_intrinsic("llvm.fpext", strlen("llvm.fpext"));
    bool narrows_range =
        LLVMGetTypeKind(from) == LLVMBFloatTypeKind && LLVMGetTypeKind(result) == LLVMHalfTypeKind;
    return converts && !narrows_range && precision_of(from) <= precision_of(result);
}

static bool is_power_of_two(LLVMValueRef v)
{
    LLVMBool lossy = true;
    int exponent;
    double x = LLVMIsAConstantFP(v) ? LLVMConstRealGetDouble(v, &lossy) : 0;
    return !lossy && fabs(frexp(x, &exponent)) == 0.5;
}

/* Scaled by a power of two, as ldexp does it, for which such an operation may stand. */
static bool is_scaling(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFMul:
        return is_power_of_two(LLVMGetOperand(inst, 0)) || is_power_of_two(LLVMGetOperand(inst, 1));
    case LLVMFDiv: return is_power_of_two(LLVMGetOperand(inst, 1));
    default: return false;
    }
}

/* What rounding adds to component c of the result, or to the result (RULE_RESULT). */
static LLVMValueRef rounding(const struct rule *r, struct rule_env *env, int c)
{
    LLVMValueRef result = env->value(env->user, RULE_RESULT);
    LLVMValueRef part = c == RULE_RESULT ? result : emit_component(env, result, (unsigned)c);
    LLVMTypeRef scalar = emit_scalar_type(LLVMTypeOf(part));
    if (r->flags & RULE_EXACT || !emit_is_fp(scalar) || is_widening(r, env, scalar) ||
        is_scaling(env->primal))
        return NULL;
    LLVMValueRef error = half_ulp(env, part);
    if (is_multiply_add(env->primal)) /* one rounding or two: the target decides */
        error = sum(env, error,
                    half_ulp(env, LLVMBuildFMul(env->builder, env->value(env->user, 0),
                                                env->value(env->user, 1), "")));
    return error;
}

/* Both parts of a complex result: half a unit of the larger one. */
static LLVMValueRef larger(struct rule_env *env, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef first = LLVMBuildFCmp(env->builder, LLVMRealOGT, a, b, "");
    return LLVMBuildSelect(env->builder, first, a, b, "");
}

static LLVMValueRef add_roundings(const struct rule *r, struct rule_env *env, LLVMValueRef total)
{
    bool complex = !strncmp(r->signature, "ff:ff", 5);
    if (rule_result_count(r) == 1)
        return sum(env, total, rounding(r, env, RULE_RESULT));
    LLVMValueRef parts[RULE_MAX_RESULTS] = {rounding(r, env, 0), rounding(r, env, 1)};
    if (complex && parts[0])
        parts[0] = parts[1] = larger(env, parts[0], parts[1]);
    for (unsigned c = 0; c < RULE_MAX_RESULTS; c++)
        if (parts[c])
            total = emit_insert(env, total, sum(env, emit_component(env, total, c), parts[c]), c);
    return total;
}

/* total + |t|, in each component. */
static LLVMValueRef add_absolute(const struct rule *r, struct rule_env *env, LLVMValueRef total,
                                 LLVMValueRef t)
{
    if (!t)
        return total;
    if (rule_result_count(r) == 1)
        return sum(env, total, absolute(env, t));
    for (unsigned c = 0; c < RULE_MAX_RESULTS; c++) {
        LLVMValueRef part = emit_component(env, t, c);
        if (emit_is_fp(LLVMTypeOf(part)))
            total = emit_insert(env, total,
                                sum(env, emit_component(env, total, c), absolute(env, part)), c);
    }
    return total;
}

bool rule_has_error(const struct rule *r, LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind)
        t = LLVMStructGetTypeAtIndex(t, 0);
    return !r->special && LLVMGetTypeKind(t) != LLVMScalableVectorTypeKind &&
           (!emit_is_fp(t) || precision_of(emit_scalar_type(t)));
}

LLVMValueRef rule_error(const struct rule *r, struct rule_env *env, LLVMValueRef const *errors)
{
    LLVMValueRef one[RULE_MAX_OPERANDS] = {0};
    LLVMTypeRef t = LLVMTypeOf(env->primal);
    LLVMValueRef total = rule_result_count(r) == 1 ? NULL : LLVMConstNull(t);
    for (unsigned k = 0; k < rule_operand_count(r); k++) {
        one[k] = errors[k];
        if (one[k])
            total = add_absolute(r, env, total, rule_tangent(r, env, one));
        one[k] = NULL;
    }
    return add_roundings(r, env, total);
}
