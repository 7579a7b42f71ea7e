/* __enzyme_truncate_op_func(f, from, to) and its like: the clone's address, or a rounded value.
 *
 * They come before derivative calls, whose function may be such a clone; but where the function
 * that is truncated contains derivative calls, these come first, and the truncation when they are
 * code. Derivative calls of a function that waits, or that calls such, wait in turn. */
#include "base/map.h"
#include "ir/code.h"
#include "request/read.h"
#include <string.h>

/* ---- what a function reaches ---- */

struct search {
    struct reader *r;
    struct map seen;
    bool truncations_only; /* derivative calls do not count */
};

static bool reaches_entry(struct search *s, LLVMValueRef fn);

static bool is_waited_for(const struct search *s, LLVMValueRef fn)
{
    enum entry_role role = entry_role_of(fn);
    return (entry_is_lowered(role) && !s->truncations_only) || role == ENTRY_TRUNCATE ||
           role == ENTRY_TRUNCATE_MEMORY;
}

static bool operands_reach(struct search *s, LLVMValueRef inst)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)k);
        if (LLVMIsAFunction(v) && (is_waited_for(s, v) || reaches_entry(s, v)))
            return true;
    }
    return false;
}

static bool reaches_entry(struct search *s, LLVMValueRef fn)
{
    if (LLVMIsDeclaration(fn) || map_get(&s->seen, fn))
        return false;
    map_put(&s->seen, fn, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (operands_reach(s, i))
                return true;
    return false;
}

bool truncations_within(struct reader *r, LLVMValueRef fn)
{
    struct search search = {.r = r, .truncations_only = true};
    map_init(&search.seen, r->arena);
    return reaches_entry(&search, fn);
}

/* ---- one call ---- */

static LLVMValueRef callee_of(LLVMValueRef inst)
{
    bool call = code_is_call(inst);
    LLVMValueRef callee = call ? LLVMGetCalledValue(inst) : NULL;
    while (callee && LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    return callee && LLVMIsAFunction(callee) ? callee : NULL;
}

static enum entry_role role_of(LLVMValueRef inst)
{
    LLVMValueRef callee = callee_of(inst);
    return callee ? entry_role_of(callee) : ENTRY_NONE;
}

static bool refuse(struct reader *r, LLVMValueRef call, const char *why)
{
    return diag(r->diags, DIAG_TRUNCATE_CALL, call, diag_name(r->diags, callee_of(call)), why);
}

static bool small_literal(LLVMValueRef v, unsigned *n)
{
    if (!LLVMIsAConstantInt(v) || LLVMConstIntGetZExtValue(v) > 64)
        return false;
    *n = (unsigned)LLVMConstIntGetZExtValue(v);
    return true;
}

/* Operands 1 and 2, or 1 to 3. */
static bool read_format(struct reader *r, LLVMValueRef call, struct truncate_format *f)
{
    unsigned n = LLVMGetNumArgOperands(call), bits = 0;
    bool literal = (n == 3 || n == 4) && small_literal(LLVMGetOperand(call, 1), &f->from) &&
                   small_literal(LLVMGetOperand(call, 2), &bits);
    f->exponent = bits;
    if (literal && n == 4)
        literal = small_literal(LLVMGetOperand(call, 3), &f->significand);
    if (!literal)
        return refuse(r, call, "the formats are no literals");
    if (n == 3 && !truncate_format_of_bits(bits, f))
        return refuse(r, call, "there is no format with so many bits");
    f->memory = role_of(call) == ENTRY_TRUNCATE_MEMORY;
    return truncate_format_is_narrower(f) ||
           refuse(r, call, "the second format is not narrower than the first");
}

static LLVMValueRef one_function(struct reader *r, LLVMValueRef call)
{
    struct value_list functions = {0};
    LLVMValueRef operand = LLVMGetOperand(call, 0);
    if (!operand_functions(r, operand, &functions) || functions.count != 1) {
        diag(r->diags, DIAG_FN_NOT_FOUND, call, operand_describe(operand));
        return NULL;
    }
    return function_with_body(r, functions.items[0], call);
}

static LLVMValueRef clone_for(struct reader *r, struct truncations *t, LLVMValueRef call,
                              const struct truncate_format *f, LLVMValueRef fn)
{
    struct diag_frame frame = {.at = call,
                               .text =
                                   arena_printf(r->arena, "the truncation of %s is asked for here",
                                                diag_name(r->diags, fn))};
    diag_push(r->diags, &frame);
    LLVMValueRef clone = truncate_function(t, f, fn);
    diag_pop(r->diags);
    return clone;
}

/* NULL after a diagnostic. */
static LLVMValueRef value_for(struct reader *r, struct truncations *t, LLVMValueRef call,
                              const struct truncate_format *f)
{
    LLVMValueRef v = LLVMGetOperand(call, 0);
    if (!truncate_is_wide(f, LLVMTypeOf(v)) || LLVMTypeOf(call) != LLVMTypeOf(v)) {
        refuse(r, call, "the value and the result are not of the first format");
        return NULL;
    }
    LLVMPositionBuilderBefore(r->builder, call);
    return role_of(call) == ENTRY_EXPAND ? v : truncate_value(t, f, r->builder, v);
}

static void replace(LLVMValueRef call, LLVMValueRef by)
{
    if (LLVMTypeOf(call) == LLVMTypeOf(by))
        LLVMReplaceAllUsesWith(call, by);
    LLVMInstructionEraseFromParent(call);
}

enum progress { DONE, WAITS };

static enum progress lower_call(struct reader *r, struct truncations *t, LLVMValueRef call)
{
    struct truncate_format f;
    struct search search = {.r = r};
    enum entry_role role = role_of(call);
    map_init(&search.seen, r->arena);
    if (!read_format(r, call, &f))
        return DONE;
    LLVMValueRef by;
    if (role == ENTRY_ROUND || role == ENTRY_EXPAND) {
        by = value_for(r, t, call, &f);
    } else {
        LLVMValueRef fn = one_function(r, call);
        if (fn && reaches_entry(&search, fn))
            return WAITS;
        by = fn ? clone_for(r, t, call, &f, fn) : NULL;
    }
    if (by)
        replace(LLVMIsAInvokeInst(call) ? ezb_invoke_to_call(call, 0) : call, by);
    return DONE;
}

/* ---- all calls ---- */

static void collect(struct reader *r, LLVMValueRef fn, struct value_list *out)
{
    out->count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (entry_truncates(role_of(i)))
                VEC_PUSH(r->arena, out, i);
}

static bool speak_for_themselves(const struct value_list *calls)
{
    for (unsigned i = 0; i < calls->count; i++)
        for (unsigned k = 0, n = LLVMGetNumArgOperands(calls->items[i]); k < n; k++)
            if (k && !LLVMIsAConstant(LLVMGetOperand(calls->items[i], k)))
                return false;
    return true;
}

void truncations_lower(struct reader *r, struct truncations *t, const struct value_list *functions,
                       bool last)
{
    struct value_list calls = {0}, waiting = {0}, all = {0};
    for (unsigned i = 0; i < functions->count; i++) {
        collect(r, functions->items[i], &calls);
        if (!speak_for_themselves(&calls)) {
            function_simplify(r, functions->items[i], "sroa<modify-cfg>,early-cse,simplifycfg");
            collect(r, functions->items[i], &calls);
        }
        for (unsigned k = 0; k < calls.count; k++)
            VEC_PUSH(r->arena, &all, calls.items[k]);
    }
    for (bool changed = true; changed; all = waiting, waiting = (struct value_list){0}) {
        changed = false;
        for (unsigned i = 0; i < all.count; i++)
            if (lower_call(r, t, all.items[i]) == DONE)
                changed = true;
            else
                VEC_PUSH(r->arena, &waiting, all.items[i]);
    }
    for (unsigned i = 0; i < all.count && last; i++)
        diag(r->diags, DIAG_TRUNCATE_CYCLE, all.items[i],
             diag_name(r->diags, callee_of(all.items[i])));
}
