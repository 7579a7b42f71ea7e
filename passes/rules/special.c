/* Emitters of special.def: reductions of vectors. */
#include "rules/special.h"
#include "rules/emit.h"

static LLVMValueRef flagged(struct rule_env *env, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    return emit_flags(env, LLVMBuildBinOp(env->builder, op, a, b, ""));
}

static LLVMValueRef lane_number(LLVMValueRef vector, unsigned lane)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector))), lane,
                        false);
}

/* The primal reduction with other operands: start (NULL = 0) and vector. */
static LLVMValueRef reduce_again(struct rule_env *env, LLVMValueRef start, LLVMValueRef vector)
{
    LLVMValueRef call = env->primal;
    LLVMValueRef args[] = {start ? start : LLVMConstNull(LLVMTypeOf(call)), vector};
    return emit_flags(env, LLVMBuildCall2(env->builder, LLVMGetCalledFunctionType(call),
                                          LLVMGetCalledValue(call), args, 2, ""));
}

/* ---- sum ------------------------------------------------------------------------------------- */

static LLVMValueRef sum_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                                LLVMValueRef d)
{
    (void)r;
    return k == 0 ? d : emit_splat(env->builder, d, LLVMTypeOf(LLVMGetOperand(env->primal, 1)));
}

static LLVMValueRef sum_tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *t)
{
    (void)r;
    return t[1] ? reduce_again(env, t[0], t[1]) : t[0];
}

const struct rule_special special_sum = {sum_adjoint, sum_tangent};

/* ---- product --------------------------------------------------------------------------------- */

/* d/dv_i of start * prod(v): start * (product before i) * (product after i), right with zeros among
 * the factors. */
static LLVMValueRef product_gradient(struct rule_env *env, LLVMValueRef start)
{
    LLVMValueRef v = env->value(env->user, 1), lane[64], before[64];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind || n > 64)
        return NULL;
    for (unsigned i = 0; i < n; i++) {
        lane[i] = LLVMBuildExtractElement(env->builder, v, lane_number(v, i), "");
        before[i] = i ? flagged(env, LLVMFMul, before[i - 1], lane[i - 1]) : start;
    }
    LLVMValueRef after = NULL, out = LLVMGetPoison(LLVMTypeOf(v));
    for (unsigned i = n; i-- > 0;) {
        LLVMValueRef g = after ? flagged(env, LLVMFMul, before[i], after) : before[i];
        out = LLVMBuildInsertElement(env->builder, out, g, lane_number(v, i), "");
        after = after ? flagged(env, LLVMFMul, lane[i], after) : lane[i];
    }
    return out;
}

static LLVMValueRef one(LLVMTypeRef t)
{
    return LLVMConstReal(t, 1.0);
}

static LLVMValueRef product_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                                    LLVMValueRef d)
{
    (void)r;
    if (k == 0)
        return flagged(env, LLVMFMul, d,
                       reduce_again(env, one(LLVMTypeOf(d)), env->value(env->user, 1)));
    return product_gradient(env, flagged(env, LLVMFMul, d, env->value(env->user, 0)));
}

static LLVMValueRef product_tangent(const struct rule *r, struct rule_env *env,
                                    LLVMValueRef const *t)
{
    LLVMValueRef total = t[0] ? product_adjoint(r, env, 0, t[0]) : NULL;
    if (!t[1])
        return total;
    LLVMValueRef gradient = product_gradient(env, env->value(env->user, 0));
    LLVMValueRef terms = flagged(env, LLVMFMul, gradient, t[1]);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(env->primal));
    LLVMTypeRef type = LLVMTypeOf(terms);
    LLVMValueRef args[] = {total ? total : zero, terms};
    return emit_intrinsic(env, "llvm.vector.reduce.fadd", &type, 1, args, 2);
}

const struct rule_special special_product = {product_adjoint, product_tangent};
