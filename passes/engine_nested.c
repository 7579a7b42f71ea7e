/* Code that a request differentiates is its function and what that names, calls through pointers
 * included: there every function counts whose address the program takes. */
#include "engine_nested.h"
#include "ir/code.h"
#include "request/request.h"

struct walk {
    struct engine *e;
    struct map seen;
    VEC(LLVMValueRef) work; /* functions, and constants that name them */
};

static void reach(struct walk *w, LLVMValueRef v)
{
    bool constant = v && LLVMIsConstant(v) && !LLVMIsAConstantInt(v) && !LLVMIsAConstantFP(v);
    if (!constant || map_get(&w->seen, v))
        return;
    map_put(&w->seen, v, v);
    VEC_PUSH(w->e->emission.arena, &w->work, v);
}

static void reach_operands(struct walk *w, LLVMValueRef user)
{
    for (int k = 0, n = LLVMGetNumOperands(user); k < n; k++)
        reach(w, LLVMGetOperand(user, (unsigned)k));
}

static void reach_targets(struct walk *w, LLVMValueRef call)
{
    struct prepare_targets targets =
        prepare_address_taken(&w->e->prepares[0], LLVMGetCalledFunctionType(call));
    for (unsigned k = 0; k < targets.count; k++)
        reach(w, targets.items[k]);
}

static void walk_function(struct walk *w, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            reach_operands(w, v);
            if (code_is_call(v) && !LLVMIsAFunction(LLVMGetCalledValue(v)))
                reach_targets(w, v);
        }
}

static void walk_all(struct walk *w)
{
    while (w->work.count) {
        LLVMValueRef v = w->work.items[--w->work.count];
        if (LLVMIsAFunction(v))
            walk_function(w, v);
        else if (LLVMIsAGlobalVariable(v))
            reach(w, LLVMGetInitializer(v));
        else
            reach_operands(w, v);
    }
}

/* A derivative of code that `w` has reached runs the functions of that code's rules. */
static void reach_rules(struct walk *w, const struct walk *inner)
{
    for (unsigned i = 0; i < w->e->registry.list.count; i++) {
        const struct custom_rule *rule = w->e->registry.list.items[i];
        if (!map_get(&inner->seen, rule->primal))
            continue;
        LLVMValueRef functions[] = {rule->reverse, rule->augmented, rule->forward,
                                    rule->split_forward, rule->split_augmented};
        for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
            reach(w, functions[k]);
    }
}

static bool in_reached_code(const struct walk *w, LLVMValueRef call)
{
    return map_get(&w->seen, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
}

bool *engine_nested(struct engine *e)
{
    struct walk w = {.e = e}, inner = {.e = e}; /* inner: from the functions of nested requests */
    unsigned n = e->requests->count;
    bool *nested = ARENA_ARRAY(e->emission.arena, bool, n), more = true;
    map_init(&w.seen, e->emission.arena);
    map_init(&inner.seen, e->emission.arena);
    for (unsigned i = 0; i < n; i++)
        if (e->requests->items[i].mode != MODE_BATCH)
            reach(&w, e->requests->items[i].fn);
    for (unsigned i = 0; i < n && e->requests->some_wait; i++) /* perhaps for this one */
        if (e->requests->items[i].mode != MODE_BATCH)
            reach(&w,
                  LLVMGetBasicBlockParent(LLVMGetInstructionParent(e->requests->items[i].call)));
    while (more) {
        more = false;
        walk_all(&w);
        for (unsigned i = 0; i < n; i++) {
            if (nested[i] || !in_reached_code(&w, e->requests->items[i].call))
                continue;
            more = nested[i] = true;
            reach(&inner, e->requests->items[i].fn);
        }
        walk_all(&inner);
        reach_rules(&w, &inner);
    }
    return nested;
}
