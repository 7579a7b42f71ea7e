/* Emitters of special.def: between numbers and the integers that are their bits.
 *
 * A number with mantissa of m bits is p * (1 + f / 2^m), p a power of two with its sign; its bits
 * as an integer are f + ... So where x moves by dx, the integer moves by 2^m * dx / p. The rows
 * below leave 2^m to the factors around them, so that nothing overflows on the way. */
#include "rules/emit.h"
#include "rules/special.h"

static unsigned width_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMDoubleTypeKind: return 64;
    case LLVMFloatTypeKind: return 32;
    default: return 16;
    }
}

static unsigned mantissa_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMDoubleTypeKind: return 52;
    case LLVMFloatTypeKind: return 23;
    case LLVMHalfTypeKind: return 10;
    default: return 7; /* bfloat */
    }
}

/* The power of two of x, with its sign, as a double; of a denormal number or zero that of the
 * smallest normal one. */
static LLVMValueRef power_of(struct rule_env *env, LLVMValueRef x)
{
    LLVMBuilderRef b = env->builder;
    LLVMTypeRef t = LLVMTypeOf(x), word = LLVMIntTypeInContext(LLVMGetTypeContext(t), width_of(t));
    unsigned m = mantissa_of(t), w = width_of(t);
    uint64_t fraction = (UINT64_C(1) << m) - 1, sign = UINT64_C(1) << (w - 1);
    LLVMValueRef bits = LLVMBuildBitCast(b, x, word, "");
    LLVMValueRef high = LLVMBuildAnd(b, bits, LLVMConstInt(word, ~fraction, false), "");
    LLVMValueRef exponent =
        LLVMBuildAnd(b, bits, LLVMConstInt(word, ~(fraction | sign), false), "");
    LLVMValueRef small = LLVMBuildICmp(b, LLVMIntEQ, exponent, LLVMConstNull(word), "");
    LLVMValueRef least = LLVMBuildOr(b, high, LLVMConstInt(word, fraction + 1, false), "");
    LLVMValueRef p = LLVMBuildBitCast(b, LLVMBuildSelect(b, small, least, high, ""), t, "");
    return emit_convert(env, p, LLVMDoubleTypeInContext(LLVMGetTypeContext(t)));
}

/* d * p or d / p in double precision. */
static LLVMValueRef scaled(struct rule_env *env, LLVMOpcode op, LLVMValueRef d, LLVMValueRef p)
{
    LLVMValueRef v = LLVMBuildBinOp(env->builder, op, emit_convert(env, d, LLVMTypeOf(p)), p, "");
    if (!env->strong_zero)
        return v;
    LLVMValueRef zero =
        LLVMBuildFCmp(env->builder, LLVMRealOEQ, d, LLVMConstNull(LLVMTypeOf(d)), "");
    return LLVMBuildSelect(env->builder, zero, LLVMConstNull(LLVMTypeOf(v)), v, "");
}

/* ---- enz.bits(x): the integer, as a real number ---------------------------------------------- */

static LLVMValueRef bits_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                                 LLVMValueRef d)
{
    (void)r, (void)k;
    LLVMValueRef x = env->value(env->user, 0);
    return emit_convert(env, scaled(env, LLVMFDiv, d, power_of(env, x)), LLVMTypeOf(x));
}

static LLVMValueRef bits_tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *t)
{
    (void)r;
    return t[0] ? scaled(env, LLVMFDiv, t[0], power_of(env, env->value(env->user, 0))) : NULL;
}

const struct rule_special special_bits = {bits_adjoint, bits_tangent};

/* ---- enz.number(v, r): the number whose bits are v, an integer that moves with r ------------- */

static LLVMValueRef number_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                                   LLVMValueRef d)
{
    (void)r, (void)k;
    return scaled(env, LLVMFMul, d, power_of(env, env->value(env->user, RULE_RESULT)));
}

static LLVMValueRef number_tangent(const struct rule *r, struct rule_env *env,
                                   LLVMValueRef const *t)
{
    (void)r;
    if (!t[1])
        return NULL;
    LLVMValueRef v = scaled(env, LLVMFMul, t[1], power_of(env, env->value(env->user, RULE_RESULT)));
    return emit_convert(env, v, LLVMTypeOf(env->primal));
}

const struct rule_special special_number = {number_adjoint, number_tangent};

/* ---- enz.integer(x, r): x, an integer that moves with r -------------------------------------- */

static LLVMValueRef integer_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                                    LLVMValueRef d)
{
    (void)r, (void)k;
    return emit_convert(env, d, LLVMDoubleTypeInContext(LLVMGetTypeContext(LLVMTypeOf(d))));
}

static LLVMValueRef integer_tangent(const struct rule *r, struct rule_env *env,
                                    LLVMValueRef const *t)
{
    (void)r;
    return t[1] ? emit_convert(env, t[1], LLVMTypeOf(env->primal)) : NULL;
}

const struct rule_special special_integer = {integer_adjoint, integer_tangent};
