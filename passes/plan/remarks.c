/* What the reverse sweep keeps or loads again, and why: for -fenz-remarks and -fenz-report. */
#include "plan/remarks.h"
#include "base/limits.h"
#include "ir/text.h"
#include "plan/cost.h"
#include <string.h>

static const char *location(const struct plan *p, LLVMValueRef at)
{
    const char *file;
    unsigned line, col;
    return ezb_debug_loc(at, &file, &line, &col)
               ? arena_printf(p->f->arena, " at %s:%u", file, line)
               : "";
}

const char *plan_memory_name(const struct plan *p, LLVMValueRef pointer)
{
    const char *name = ezb_variable_name(ezb_underlying_object(pointer, ADDRESS_STEPS));
    return name ? arena_printf(p->f->arena, "memory of '%s'", name) : "memory";
}

/* What an instruction that is no call computes. */
static const char *operation_name(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI: return "a value merged from several paths";
    case LLVMFAdd: return "a sum";
    case LLVMFSub: return "a difference";
    case LLVMFMul: return "a product";
    case LLVMFDiv: return "a quotient";
    case LLVMFRem: return "a remainder";
    case LLVMFCmp:
    case LLVMICmp: return "the result of a comparison";
    default: return "an intermediate value";
    }
}

static const char *function_result(const struct plan *p, LLVMValueRef callee)
{
    char *name = ezb_demangle(diag_symbol(callee));
    const char *text = !strncmp(name, "enz.", 4) || !strncmp(name, "enz_rt_", 7)
                           ? "an intermediate value"
                           : arena_printf(p->f->arena, "the result of %s", name);
    LLVMDisposeMessage(name);
    return text;
}

const char *plan_value_name(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const char *name = ezb_variable_name(inst);
    if (name)
        return arena_printf(p->f->arena, "'%s'", name);
    if (LLVMIsALoadInst(inst))
        return arena_printf(p->f->arena, "a value loaded from %s",
                            plan_memory_name(p, LLVMGetOperand(inst, 0)));
    if (p->f->calls[v].cls == CALL_RULE && LLVMIsACallInst(inst))
        return arena_printf(p->f->arena, "the result of %s", rule_name(p->f->calls[v].rule));
    if (p->f->calls[v].callee)
        return function_result(p, p->f->calls[v].callee);
    return LLVMIsAInstruction(inst) ? operation_name(inst) : "a parameter";
}

/* What cached value n is, and the instruction it belongs to; NULL: bookkeeping that is not worth a
 * remark.
 */
static const char *cached_name(const struct plan *p, unsigned n, LLVMValueRef *at)
{
    const struct func *f = p->f;
    unsigned v = n;
    if (n >= f->value_count && n < cached_selector(p, 0))
        v = (n - f->value_count) / p->width;
    if (n < cached_selector(p, 0)) {
        *at = f->values[v];
        return n == v ? plan_value_name(p, v)
                      : arena_printf(f->arena, "the shadow of %s", plan_value_name(p, v));
    }
    if (n < cached_trips(p, 0)) {
        *at = LLVMGetFirstInstruction(f->blocks[n - cached_selector(p, 0)].ref);
        return "the path taken to here";
    }
    if (n < cached_base(p, 0)) {
        *at = LLVMGetBasicBlockTerminator(f->blocks[f->loops[n - cached_trips(p, 0)].header].ref);
        return "the number of iterations";
    }
    if (n < cached_tape(p, 0))
        return NULL;
    if (n < cached_start(p, 0, 0)) {
        *at = f->values[n - cached_tape(p, 0)];
        return "what the called function keeps";
    }
    if (n < cached_snapshot(p, 0, 0)) {
        *at = f->values[(n - cached_start(p, 0, 0)) / (1 + p->width)];
        return "what an iteration starts from";
    }
    return NULL;
}

static const char *amount(const struct plan *p, unsigned n)
{
    const struct plan_allocation *g = &p->allocations[p->allocation[n]];
    unsigned long long bytes = g->fields.items[p->field[n]].size;
    const char *unit = bytes == 1 ? "byte" : "bytes";
    if (g->kind == ALLOCATION_FRAME || (g->kind == ALLOCATION_ARRAYS && !g->dim_count))
        return arena_printf(p->f->arena, "%llu %s per call", bytes, unit);
    LLVMValueRef header =
        LLVMGetBasicBlockTerminator(p->f->blocks[p->f->loops[g->loop].header].ref);
    return arena_printf(p->f->arena, "%llu %s per iteration of the loop%s", bytes, unit,
                        location(p, header));
}

static const char *load_reason(const struct plan *p, unsigned v)
{
    LLVMValueRef load = p->f->values[v];
    if (LLVMGetVolatile(load))
        return "it is volatile";
    unsigned w = memory_clobber(p->m, v, plan_replay_scope(p, func_loop_of(p->f, v)));
    if (w != NO_ID)
        return arena_printf(p->f->arena, "the %s%s may overwrite it",
                            LLVMIsAStoreInst(p->f->values[w]) ? "store" : "call",
                            location(p, p->f->values[w]));
    return p->split ? "the caller may overwrite it" : "its address is not known any more";
}

static const char *reason(const struct plan *p, unsigned n)
{
    if (n >= p->f->value_count)
        return "it cannot be told afterwards";
    LLVMValueRef inst = p->f->values[n];
    if (LLVMIsALoadInst(inst))
        return load_reason(p, n);
    unsigned l = func_loop_of(p->f, n);
    if (LLVMIsAPHINode(inst))
        return l != NO_ID && p->f->block_of[n] == p->f->loops[l].header
                   ? "iterations change it"
                   : "it depends on the path taken";
    if (p->choice && p->choice[n] == HOW_SLOT && plan_step_cost(p, n) <= p->recompute_limit)
        return "to keep or compute again what it is made of costs more";
    return "computing it again costs more";
}

/* What is kept as cached value n is, if anything, and worth a remark. */
static bool find_kept(const struct plan *p, unsigned n, struct plan_remark *r)
{
    bool taped = p->how[n] == HOW_SLOT && p->allocation[n] != NO_ID;
    *r = (struct plan_remark){.kind = PLAN_REMARK_KEPT};
    r->name = taped ? cached_name(p, n, &r->at) : NULL;
    if (!r->name)
        return false;
    r->load = n < p->f->value_count && LLVMIsALoadInst(p->f->values[n]);
    r->amount = amount(p, n);
    r->bytes = p->allocations[p->allocation[n]].fields.items[p->field[n]].size;
    r->reason = reason(p, n);
    return true;
}

bool plan_remark(const struct plan *p, unsigned n, struct plan_remark *r)
{
    if (n < p->f->value_count && p->how[n] == HOW_RECOMPUTE) {
        bool load = LLVMIsALoadInst(p->f->values[n]) != NULL;
        *r = (struct plan_remark){.kind = PLAN_REMARK_RECOMPUTED,
                                  .load = load,
                                  .at = p->f->values[n],
                                  .name = plan_value_name(p, n)};
        return true;
    }
    return find_kept(p, n, r);
}

void plan_remarks(const struct plan *p, struct diag_sink *s)
{
    struct plan_remark r;
    for (unsigned n = 0; n < p->cached_count; n++) {
        if (!plan_remark(p, n, &r))
            continue;
        if (r.kind == PLAN_REMARK_RECOMPUTED && r.load)
            diag(s, DIAG_REMARK_RECOMPUTED, r.at, r.name);
        if (r.kind != PLAN_REMARK_KEPT)
            continue;
        if (r.load)
            diag(s, DIAG_REMARK_LOAD, r.at, r.name, load_reason(p, n));
        diag(s, DIAG_REMARK_CACHED, r.at, r.name, r.amount, r.reason);
    }
}
