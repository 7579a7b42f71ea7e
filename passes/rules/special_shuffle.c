/* Emitters of special.def: shuffles between the lanes of a warp. They are linear: the tangent is
 * shuffled as the number is, the adjoint goes back to the lane that the number came from. */
#include "rules/special.h"
#include <stdio.h>
#include <string.h>

enum { LANES, NUMBER, BY, CLAMP, OPERANDS, NAME_SIZE = 32 };

static void add_attribute(LLVMValueRef fn, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
}

LLVMTypeRef special_shuffle_type(LLVMModuleRef m, LLVMTypeRef number)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m)),
                params[] = {i32, number, i32, i32};
    return LLVMFunctionType(number, params, OPERANDS, 0);
}

LLVMValueRef special_shuffle_function(LLVMModuleRef m, const char *name, LLVMTypeRef number)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(m, name, special_shuffle_type(m, number));
    add_attribute(fn, "convergent");
    add_attribute(fn, "nounwind");
    ezb_set_fn_effects(fn, (EzbEffects){.inaccessible = EZB_MODREF});
    return fn;
}

static LLVMValueRef call(struct rule_env *env, LLVMValueRef fn, LLVMValueRef number)
{
    LLVMValueRef operands[OPERANDS];
    for (int k = 0; k < OPERANDS; k++)
        operands[k] = k == NUMBER ? number : env->value(env->user, k);
    return LLVMBuildCall2(env->builder, LLVMGlobalGetValueType(fn), fn, operands, OPERANDS, "");
}

static LLVMValueRef call_of(const struct rule *r, struct rule_env *env, const char *prefix,
                            LLVMValueRef d)
{
    char name[NAME_SIZE];
    bool wide = LLVMGetTypeKind(LLVMTypeOf(d)) == LLVMDoubleTypeKind;
    snprintf(name, sizeof name, "%s%s.%s", prefix, strrchr(r->name, '.') + 1,
             wide ? "double" : "float");
    return call(env, special_shuffle_function(env->module, name, LLVMTypeOf(d)), d);
}

static LLVMValueRef adjoint(const struct rule *r, struct rule_env *env, unsigned k, LLVMValueRef d)
{
    (void)k;
    return call_of(r, env, "enz.shfl.back.", d);
}

/* What is sent back and forth. */
static LLVMValueRef adjoint_back(const struct rule *r, struct rule_env *env, unsigned k,
                                 LLVMValueRef d)
{
    (void)k;
    return call_of(r, env, "enz.shfl.", d);
}

static LLVMValueRef tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *t)
{
    (void)r;
    return t[NUMBER] ? call(env, LLVMGetCalledValue(env->primal), t[NUMBER]) : NULL;
}

const struct rule_special special_shuffle = {adjoint, tangent},
                          special_shuffle_back = {adjoint_back, tangent};
