/* All additions to adjoints: of values, and to shadow memory. How something is added says the
 * program (plan/program.h). */
#include "emit/derivative.h"

static bool is_integer(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

/* Of an integer that may hold anything, what else is in a union or padding, the adjoint is an
 * integer: it moves as the bits do, and to add two of them ends the program (gen_add); so do
 * adjoints of integers that are computed from it, half a floating-point value, say, or a count
 * where others have a number. */
LLVMTypeRef gen_adjoint_type(struct gen *g, LLVMValueRef v)
{
    LLVMTypeRef t = derivative_number_type(g->deriv, g->c, v);
    if (t)
        return t;
    if (is_integer(LLVMTypeOf(v)))
        return LLVMTypeOf(v);
    diag(g->diags, DIAG_UNKNOWN_TYPE, v,
         "an integer that carries the bits of an active floating-point value");
    return LLVMDoubleTypeInContext(g->context);
}

LLVMValueRef gen_adjoint_slot(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef *slot = &g->adjoints[v * g->width + direction];
    if (!*slot)
        *slot = gen_stack_slot(g, gen_adjoint_type(g, g->f->values[v]), true);
    return *slot;
}

LLVMValueRef gen_same_bits(struct gen *g, LLVMValueRef x, LLVMTypeRef t)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    bool fp[2] = {false, false}, ptr = false;
    activity_type_has(LLVMTypeOf(x), &fp[0], &ptr), activity_type_has(t, &fp[1], &ptr);
    if ((fp[0] && fp[1]) || ptr ||
        LLVMSizeOfTypeInBits(target, LLVMTypeOf(x)) != LLVMSizeOfTypeInBits(target, t))
        return NULL;
    return LLVMBuildBitCast(g->b, x, t, "");
}

LLVMValueRef gen_accumulate(struct gen *g, enum accumulate how, LLVMValueRef sum,
                            LLVMValueRef amount, LLVMValueRef like)
{
    LLVMValueRef more = gen_add(g, sum, amount, like);
    if (how == ACCUMULATE_ADD_VECTOR && LLVMIsAInstruction(more) &&
        LLVMGetInstructionOpcode(more) == LLVMFAdd)
        LLVMSetFastMathFlags(more, LLVMGetFastMathFlags(more) | LLVMFastMathAllowReassoc |
                                       LLVMFastMathNoSignedZeros);
    return more;
}

/* ---- adjoints of values ---- */

/* The adjoint lives in a register while the reverse of its block is emitted. */
static bool is_local(struct gen *g, unsigned v)
{
    bool local = bits_get(&g->plan->local, v);
    if (local && g->reversing != g->f->block_of[v])
        diag(g->diags, DIAG_INTERNAL, g->f->fn, "",
             "the adjoint of a local number is needed elsewhere");
    return local;
}

/* Outside of operations (seeds, phis) adjoints are added in order. */
enum accumulate gen_adds(struct gen *g, unsigned v)
{
    enum accumulate how = g->op ? program_adds(g->op, v) : ACCUMULATE_ADD;
    if (how == ACCUMULATE_KINDS)
        diag(g->diags, DIAG_INTERNAL, g->f->values[g->op->inst], "",
             "something is added to an adjoint of which the plan says nothing");
    return how;
}

void gen_add_adjoint(struct gen *g, LLVMValueRef v, unsigned direction, LLVMValueRef amount,
                     LLVMValueRef like)
{
    unsigned id = func_id(g->f, v);
    if (id == NO_ID || !activity_active(g->a, id) || LLVMIsNull(amount))
        return;
    enum accumulate how = gen_adds(g, id);
    if (how == ACCUMULATE_NOTHING)
        return;
    bool local = id >= g->f->arg_count && is_local(g, id);
    LLVMValueRef slot = local ? NULL : gen_adjoint_slot(g, id, direction),
                 *held = &g->adjoints[id * g->width + direction];
    LLVMTypeRef t = local ? LLVMTypeOf(v) : LLVMGetAllocatedType(slot);
    if (LLVMTypeOf(amount) != t && !(amount = gen_same_bits(g, amount, t)))
        gen_unsupported(g, v, "reinterpreting active floating-point values as another type");
    else if (local)
        *held = *held ? gen_add(g, *held, amount, like) : amount;
    else
        LLVMBuildStore(
            g->b, gen_accumulate(g, how, LLVMBuildLoad2(g->b, t, slot, ""), amount, like), slot);
}

LLVMValueRef gen_take_adjoint(struct gen *g, unsigned v, unsigned direction)
{
    if (v >= g->f->arg_count && is_local(g, v)) {
        LLVMValueRef held = g->adjoints[v * g->width + direction];
        g->adjoints[v * g->width + direction] = NULL;
        return held ? held : LLVMConstNull(LLVMTypeOf(g->f->values[v]));
    }
    LLVMValueRef slot = gen_adjoint_slot(g, v, direction);
    LLVMTypeRef t = LLVMGetAllocatedType(slot);
    LLVMValueRef a = LLVMBuildLoad2(g->b, t, slot, "");
    LLVMBuildStore(g->b, LLVMConstNull(t), slot);
    return a;
}

static LLVMValueRef adjoint_now(struct gen *g, unsigned v, unsigned direction)
{
    if (is_local(g, v)) {
        LLVMValueRef held = g->adjoints[v * g->width + direction];
        return held ? held : LLVMConstNull(LLVMTypeOf(g->f->values[v]));
    }
    LLVMValueRef slot = gen_adjoint_slot(g, v, direction);
    return LLVMBuildLoad2(g->b, LLVMGetAllocatedType(slot), slot, "");
}

LLVMValueRef gen_are_zero(struct gen *g, const struct plan_results *values)
{
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < values->count * g->width; i++) {
        LLVMValueRef now = adjoint_now(g, values->values[i / g->width], i % g->width),
                     zero =
                         LLVMBuildFCmp(g->b, LLVMRealOEQ, now, LLVMConstNull(LLVMTypeOf(now)), "");
        all = all ? LLVMBuildAnd(g->b, all, zero, "") : zero;
    }
    return all;
}

/* ---- shadow memory ---- */

/* What a load adds to. */
struct place {
    const struct adjoint_op *op;
    LLVMValueRef inst, shadow;
    unsigned direction;
};

/* To what is gathered so far. */
static LLVMValueRef gathered(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    LLVMValueRef *sum = &g->gathered[p->direction], all = *sum ? gen_add(g, *sum, bar, NULL) : bar;
    *sum = NULL;
    return all;
}

static void gather(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    g->gathered[p->direction] = gathered(g, p, bar);
}

static void add_to_memory(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    bar = gathered(g, p, bar);
    LLVMValueRef old = gen_load_as(g, LLVMTypeOf(bar), p->shadow, p->inst, p->direction);
    gen_store_as(g, gen_accumulate(g, (enum accumulate)p->op->memory, old, bar, NULL), p->shadow,
                 p->inst, p->direction);
}

static void add_atomically(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    gen_atomic_add(g, p->shadow, gathered(g, p, bar));
}

static void add_private(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    gen_add_to_sums(g, p->shadow, gathered(g, p, bar));
}

static void add_reduced(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    gen_reduced_add(g, p->shadow, gathered(g, p, bar));
}

static void add_to_tracked(struct gen *g, const struct place *p, LLVMValueRef bar)
{
    gen_kind_add(g, p->inst, p->shadow, bar);
}

static void (*const adders[ACCUMULATE_KINDS])(struct gen *, const struct place *, LLVMValueRef) = {
    [ACCUMULATE_ADD] = add_to_memory,
    [ACCUMULATE_ADD_VECTOR] = add_to_memory,
    [ACCUMULATE_GATHER] = gather,
    [ACCUMULATE_ADD_ATOMIC] = add_atomically,
    [ACCUMULATE_ADD_PRIVATE] = add_private,
    [ACCUMULATE_ADD_REDUCED] = add_reduced,
    [ACCUMULATE_ADD_TRACKED] = add_to_tracked,
};

void gen_add_to_shadow(struct gen *g, const struct adjoint_op *op, LLVMValueRef shadow,
                       LLVMValueRef bar, unsigned direction)
{
    struct place p = {op, g->f->values[op->inst], shadow, direction};
    if (adders[op->memory])
        adders[op->memory](g, &p, bar);
    else
        diag(g->diags, DIAG_INTERNAL, p.inst, "", "a way to add that has no code");
}
