/* What do the threads of a team have in common that run a function at the same time?
 *
 * Threads come to the same barriers in the same order (OpenMP 5.2, section 15.3). Where from each
 * barrier the way leads to one other at most, all threads are behind the same one: phases are told
 * apart by where they begin. */
#include "facts/sharing.h"
#include "base/limits.h"
#include "base/team.h"
#include "facts/final.h"
#include "ir/scopes.h"
#include <string.h>

LIMIT(UNIFORM_STEPS, 64); /* depth of expressions */

struct phase {
    unsigned from;       /* a barrier, or NO_ID for the start of the function */
    struct bits entered; /* blocks whose first instruction is reached without another barrier */
};

struct sharing {
    struct func *f;
    const struct memory *m;
    struct final *final;
    struct bits uniform, known; /* per value; what was decided */
    VEC(unsigned) barriers;
    VEC(struct phase) phases;
    bool told_apart; /* phases */
    uint64_t scopes; /* that hold for all threads */
};

/* ---- uniform values -------------------------------------------------------------------------- */

static bool has_prefix(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

static const char *callee_name(const struct func *f, unsigned v)
{
    LLVMValueRef callee = f->calls[v].callee;
    return callee && LLVMIsDeclaration(callee) ? LLVMGetValueName(callee) : "";
}

bool sharing_is_of_runtime(const struct func *f, unsigned v)
{
    const char *name = callee_name(f, v);
    return f->calls[v].cls == CALL_SYNC ||
           (f->calls[v].listed && (has_prefix(name, "__kmpc_") || has_prefix(name, "omp_") ||
                                   has_prefix(name, "enz_rt_")));
}

static bool is_never_written(const struct sharing *s, unsigned load)
{
    LLVMValueRef inst = s->f->values[load], base;
    LLVMMetadataRef scopes[SCOPES_MAX];
    struct arena *a = s->f->arena;
    if (LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic ||
        scopes_of(a, inst, scopes) || scopes_not_of(a, inst, scopes)) /* they are of one thread */
        return false;
    for (unsigned i = 0; i < memory_writer_count(s->m); i++)
        if (!sharing_is_of_runtime(s->f, memory_writer(s->m, i, &base)) &&
            memory_may_write(s->m, load, i, NO_ID))
            return false;
    return true;
}

static bool is_uniform(struct sharing *s, LLVMValueRef v, unsigned steps);

static bool operands_uniform(struct sharing *s, LLVMValueRef inst, unsigned count, unsigned steps)
{
    for (unsigned k = 0; k < count; k++)
        if (!is_uniform(s, LLVMGetOperand(inst, k), steps))
            return false;
    return true;
}

static bool is_plain_intrinsic(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.smin", "llvm.smax", "llvm.umin", "llvm.umax",
                                        "llvm.abs"};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned id = LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (id && id == LLVMLookupIntrinsicID(names[i], strlen(names[i])))
            return true;
    return false;
}

static bool call_is_uniform(struct sharing *s, unsigned v, unsigned steps)
{
    LLVMValueRef call = s->f->values[v];
    if (!strcmp(callee_name(s->f, v), "enz_rt_own_team"))
        return true;
    return (s->f->calls[v].cls == CALL_DISJOINT || is_plain_intrinsic(call)) &&
           operands_uniform(s, call, LLVMGetNumArgOperands(call), steps);
}

static bool instruction_is_uniform(struct sharing *s, unsigned v, unsigned steps)
{
    LLVMValueRef inst = s->f->values[v];
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: return operands_uniform(s, inst, 1, steps) && is_never_written(s, v);
    case LLVMCall: return call_is_uniform(s, v, steps);
    case LLVMPHI: return n == 1 && operands_uniform(s, inst, 1, steps);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMICmp:
    case LLVMSelect:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMGetElementPtr: return operands_uniform(s, inst, n, steps);
    default: return false;
    }
}

static bool is_uniform(struct sharing *s, LLVMValueRef v, unsigned steps)
{
    unsigned id = func_id(s->f, v);
    if (LLVMIsAGlobalValue(v))
        return !LLVMIsThreadLocal(v);
    if (LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v) ||
        (id != NO_ID && id < s->f->arg_count))
        return true;
    if (id == NO_ID || !steps)
        return false;
    if (!bits_get(&s->known, id)) {
        bool uniform = instruction_is_uniform(s, id, steps - 1);
        bits_set(&s->known, id);
        if (uniform)
            bits_set(&s->uniform, id);
    }
    return bits_get(&s->uniform, id);
}

/* ---- phases ---------------------------------------------------------------------------------- */

static bool is_barrier(const struct func *f, unsigned v)
{
    return f->calls[v].cls == CALL_SYNC && !strcmp(callee_name(f, v), "__kmpc_barrier");
}

/* The first barrier of `from` to `end` in a block, or `end`. */
static unsigned next_barrier(const struct func *f, unsigned from, unsigned end)
{
    while (from < end && !is_barrier(f, from))
        from++;
    return from;
}

static void go_on(struct sharing *s, struct phase *p, unsigned b)
{
    const struct func_block *block = &s->f->blocks[b];
    for (unsigned i = 0; i < block->succ_count; i++) {
        const struct func_block *to = &s->f->blocks[block->succs[i]];
        if (bits_set(&p->entered, block->succs[i]) &&
            next_barrier(s->f, to->first, to->first + to->count) == to->first + to->count)
            go_on(s, p, block->succs[i]);
    }
}

static void find_phase(struct sharing *s, unsigned from)
{
    const struct func *f = s->f;
    struct phase p = {.from = from, .entered = bits_new(f->arena, f->block_count)};
    unsigned b = from == NO_ID ? 0 : f->block_of[from],
             start = from == NO_ID ? f->blocks[0].first : from + 1,
             end = f->blocks[b].first + f->blocks[b].count;
    if (from == NO_ID)
        bits_set(&p.entered, 0);
    if (next_barrier(f, start, end) == end)
        go_on(s, &p, b);
    VEC_PUSH(f->arena, &s->phases, p);
}

/* v runs in the phase. */
static bool runs_in(const struct sharing *s, const struct phase *p, unsigned v)
{
    const struct func *f = s->f;
    unsigned b = f->block_of[v], first = f->blocks[b].first;
    bool behind = p->from != NO_ID && f->block_of[p->from] == b && v > p->from &&
                  next_barrier(f, p->from + 1, v) == v;
    return behind || (bits_get(&p->entered, b) && next_barrier(f, first, v) == v);
}

/* It leads to one barrier at most. */
static bool leads_to_one(const struct sharing *s, const struct phase *p)
{
    unsigned found = 0;
    for (unsigned i = 0; i < s->barriers.count; i++)
        found += runs_in(s, p, s->barriers.items[i]);
    return found <= 1;
}

/* No way leads from the end of the loop to it again without a barrier. */
static bool runs_once(const struct func *f, unsigned l)
{
    struct bits seen = bits_new(f->arena, f->block_count);
    VEC(unsigned) next = {0};
    for (unsigned b = 0; b < f->block_count; b++)
        if (func_loop_contains(f, l, f->blocks[b].loop) && bits_set(&seen, b))
            VEC_PUSH(f->arena, &next, b);
    while (next.count) {
        unsigned b = next.items[--next.count], end = f->blocks[b].first + f->blocks[b].count;
        bool inside = func_loop_contains(f, l, f->blocks[b].loop);
        if (!inside && next_barrier(f, f->blocks[b].first, end) != end)
            continue;
        for (unsigned i = 0; i < f->blocks[b].succ_count; i++) {
            unsigned to = f->blocks[b].succs[i];
            if (!inside && to == f->loops[l].header)
                return false;
            if (bits_set(&seen, to))
                VEC_PUSH(f->arena, &next, to);
        }
    }
    return true;
}

static struct bits find_once(const struct func *f)
{
    struct bits once = bits_new(f->arena, f->loop_count);
    for (unsigned l = 0; l < f->loop_count; l++)
        if (runs_once(f, l))
            bits_set(&once, l);
    return once;
}

/* Other functions may have barriers, too. */
static bool runs_other_code(const struct func *f, unsigned v)
{
    switch (f->calls[v].cls) {
    case CALL_DEFINED:
    case CALL_CUSTOM:
    case CALL_INDIRECT:
    case CALL_UNKNOWN:
    case CALL_ASM: return true;
    default: return false;
    }
}

static void find_phases(struct sharing *s)
{
    const struct func *f = s->f;
    s->told_apart = true;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (is_barrier(f, v))
            VEC_PUSH(f->arena, &s->barriers, v);
        s->told_apart &= !runs_other_code(f, v);
    }
    find_phase(s, NO_ID);
    for (unsigned i = 0; i < s->barriers.count; i++)
        find_phase(s, s->barriers.items[i]);
    for (unsigned i = 0; i < s->phases.count; i++)
        s->told_apart &= leads_to_one(s, &s->phases.items[i]);
}

/* A condition that is the same in all threads leads to one of both. */
static bool exclude_each_other(struct sharing *s, unsigned b, unsigned c)
{
    const struct func *f = s->f;
    for (unsigned d = f->blocks[b].idom; d != NO_ID; d = f->blocks[d].idom) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(f->blocks[d].ref);
        if (func_leads_to_one(f, d, b, c) && LLVMGetInstructionOpcode(branch) == LLVMBr &&
            LLVMIsConditional(branch) && is_uniform(s, LLVMGetCondition(branch), UNIFORM_STEPS))
            return true;
    }
    return false;
}

bool sharing_meet(const struct sharing *s, unsigned v, unsigned w)
{
    bool together = !s->told_apart;
    for (unsigned i = 0; i < s->phases.count && !together; i++)
        together = runs_in(s, &s->phases.items[i], v) && runs_in(s, &s->phases.items[i], w);
    return together &&
           !exclude_each_other((struct sharing *)s, s->f->block_of[v], s->f->block_of[w]);
}

/* ---- captured variables ---------------------------------------------------------------------- */

/* Nothing is done with the address but to access the variable and to hand it to the team. */
static bool is_handed_only_to(LLVMValueRef variable, LLVMValueRef start)
{
    unsigned handed = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        bool lifetime = callee && LLVMIsAFunction(callee) &&
                        has_prefix(LLVMGetValueName(callee), "llvm.lifetime.");
        if (user == start)
            handed++;
        else if (!LLVMIsALoadInst(user) && !lifetime &&
                 !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable))
            return false;
    }
    return handed == 1;
}

/* The base is a variable of the function that starts the team, of which only the team has the
 * address, and that in the parameter only. */
static bool is_captured(const struct sharing *s, LLVMValueRef base)
{
    unsigned k = func_id(s->f, base);
    LLVMValueRef start = k != NO_ID && k < s->f->arg_count ? team_start(s->f->fn) : NULL;
    if (!start || k >= LLVMGetNumArgOperands(start))
        return false;
    LLVMValueRef variable = LLVMGetOperand(start, k);
    return LLVMIsAAllocaInst(variable) && is_handed_only_to(variable, start) &&
           !ezb_argument_captured(s->f->cx, base);
}

/* It may be where nothing else is that would lead to a parameter. */
static bool is_plain_base(LLVMValueRef base)
{
    return LLVMIsAArgument(base) || LLVMIsALoadInst(base) || LLVMIsAGlobalVariable(base);
}

static LLVMValueRef base_of(const struct sharing *s, unsigned v)
{
    LLVMValueRef inst = s->f->values[v];
    return LLVMIsALoadInst(inst) ? ezb_underlying_object(LLVMGetOperand(inst, 0), ADDRESS_STEPS)
                                 : NULL;
}

/* One is to such a variable, and the other one's address comes from elsewhere. */
static bool one_is_captured(const struct sharing *s, unsigned v, unsigned w)
{
    LLVMValueRef a = base_of(s, v), b = base_of(s, w);
    if (!a || !b || a == b || !is_plain_base(a) || !is_plain_base(b))
        return false;
    return is_captured(s, a) || is_captured(s, b);
}

/* ---- elements -------------------------------------------------------------------------------- */

bool sharing_apart(const struct sharing *s, const struct sharing_question *q)
{
    struct final_team_question elements = {q->v, q->w, q->low, q->high};
    return !sharing_meet(s, q->v, q->w) || one_is_captured(s, q->v, q->w) ||
           (q->tested && memory_team_apart(s->m, q->v, q->w, s->scopes)) ||
           final_team_apart(s->final, &elements);
}

bool sharing_objects_apart(const struct sharing *s, unsigned v, unsigned w)
{
    return memory_team_apart(s->m, v, w, s->scopes);
}

/* In a region that one thread runs by itself, threads have other numbers. */
static bool changes_teams(const struct func *f, unsigned v)
{
    return has_prefix(callee_name(f, v), "__kmpc_serialized_parallel") ||
           has_prefix(callee_name(f, v), "enz_rt_serialized");
}

struct sharing *sharing_find(struct func *f, const struct memory *m)
{
    struct sharing *s = ARENA_NEW(f->arena, struct sharing);
    s->f = f, s->m = m;
    s->uniform = bits_new(f->arena, f->value_count);
    s->known = bits_new(f->arena, f->value_count);
    for (unsigned v = 0; v < f->value_count; v++) {
        if (v >= f->arg_count && changes_teams(f, v))
            return NULL;
        if (v < f->arg_count)
            bits_set(&s->uniform, v);
        else
            is_uniform(s, f->values[v], UNIFORM_STEPS);
    }
    find_phases(s);
    s->scopes = memory_team_scopes(m, &s->uniform);
    const struct bits once = find_once(f);
    s->final = final_analyse_team(f, &s->uniform, &once);
    return s;
}
