/* Emitters of special.def: shuffles between the lanes of a warp. They are linear: the tangent is
 * shuffled as the number is, the adjoint goes back to the lane that the number came from. */
#include "device/device.h"
#include "rules/special.h"
#include <stdio.h>
#include <string.h>

enum { LANES, NUMBER, BY, CLAMP, OPERANDS };

static LLVMValueRef call(struct rule_env *env, LLVMValueRef fn, LLVMValueRef number)
{
    LLVMValueRef operands[OPERANDS];
    for (int k = 0; k < OPERANDS; k++)
        operands[k] = k == NUMBER ? number : env->value(env->user, k);
    return LLVMBuildCall2(env->builder, LLVMGlobalGetValueType(fn), fn, operands, OPERANDS, "");
}

static LLVMValueRef adjoint(const struct rule *r, struct rule_env *env, unsigned k, LLVMValueRef d)
{
    char name[32];
    bool wide = LLVMGetTypeKind(LLVMTypeOf(d)) == LLVMDoubleTypeKind;
    (void)k;
    snprintf(name, sizeof name, "enz_rt_shfl_%s_f%s", strrchr(r->name, '.') + 1, wide ? "64" : "32");
    return call(env, device_shuffle_function(env->module, name, LLVMTypeOf(d)), d);
}

static LLVMValueRef tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *t)
{
    (void)r;
    return t[NUMBER] ? call(env, LLVMGetCalledValue(env->primal), t[NUMBER]) : NULL;
}

const struct rule_special special_shuffle = {adjoint, tangent};
