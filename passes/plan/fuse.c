/* The fuse schedule: a loop whose iterations are independent up to accumulation needs no forward
 * loop.
 *
 * Each iteration runs forward and is reversed at once, in the primal's order, when the reverse
 * sweep reaches the loop. Legal for a replayable loop at the top level of a combined derivative if
 * no adjoint flows between iterations except through sums (whose adjoint is known on entry and the
 * same for all), and if nothing the forward sweep does later needs what the loop computes: results
 * may only enter arithmetic and stores that can wait for the end. Scratch memory carries no adjoint
 * if every active element an iteration reads was written by it before. */
#include "base/limits.h"
#include "base/type.h"
#include "facts/objects.h"
#include "ir/text.h"
#include "plan/allocations.h"
#include "plan/replay.h"
#include "plan/tiles.h"
#include <string.h>

static bool inside(const struct plan *p, unsigned l, unsigned v)
{
    return v != NO_ID && v >= p->f->arg_count && func_loop_contains(p->f, l, func_loop_of(p->f, v));
}

/* Operand through which a sum is carried on: s + x, x + s, s - x, a * b + s. */
static bool adds_to(const struct plan *p, unsigned v, LLVMValueRef sum)
{
    LLVMValueRef inst = p->f->values[v];
    const struct call_info *c = &p->f->calls[v];
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd: return (LLVMGetOperand(inst, 0) == sum) != (LLVMGetOperand(inst, 1) == sum);
    case LLVMFSub: return LLVMGetOperand(inst, 0) == sum && LLVMGetOperand(inst, 1) != sum;
    case LLVMCall:
        return c->cls == CALL_RULE && !strncmp(rule_name(c->rule), "fma", 3) &&
               LLVMGetNumArgOperands(inst) == 3 && LLVMGetOperand(inst, 2) == sum &&
               LLVMGetOperand(inst, 0) != sum && LLVMGetOperand(inst, 1) != sum;
    default: return false;
    }
}

LIMIT(SUM_STEPS, 64);

static bool is_sum(const struct plan *p, unsigned l, unsigned phi);

static LLVMValueRef carried(const struct plan *p, unsigned l, unsigned phi)
{
    return func_incoming(p->f, l, p->f->values[phi], true);
}

/* The one user, but for `except`; NO_ID if there are more. */
static unsigned only_user(const struct plan *p, LLVMValueRef v, unsigned except)
{
    unsigned only = NO_ID;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(p->f, LLVMGetUser(u));
        if (user == except && user != NO_ID)
            continue;
        if (only != NO_ID || user == NO_ID)
            return NO_ID;
        only = user;
    }
    return only;
}

/* What the sum v of loop l is next: behind an addition, or behind a loop inside that adds to it,
 * whose phi becomes *inner. NULL if anything else looks at it. */
static LLVMValueRef next_sum(const struct plan *p, unsigned l, LLVMValueRef v, unsigned *inner)
{
    unsigned user = only_user(p, v, *inner), k = user == NO_ID ? NO_ID : func_loop_of(p->f, user);
    if (!inside(p, l, user))
        return NULL;
    LLVMValueRef inst = p->f->values[user];
    *inner = NO_ID;
    if (!LLVMIsAPHINode(inst))
        return k == l && adds_to(p, user, v) ? inst : NULL;
    if (k == l)
        return LLVMCountIncoming(inst) == 1 ? inst : NULL;
    if (p->f->loops[k].parent != l || p->f->block_of[user] != p->f->loops[k].header ||
        carried(p, k, user) == v || !is_sum(p, k, user))
        return NULL;
    *inner = user;
    return carried(p, k, user);
}

/* From the header phi through additions, each used once in the loop, to the value at the latch. */
static bool is_sum(const struct plan *p, unsigned l, unsigned phi)
{
    LLVMValueRef v = p->f->values[phi], next = carried(p, l, phi);
    unsigned inner = NO_ID;
    for (unsigned steps = 0; v && v != next && steps < SUM_STEPS; steps++)
        v = next_sum(p, l, v, &inner);
    if (v != next)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(p->f, LLVMGetUser(u));
        if (user != phi && user != inner && inside(p, l, user))
            return false;
    }
    return true;
}

bool plan_is_idle_sum(const struct plan *p, unsigned l, unsigned phi)
{
    return type_is_fp(LLVMTypeOf(p->f->values[phi])) && is_sum(p, l, phi);
}

static bool state_fits(const struct plan *p, unsigned l, const struct plan_replay *r)
{
    for (unsigned i = 0; i < r->start.count; i++) {
        unsigned v = r->start.items[i];
        if (activity_has_shadow(p->a->state[v]) || (activity_active(p->a, v) && !is_sum(p, l, v)))
            return false;
    }
    return true;
}

/* Latch value `in` of one of the sums. */
static bool is_sum_result(const struct plan *p, unsigned l, unsigned in)
{
    const struct func *f = p->f;
    for (unsigned h = f->blocks[f->loops[l].header].first; LLVMIsAPHINode(f->values[h]); h++)
        for (unsigned k = 0; k < 2; k++)
            if (func_block_id(f, LLVMGetIncomingBlock(f->values[h], k)) == f->loops[l].latch &&
                LLVMGetIncomingValue(f->values[h], k) == f->values[in] && is_sum(p, l, h))
                return true;
    return false;
}

/* The adjoint of a result belongs to the last iteration alone, unless it is a sum. */
static bool results_are_sums(const struct plan *p, unsigned l, unsigned exit)
{
    const struct func *f = p->f;
    for (unsigned v = f->blocks[exit].first; LLVMIsAPHINode(f->values[v]); v++) {
        unsigned in = func_id(f, LLVMGetIncomingValue(f->values[v], 0));
        if (activity_active(p->a, v) && inside(p, l, in) && !is_sum_result(p, l, in))
            return false;
    }
    return true;
}

/* ---- what depends on the loop's results ---- */

/* Behind a guarded loop (`if (n > 0)`) the results meet what holds when it did not run. */
static bool meets_guard(const struct plan *p, LLVMValueRef phi, unsigned exit)
{
    return LLVMCountIncoming(phi) == 2 &&
           (func_block_id(p->f, LLVMGetIncomingBlock(phi, 0)) == exit) !=
               (func_block_id(p->f, LLVMGetIncomingBlock(phi, 1)) == exit);
}

static bool sunk_inst(struct plan *p, const struct plan *stored, unsigned v, unsigned exit)
{
    struct func *f = p->f;
    LLVMValueRef inst = f->values[v];
    if (LLVMIsAPHINode(inst) && f->block_of[v] == exit)
        return stored->how[cached_value(v)] == HOW_NONE;
    bool always = f->blocks[f->block_of[v]].loop == NO_ID && f->return_block != NO_ID &&
                  func_dominates(f, f->block_of[v], f->return_block);
    if (!always || stored->how[cached_value(v)] != HOW_NONE)
        return false;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMRet: return true;
    case LLVMPHI: return meets_guard(p, inst, exit);
    case LLVMStore: return memory_deferrable(p->m, v);
    case LLVMSelect:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMFNeg:
    case LLVMFCmp: return true;
    default: return f->calls[v].cls == CALL_RULE && !ezb_inst_reads(inst) && !ezb_inst_writes(inst);
    }
}

static bool results_fit(struct plan *p, const struct plan *stored, unsigned exit)
{
    struct func *f = p->f;
    VEC(unsigned) work = {0};
    struct bits sunk = bits_new(f->arena, f->value_count);
    for (unsigned v = f->blocks[exit].first; LLVMIsAPHINode(f->values[v]); v++)
        if (bits_set(&sunk, v))
            VEC_PUSH(f->arena, &work, v);
    while (work.count) {
        unsigned v = work.items[--work.count];
        if (!sunk_inst(p, stored, v, exit))
            return false;
        for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
            unsigned user = func_id(f, LLVMGetUser(u));
            if (user == NO_ID)
                return false;
            if (bits_set(&sunk, user))
                VEC_PUSH(f->arena, &work, user);
        }
    }
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (bits_get(&sunk, v) && LLVMIsAStoreInst(f->values[v]))
            memory_defer(p->m, v, &p->deferred);
    for (unsigned w = 0; w < (f->value_count + 63) / 64; w++)
        p->sunk.words[w] |= sunk.words[w];
    return true;
}

/* ---- memory ---- */

/* Nothing the forward sweep does after the loop touches what the loop writes. */
static bool later_code_fits(const struct plan *p, unsigned l, unsigned exit)
{
    struct func *f = p->f;
    for (unsigned i = 0; i < memory_writer_count(p->m); i++) {
        LLVMValueRef base;
        unsigned w = memory_writer(p->m, i, &base);
        if (!inside(p, l, w) || p->f->calls[w].cls == CALL_RULE || memory_is_meeting(p->f, w))
            continue;
        if (!base)
            return false;
        for (unsigned v = f->arg_count; v < f->value_count; v++) {
            LLVMValueRef inst = f->values[v];
            enum call_class cls = f->calls[v].cls;
            if (inside(p, l, v) || !memory_reaches(p->m, exit, f->block_of[v]) ||
                cls == CALL_FREE || cls == CALL_NOP || cls == CALL_SNAPSHOT ||
                !(ezb_inst_reads(inst) || ezb_inst_writes(inst)))
                continue;
            if (LLVMIsALoadInst(inst)
                    ? memory_may_write(p->m, v, i, NO_ID)
                    : ezb_modref_ptr(f->cx, inst, base, EZB_SIZE_UNKNOWN) != EZB_NO_MODREF)
                return false;
        }
    }
    return true;
}

static bool has_output_calls(const struct plan *p, unsigned l, const struct plan_replay *r)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (inside(p, l, v) && bits_get(&r->skip, v) && !LLVMIsAStoreInst(p->f->values[v]))
            return true;
    return false;
}

/* Block b runs only after a branch on `cond` went the given way. */
static bool guarded_by(const struct func *f, unsigned b, LLVMValueRef cond, bool is_true)
{
    for (unsigned d = f->blocks[b].idom; d != NO_ID; d = f->blocks[d].idom) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks[d].ref);
        if (LLVMGetInstructionOpcode(term) != LLVMBr || !LLVMIsConditional(term) ||
            LLVMGetCondition(term) != cond)
            continue;
        unsigned way = func_block_id(f, LLVMGetSuccessor(term, is_true ? 0 : 1));
        if (f->blocks[way].pred_count == 1 && func_dominates(f, way, b))
            return true;
    }
    return false;
}

/* Everything in loop l that may write what `load` reads runs only under the condition. */
static bool writers_guarded(const struct plan *p, unsigned l, unsigned load, LLVMValueRef cond,
                            bool is_true)
{
    for (unsigned i = 0; i < memory_writer_count(p->m); i++) {
        LLVMValueRef base;
        unsigned w = memory_writer(p->m, i, &base);
        if (inside(p, l, w) && memory_may_write(p->m, load, i, l) &&
            !guarded_by(p->f, p->f->block_of[w], cond, is_true))
            return false;
    }
    return true;
}

/* Loop s (inside l) has run to its end whenever the load is reached in the same iteration around
 * both; or, where s stands behind a condition that l does not change, either it always has or
 * nothing in l writes what the load reads. */
static bool ran_before(const struct plan *p, unsigned l, unsigned s, unsigned load)
{
    const struct func *f = p->f;
    LLVMValueRef cond;
    bool is_true;
    unsigned b = f->block_of[load];
    if (func_loop_contains(f, s, f->blocks[b].loop))
        return false;
    if (func_dominates(f, f->loops[s].preheader, b))
        return true;
    unsigned guard = plan_entry_guard(p, s, &cond, &is_true);
    if (guard == NO_ID || !cond || !func_dominates(f, guard, b))
        return false;
    return guarded_by(f, b, cond, is_true) ||
           (!inside(p, l, func_id(f, cond)) && writers_guarded(p, l, load, cond, is_true));
}

/* Block b runs in every iteration of its loop s, also in the last one. */
static bool runs_always(const struct func *f, unsigned s, unsigned b)
{
    for (unsigned x = 0; x < f->block_count; x++) {
        if (!func_loop_contains(f, s, f->blocks[x].loop))
            continue;
        bool leaves = x == f->loops[s].latch;
        for (unsigned k = 0; k < f->blocks[x].succ_count; k++)
            leaves |= !func_loop_contains(f, s, f->blocks[f->blocks[x].succs[k]].loop);
        if (leaves && !func_dominates(f, b, x))
            return false;
    }
    return true;
}

/* Where loop s or the innermost loop of the load is entered. */
static bool nonnegative(const struct plan *p, EzbScev x, unsigned s, unsigned load)
{
    const struct func *f = p->f;
    return ezb_scev_nonnegative_in(f->cx, x, f->loops[s].handle) ||
           ezb_scev_nonnegative_in(f->cx, x, f->loops[func_loop_of(f, load)].handle);
}

/* A store that fills a dense range of memory in a loop of its own, which contains all that the load
 * reads. */
static bool covers(const struct plan *p, unsigned l, unsigned store, unsigned load)
{
    const struct func *f = p->f;
    LLVMValueRef si = f->values[store], li = f->values[load], sp = LLVMGetOperand(si, 1),
                 lp = LLVMGetOperand(li, 0);
    LLVMTypeRef t = LLVMTypeOf(li);
    if (LLVMTypeOf(LLVMGetOperand(si, 0)) != t || LLVMGetVolatile(si))
        return false;
    unsigned s = func_loop_of(f, store), sb = f->block_of[store], lb = f->block_of[load];
    if (func_loop_contains(f, s, func_loop_of(f, load)) &&
        (sb == lb ? store < load : func_dominates(f, sb, lb)) &&
        ezb_scev_of(f->cx, f->fn, sp) == ezb_scev_of(f->cx, f->fn, lp))
        return true;
    EzbLoop loop;
    EzbScev start, step, slow, shigh, llow, lhigh, scev = ezb_scev_of(f->cx, f->fn, sp);
    int64_t bytes;
    if (s == l || !func_loop_contains(f, f->loops[s].parent, func_loop_of(f, load)) || !scev ||
        !ezb_scev_is_addrec(f->cx, scev, &loop, &start, &step) || loop != f->loops[s].handle ||
        !ezb_scev_const(step, &bytes) ||
        bytes != (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), t) ||
        !runs_always(f, s, sb) || !ran_before(p, l, s, load))
        return false;
    if (!ezb_scev_range(f->cx, f->fn, sp, f->blocks[lb].ref, &slow, &shigh) ||
        !ezb_scev_range(f->cx, f->fn, lp, f->blocks[f->loops[s].preheader].ref, &llow, &lhigh))
        return false;
    EzbScev below = ezb_scev_minus(f->cx, f->fn, llow, slow),
            above = ezb_scev_minus(f->cx, f->fn, shigh, lhigh);
    return below && above && nonnegative(p, below, s, load) && nonnegative(p, above, s, load);
}

static bool is_covered(const struct plan *p, unsigned l, unsigned load)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (inside(p, l, v) && LLVMIsAStoreInst(p->f->values[v]) && covers(p, l, v, load))
            return true;
    return false;
}

static bool accesses_tile(const struct plan *p, unsigned l, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    unsigned address = LLVMIsAStoreInst(inst) ? 1 : 0;
    return (address || LLVMIsALoadInst(inst)) &&
           plan_is_tile(p, l, ezb_underlying_object(LLVMGetOperand(inst, address), ADDRESS_STEPS));
}

/* Active memory that the loop writes is read only where the same iteration wrote it. *bad: the
 * instruction for which that is not proved. */
static bool scratch_fits(const struct plan *p, unsigned l, unsigned *bad)
{
    const struct func *f = p->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (!inside(p, l, v))
            continue;
        enum call_class cls = f->calls[v].cls;
        *bad = v;
        if ((cls == CALL_MEMCPY || cls == CALL_MEMMOVE) && plan_has_adjoint(p, v))
            return false;
        if (!LLVMIsALoadInst(f->values[v]) || !activity_active(p->a, v) ||
            plan_is_scratch_load(p, l, v) || accesses_tile(p, l, v))
            continue;
        bool written = false;
        for (unsigned i = 0; i < memory_writer_count(p->m) && !written; i++) {
            LLVMValueRef base;
            written =
                inside(p, l, memory_writer(p->m, i, &base)) && memory_may_write(p->m, v, i, l);
        }
        if (written && !is_covered(p, l, v))
            return false;
    }
    return true;
}

/* The store goes to another place in every iteration of l. */
static bool moves_on(const struct plan *p, unsigned l, unsigned store)
{
    const struct func *f = p->f;
    LLVMValueRef inst = f->values[store];
    EzbLoop loop;
    EzbScev start, step, at = ezb_scev_of(f->cx, f->fn, LLVMGetOperand(inst, 1));
    int64_t bytes;
    if (!at || !ezb_scev_is_addrec(f->cx, at, &loop, &start, &step) || loop != f->loops[l].handle ||
        !ezb_scev_const(step, &bytes))
        return false;
    return (uint64_t)(bytes < 0 ? -bytes : bytes) >=
           LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module),
                             LLVMTypeOf(LLVMGetOperand(inst, 0)));
}

static bool apart(const struct plan *p, unsigned a, unsigned b)
{
    const struct func *f = p->f;
    LLVMValueRef ai = f->values[a], bi = f->values[b], ap = LLVMGetOperand(ai, 1),
                 bp = LLVMGetOperand(bi, 1);
    return ezb_scev_of(f->cx, f->fn, ap) == ezb_scev_of(f->cx, f->fn, bp) ||
           !ezb_may_alias_bases(f->cx, ai, ezb_underlying_object(ap, ADDRESS_STEPS), bi,
                                ezb_underlying_object(bp, ADDRESS_STEPS), EZB_BY_TYPES);
}

/* Memory that others see may hold an adjoint when the loop is entered backwards. It belongs to the
 * last iteration that wrote the place, and iterations are not reversed in that order: every place
 * must be written by one iteration only. */
static bool outputs_fit(const struct plan *p, unsigned l)
{
    const struct func *f = p->f;
    VEC(unsigned) stores = {0};
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMValueRef inst = f->values[v];
        bool store = LLVMIsAStoreInst(inst), fill = f->calls[v].cls == CALL_MEMSET;
        if (!inside(p, l, v) || !(store || fill) || !plan_has_adjoint(p, v) ||
            objects_is_local(f, LLVMGetOperand(inst, store ? 1 : 0)) || accesses_tile(p, l, v))
            continue;
        if (!store || !moves_on(p, l, v))
            return false;
        for (unsigned i = 0; i < stores.count; i++)
            if (!apart(p, stores.items[i], v))
                return false;
        VEC_PUSH(f->arena, &stores, v);
    }
    return true;
}

/* Why not; NULL if the loop can be fused. */
static const char *obstacle(struct plan *p, const struct plan *stored, unsigned l, unsigned exit)
{
    struct plan_replay *r = p->replay[l];
    unsigned bad = 0;
    if (p->split || p->f->loops[l].parent != NO_ID || exit == NO_ID ||
        p->f->blocks[exit].pred_count != 1)
        return "not at the top level of a combined derivative";
    if (!state_fits(p, l, r))
        return "active values are carried from one iteration to the next";
    if (!results_are_sums(p, l, exit))
        return "an active value of the last iteration leaves it";
    if (plan_may_end_program(p, l))
        return "it may end the program";
    if (has_output_calls(p, l, r))
        return "it writes output";
    if (!outputs_fit(p, l))
        return "an iteration may write output that another one writes, too";
    if (!later_code_fits(p, l, exit))
        return "later code touches memory that it writes";
    if (!scratch_fits(p, l, &bad))
        return arena_printf(p->f->arena,
                            "an iteration may read active memory that an earlier one wrote:%s",
                            text_bare_value(p->f->arena, p->f->values[bad]));
    return results_fit(p, stored, exit) ? NULL : "the forward sweep needs its results";
}

bool plan_fuse_try(struct plan *p, const struct plan *stored, unsigned l)
{
    unsigned exit = func_exit(p->f, l);
    p->replay[l]->exit = exit;
    p->replay[l]->not_fused = obstacle(p, stored, l, exit);
    return !p->replay[l]->not_fused;
}
