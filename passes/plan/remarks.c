/* -fenz-remarks: what the reverse sweep keeps or loads again, and why. */
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

/* The variable behind an address, in quotes, or "memory". */
static const char *memory_name(const struct plan *p, LLVMValueRef pointer)
{
    const char *name = ezb_variable_name(ezb_underlying_object(pointer, ADDRESS_STEPS));
    return name ? arena_printf(p->f->arena, "memory of '%s'", name) : "memory";
}

static const char *value_name(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const char *name = ezb_variable_name(inst);
    if (name)
        return arena_printf(p->f->arena, "'%s'", name);
    if (LLVMIsALoadInst(inst))
        return arena_printf(p->f->arena, "a value loaded from %s",
                            memory_name(p, LLVMGetOperand(inst, 0)));
    if (LLVMIsAPHINode(inst))
        return "a value merged from several paths";
    if (p->f->calls[v].cls == CALL_RULE)
        return arena_printf(p->f->arena, "the result of %s", rule_name(p->f->calls[v].rule));
    if (p->f->calls[v].callee)
        return arena_printf(p->f->arena, "the result of %s",
                            text_function_name(p->f->arena, p->f->calls[v].callee));
    return "an intermediate value";
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
        return n == v ? value_name(p, v)
                      : arena_printf(f->arena, "the shadow of %s", value_name(p, v));
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
    if (g->kind == ALLOCATION_FRAME || (g->kind == ALLOCATION_ARRAYS && !g->dim_count))
        return arena_printf(p->f->arena, "%llu bytes per call", bytes);
    LLVMValueRef header =
        LLVMGetBasicBlockTerminator(p->f->blocks[p->f->loops[g->loop].header].ref);
    return arena_printf(p->f->arena, "%llu bytes per iteration of the loop%s", bytes,
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

void plan_remarks(const struct plan *p, struct diag_sink *s)
{
    for (unsigned n = 0; n < p->cached_count; n++) {
        LLVMValueRef at = NULL;
        bool load = n < p->f->value_count && LLVMIsALoadInst(p->f->values[n]);
        bool taped = p->how[n] == HOW_SLOT && p->allocation[n] != NO_ID;
        if (load && p->how[n] == HOW_RECOMPUTE)
            diag(s, DIAG_REMARK_RECOMPUTED, p->f->values[n], value_name(p, n));
        const char *name = taped ? cached_name(p, n, &at) : NULL;
        if (!name)
            continue;
        if (load)
            diag(s, DIAG_REMARK_LOAD, at, name, load_reason(p, n));
        diag(s, DIAG_REMARK_CACHED, at, name, amount(p, n), reason(p, n));
    }
}
