/* Finds the operations whose result the program may drop: their adjoint may be zero, and must stay
 * zero where their partial derivatives are infinite. */
#include "plan/speculated.h"
#include "ir/in_place.h"
#include "plan/plan.h"
#include <string.h>

/* What hands the adjoint of its result on as it is, to values of other types. */
static bool only_converts(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMBitCast:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMShl:
    case LLVMLShr:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector: return true;
    default: return false;
    }
}

static bool hands_adjoints_on(const struct func *f, unsigned v)
{
    return f->calls[v].cls == CALL_RULE || only_converts(f->values[v]);
}

/* Optimisation turns `c ? a / b : d` into a division that always runs and a select. Where the
 * select takes d, the adjoint of the division is zero and must stay zero even for b == 0. */
static void find_speculated(struct plan *p)
{
    struct func *f = p->f;
    p->speculated = bits_new(f->arena, f->value_count);
    for (unsigned v = f->value_count; v-- > f->arg_count;) {
        bool all = LLVMGetFirstUse(f->values[v]) != NULL;
        for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u && all; u = LLVMGetNextUse(u)) {
            unsigned user = func_id(f, LLVMGetUser(u));
            all = user != NO_ID &&
                  ((LLVMIsASelectInst(f->values[user]) && ezb_use_operand_no(u) > 0) ||
                   (hands_adjoints_on(f, user) && bits_get(&p->speculated, user)));
        }
        if (all)
            bits_set(&p->speculated, v);
    }
}

static bool any_operand_in(const struct func *f, const struct bits *set, unsigned v)
{
    for (unsigned k = 0, n = func_operand_count(f, v); k < n; k++) {
        unsigned id = func_id(f, LLVMGetOperand(f->values[v], k));
        if (id != NO_ID && bits_get(set, id))
            return true;
    }
    return false;
}

/* x y or x y + z: the partial derivatives are operands. */
static bool is_product(const struct func *f, unsigned v, LLVMOpcode op)
{
    return op == LLVMFMul ||
           (op == LLVMCall && f->calls[v].rule && !strcmp(rule_name(f->calls[v].rule), "fma"));
}

/* Neither select nor branch need remain of where an operation was. A product that was moved matters
 * where its operand may be infinite because that was moved, too. */
static void find_moved(struct plan *p)
{
    struct func *f = p->f;
    struct bits moved = bits_new(f->arena, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMOpcode op = LLVMGetInstructionOpcode(f->values[v]);
        bool has_mark = op == LLVMFMul || op == LLVMFDiv || op == LLVMCall,
             lost = in_place_lost(f->values[v]);
        if (f->calls[v].cls != CALL_RULE || (has_mark && !lost) ||
            ((is_product(f, v, op) || (op != LLVMFDiv && op != LLVMCall)) &&
             !any_operand_in(f, &moved, v)))
            continue;
        bits_set(&moved, v);
        bits_set(&p->speculated, v);
    }
}

/* What is known of values of which no use carries an adjoint back for certain. */
struct unsure {
    const struct plan *p;
    struct bits values;
    struct bits uses;       /* blocks that use the value in question for certain */
    struct bits seen;       /* blocks on ways behind it */
    unsigned *ways, height; /* those whose ends have not been looked at */
};

/* What is returned is the number that a derivative is asked of. The callers of other functions may
 * leave the result unused, and of several numbers some may have no adjoint. */
static bool is_result(const struct plan *p, LLVMValueRef ret)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(ret, 0)));
    return !p->split && kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind &&
           kind != LLVMVectorTypeKind;
}

/* The user hands its adjoint on to the operand whenever it runs. */
static bool use_is_certain(const struct unsure *s, unsigned user, LLVMUseRef use)
{
    const struct func *f = s->p->f;
    LLVMValueRef inst = f->values[user];
    if (LLVMIsAReturnInst(inst))
        return is_result(s->p, inst);
    if (!plan_has_adjoint(s->p, user) || (LLVMIsASelectInst(inst) && ezb_use_operand_no(use) > 0))
        return false;
    return !(hands_adjoints_on(f, user) || LLVMIsAPHINode(inst)) || !bits_get(&s->values, user);
}

static bool edge_uses(const struct unsure *s, unsigned v, unsigned from, unsigned to)
{
    const struct func *f = s->p->f;
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef phi = LLVMGetUser(u);
        if (LLVMIsAPHINode(phi) && LLVMGetInstructionParent(phi) == f->blocks[to].ref &&
            LLVMGetIncomingBlock(phi, ezb_use_operand_no(u)) == f->blocks[from].ref &&
            use_is_certain(s, func_id(f, phi), u))
            return true;
    }
    return false;
}

/* Collects the blocks that use v for certain; false if something else than the function does. */
static bool collect_uses(struct unsure *s, unsigned v)
{
    const struct func *f = s->p->f;
    bits_clear_all(&s->uses);
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID)
            return false;
        if (!LLVMIsAPHINode(f->values[user]) && use_is_certain(s, user, u))
            bits_set(&s->uses, f->block_of[user]);
    }
    return true;
}

/* Whatever way control takes behind v, something there uses it for certain. A sum that a loop
 * carries round is used by the next iteration or, behind the last one, by what follows. */
static bool is_certain(struct unsure *s, unsigned v)
{
    const struct func *f = s->p->f;
    unsigned home = f->block_of[v];
    if (!collect_uses(s, v) || bits_get(&s->uses, home))
        return true;
    bits_clear_all(&s->seen);
    s->ways[0] = home, s->height = 1;
    while (s->height) {
        unsigned b = s->ways[--s->height];
        const struct func_block *block = &f->blocks[b];
        for (unsigned i = 0; i < block->succ_count; i++) {
            unsigned to = block->succs[i];
            if (edge_uses(s, v, b, to))
                continue;
            if (to == home)
                return false;
            if (!bits_get(&s->uses, to) && bits_set(&s->seen, to))
                s->ways[s->height++] = to;
        }
        if (!block->succ_count)
            return false;
    }
    return true;
}

/* Adds values; true if there are more now. Phis are among them, by which the values of an iteration
 * depend on those of the next one. */
static bool find_unsure(struct unsure *s)
{
    const struct func *f = s->p->f;
    bool more = false;
    for (unsigned v = f->value_count; v-- > f->arg_count;)
        if (!bits_get(&s->values, v) && activity_active(s->p->a, v) &&
            (hands_adjoints_on(f, v) || LLVMIsAPHINode(f->values[v])) && !is_certain(s, v))
            more |= bits_set(&s->values, v);
    return more;
}

/* The program may compute q = x / y first and look at y afterwards. Where it does not use q the
 * adjoint of the division is zero and must stay zero. Only for functions that have infinite
 * derivatives of their own accord. */
static void find_guarded(struct plan *p)
{
    struct func *f = p->f;
    struct unsure s = {.p = p,
                       .values = bits_new(f->arena, f->value_count),
                       .uses = bits_new(f->arena, f->block_count),
                       .seen = bits_new(f->arena, f->block_count),
                       .ways = ARENA_ARRAY(f->arena, unsigned, f->block_count + 1)};
    while (find_unsure(&s))
        ;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMOpcode op = LLVMGetInstructionOpcode(f->values[v]);
        if (bits_get(&s.values, v) && (op == LLVMFDiv || (op == LLVMCall && !is_product(f, v, op))))
            bits_set(&p->speculated, v);
    }
}

void plan_speculated(struct plan *p)
{
    find_speculated(p);
    find_moved(p);
    find_guarded(p);
}
