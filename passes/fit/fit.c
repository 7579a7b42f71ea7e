/* From the call the user wrote to a call of the generated derivative.
 *
 * Operands are already of the right types (request); here seeds are added, the call or invoke is
 * built in place of the old one and its result converted by fit_result. */
#include "base/target.h"
#include "fit/call.h"
#include "fit/result.h"
#include "llvm-c/Target.h"
#include "request/leaves.h"
#include <string.h>

void fit_collect_args(struct fit *f, struct call_args *args)
{
    const struct request *r = f->r;
    for (unsigned i = 0; i < r->param_count; i++) {
        const struct request_param *p = &r->params[i];
        for (unsigned v = 0; p->lanes && v < r->width; v++)
            VEC_PUSH(f->arena, args, p->lanes[v]);
        if (p->lanes)
            continue;
        VEC_PUSH(f->arena, args, p->primal);
        bool duplicated = p->activity == ACT_DUP || p->activity == ACT_DUPNONEED;
        for (unsigned v = 0; duplicated && v < r->width; v++)
            VEC_PUSH(f->arena, args, p->shadows[v]);
    }
}

static void collect_seeds(struct fit *f, struct call_args *args)
{
    const struct request *r = f->r;
    if (r->mode != MODE_REVERSE || r->ret != ACT_OUT)
        return;
    LLVMValueRef seed = leaves_seed(f->arena, LLVMGetReturnType(LLVMGlobalGetValueType(r->fn)));
    for (unsigned v = 0; v < r->width; v++)
        VEC_PUSH(f->arena, args, seed);
}

/* LLVM-C does not check: a call that does not match its function must not be built. */
bool fit_check_args(struct fit *f, LLVMTypeRef type, const struct call_args *args)
{
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *want = ARENA_ARRAY(f->arena, LLVMTypeRef, n);
    LLVMGetParamTypes(type, want);
    bool same = n == args->count;
    for (unsigned i = 0; same && i < n; i++)
        same = LLVMTypeOf(args->items[i]) == want[i];
    return same || diag(f->diags, DIAG_INTERNAL, f->r->call, diag_name(f->diags, f->r->fn),
                        "the generated function's parameters do not match the request");
}

static bool has_nounwind(LLVMValueRef fn)
{
    return LLVMGetEnumAttributeAtIndex(
               fn, LLVMAttributeFunctionIndex,
               LLVMGetEnumAttributeKindForName("nounwind", strlen("nounwind"))) != NULL;
}

/* An invoke continues in a block of its own, where the result is converted; one that cannot throw
 * becomes a call. Leaves the builder where the result is to be converted. */
static LLVMValueRef build_invoke(struct fit *f, LLVMValueRef derivative, struct call_args *args)
{
    LLVMValueRef old = f->r->call;
    LLVMTypeRef type = LLVMGlobalGetValueType(derivative);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(old), normal = LLVMGetNormalDest(old);
    LLVMBasicBlockRef unwind = LLVMGetUnwindDest(old),
                      rest = LLVMInsertBasicBlockInContext(f->context, normal, "enz.fit");
    LLVMValueRef call;
    if (has_nounwind(derivative)) {
        call = LLVMBuildCall2(f->builder, type, derivative, args->items, args->count, "");
        LLVMBuildBr(f->builder, rest);
        ezb_phis_remove_block(unwind, block);
    } else {
        call = LLVMBuildInvoke2(f->builder, type, derivative, args->items, args->count, rest,
                                unwind, "");
    }
    LLVMPositionBuilderAtEnd(f->builder, rest);
    LLVMPositionBuilderBefore(f->builder, LLVMBuildBr(f->builder, normal));
    ezb_phis_replace_block(normal, block, rest);
    return call;
}

LLVMValueRef fit_build_call(struct fit *f, LLVMValueRef derivative, struct call_args *args)
{
    LLVMPositionBuilderBefore(f->builder, f->r->call);
    LLVMValueRef call = LLVMIsAInvokeInst(f->r->call)
                            ? build_invoke(f, derivative, args)
                            : LLVMBuildCall2(f->builder, LLVMGlobalGetValueType(derivative),
                                             derivative, args->items, args->count, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(derivative));
    return call;
}

void fit_finish(struct fit *f, LLVMValueRef result)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(f->r->call));
    if (result)
        request_replace_value(f->all, f->r->call, result);
    if (result && LLVMGetFirstUse(f->r->call))
        LLVMReplaceAllUsesWith(f->r->call, result);
    LLVMInstructionEraseFromParent(f->r->call);
    LLVMDisposeBuilder(f->builder);
    ezb_invalidate(f->cx, fn);
}

bool fit_replace_call(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                      const struct request *r, struct request_list *all, LLVMValueRef derivative,
                      bool follows)
{
    struct fit f = {cx, m, a, s, LLVMGetModuleContext(m), NULL, r, all};
    struct call_args args = {0};
    LLVMTypeRef type = LLVMGlobalGetValueType(derivative);
    fit_collect_args(&f, &args);
    collect_seeds(&f, &args);
    if (follows)
        VEC_PUSH(a, &args, LLVMConstNull(target_pointer(m)));
    if (!fit_check_args(&f, type, &args) ||
        !fit_result_possible(a, LLVMGetModuleDataLayout(m), s, r, LLVMGetReturnType(type)))
        return false;
    f.builder = LLVMCreateBuilderInContext(f.context);
    LLVMValueRef call = fit_build_call(&f, derivative, &args);
    fit_finish(&f, fit_result(a, LLVMGetModuleDataLayout(m), f.builder, r, call));
    return true;
}
