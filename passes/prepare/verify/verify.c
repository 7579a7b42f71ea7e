/* Runs verifiers, and what they have in common. */
#include "prepare/verify/verify.h"
#include "ir/code.h"
#include "ir/text.h"
#include <string.h>

static prepare_verifier *const verifiers[] = {
#define GUARANTEE(id, verifier, text) verifier,
#include "prepare/guarantees.def"
#undef GUARANTEE
};

prepare_verifier *verify_of(enum prepare_guarantee g)
{
    return verifiers[g];
}

void verify_guarantees(struct prepare *p, const struct prepare_pass *row, const char *place,
                       prepare_guarantees set, LLVMValueRef fn)
{
    for (unsigned g = 0; g < GUARANTEE_COUNT && !diag_error_count(p->diags); g++) {
        LLVMValueRef at = set >> g & 1 ? verifiers[g](p, fn) : NULL;
        if (!at)
            continue;
        const char *what = at == fn ? "" : text_value(p->arena, at);
        diag(p->diags, DIAG_INTERNAL, at, text_function_name(p->arena, fn),
             arena_printf(p->arena, "%s the pass %s, it is not so that it %s%s%s", place, row->name,
                          prepare_guarantee_text((enum prepare_guarantee)g), *what ? ":" : "",
                          what));
    }
}

LLVMValueRef verify_each(struct prepare *p, LLVMValueRef fn,
                         bool (*breaks)(struct prepare *p, LLVMValueRef inst))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (breaks(p, i))
                return i;
    return NULL;
}

static LLVMValueRef look_at_loop(struct prepare *p, EzbLoop loop,
                                 bool (*breaks)(struct prepare *p, EzbLoop loop))
{
    LLVMValueRef found = breaks(p, loop) ? LLVMGetFirstInstruction(ezb_loop_header(loop)) : NULL;
    size_t n = ezb_loop_subloops(loop, NULL, 0);
    EzbLoop *inner = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_loop_subloops(loop, inner, n);
    for (size_t i = 0; i < n && !found; i++)
        found = look_at_loop(p, inner[i], breaks);
    return found;
}

LLVMValueRef verify_each_loop(struct prepare *p, LLVMValueRef fn,
                              bool (*breaks)(struct prepare *p, EzbLoop loop))
{
    LLVMValueRef found = NULL;
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    for (size_t i = 0; i < n && !found; i++)
        found = look_at_loop(p, tops[i], breaks);
    return found;
}

bool verify_is_call(LLVMValueRef inst)
{
    return code_is_call(inst);
}

bool verify_calls_intrinsic(LLVMValueRef inst, const char *prefix)
{
    LLVMValueRef callee = verify_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
           !strncmp(LLVMGetValueName(callee), prefix, strlen(prefix));
}
