/* Loops that look for the smallest or the largest number that their iterations find:
 *
 *     for (k = 0; k < n; k++)
 *         best = f(k) < best ? f(k) : best;
 *
 * Whatever the condition is, the derivative of the result is that of one iteration, the last one
 * whose number was taken. The loop remembers what that iteration began with, and the iteration runs
 * once more behind the loop, where its number is the result. The loop itself has no derivative
 * then: nothing is kept of the other iterations, and none of them is reversed or has tangents.
 *
 * It is done where an iteration changes nothing but what the loop carries, so that it finds the
 * same number again, and where that number does not depend on the best one so far. */
#include "base/limits.h"
#include "base/type.h"
#include "ir/func.h"
#include "prepare/loops/loops.h"

/* Instructions of a loop that is copied. */
enum { ARGMIN_SIZE = 1000 };

struct search {
    struct func *f;
    unsigned loop;
    LLVMBasicBlockRef exit;
    LLVMValueRef phi, choice; /* the best number in front of the choice, and behind it */
    LLVMValueRef found;       /* the number of this iteration */
    bool keeps;               /* the choice is the phi if its condition is true */
    struct bits dependent;    /* what an iteration computes of the numbers that it begins with */
};

static bool is_inside(const struct search *s, LLVMValueRef v)
{
    unsigned id = func_id(s->f, v);
    return id != NO_ID && id >= s->f->arg_count &&
           func_loop_contains(s->f, s->loop, func_loop_of(s->f, id));
}

static bool is_carried(const struct search *s, LLVMValueRef v)
{
    return LLVMIsAPHINode(v) && is_inside(s, v) &&
           s->f->block_of[func_id(s->f, v)] == s->f->loops[s->loop].header;
}

/* ---- the loop ---- */

/* An iteration may run again, to its end. */
static bool may_repeat(const struct search *s, unsigned v)
{
    LLVMValueRef inst = s->f->values[v];
    return !ezb_inst_writes(inst) && !LLVMIsAAllocaInst(inst) && !prepare_is_unique(inst) &&
           (LLVMIsATerminatorInst(inst) || ezb_transfers_execution(inst));
}

static bool block_fits(const struct search *s, unsigned b)
{
    const struct func_block *block = &s->f->blocks[b];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block->ref);
    for (unsigned k = 0; k < block->succ_count; k++)
        if (!func_loop_contains(s->f, s->loop, s->f->blocks[block->succs[k]].loop) &&
            b != s->f->loops[s->loop].latch)
            return false;
    for (unsigned v = block->first; v < block->first + block->count; v++)
        if (!may_repeat(s, v))
            return false;
    return LLVMIsABranchInst(end) || LLVMIsASwitchInst(end);
}

/* Its latch is the one way out, to a block of its own. */
static bool find_exit(struct search *s)
{
    const struct func *f = s->f;
    unsigned exit = func_exit(f, s->loop);
    if (exit == NO_ID || f->blocks[exit].pred_count != 1)
        return false;
    s->exit = f->blocks[exit].ref;
    return true;
}

static bool loop_fits(struct search *s)
{
    const struct func *f = s->f;
    unsigned size = 0;
    if (f->loops[s->loop].preheader == NO_ID || !find_exit(s))
        return false;
    for (unsigned b = 0; b < f->block_count; b++)
        if (func_loop_contains(f, s->loop, f->blocks[b].loop) &&
            ((size += f->blocks[b].count) > ARGMIN_SIZE || !block_fits(s, b)))
            return false;
    return true;
}

/* ---- the choice ---- */

/* Nothing behind the loop looks at the phi, which is what the iteration before has chosen. */
static bool stays_inside(const struct search *s, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!is_inside(s, LLVMGetUser(u)))
            return false;
    return true;
}

static bool find_choice(struct search *s)
{
    const struct func *f = s->f;
    LLVMValueRef next = s->choice = func_incoming(f, s->loop, s->phi, true);
    if (!is_inside(s, next) || !LLVMIsASelectInst(next) || !stays_inside(s, s->phi))
        return false;
    unsigned block = f->block_of[func_id(f, next)];
    s->keeps = LLVMGetOperand(next, 1) == s->phi;
    s->found = LLVMGetOperand(next, s->keeps ? 2 : 1);
    return f->blocks[block].loop == s->loop && func_dominates(f, block, f->loops[s->loop].latch) &&
           s->found != s->phi && (s->keeps || LLVMGetOperand(next, 2) == s->phi);
}

static void find_dependent(struct search *s)
{
    const struct func *f = s->f;
    VEC(unsigned) work = {0};
    s->dependent = bits_new(f->arena, f->value_count);
    for (unsigned v = f->blocks[f->loops[s->loop].header].first; LLVMIsAPHINode(f->values[v]); v++)
        if (type_is_fp(LLVMTypeOf(f->values[v])) && bits_set(&s->dependent, v))
            VEC_PUSH(f->arena, &work, v);
    while (work.count) {
        unsigned v = work.items[--work.count];
        for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_inside(s, user) && !is_carried(s, user) &&
                bits_set(&s->dependent, func_id(f, user)))
                VEC_PUSH(f->arena, &work, func_id(f, user));
        }
    }
}

/* An iteration finds its number whatever the numbers are that it begins with. */
static bool is_independent(struct search *s)
{
    const struct func *f = s->f;
    find_dependent(s);
    for (unsigned b = 0; b < f->block_count; b++)
        if (func_loop_contains(f, s->loop, f->blocks[b].loop) && b != f->loops[s->loop].latch &&
            bits_get(&s->dependent, f->blocks[b].first + f->blocks[b].count - 1))
            return false;
    return !bits_get(&s->dependent, func_id(f, s->found));
}

/* All numbers that the loop carries are such choices: else it has a derivative anyway. */
static bool are_choices(const struct search *s)
{
    const struct func *f = s->f;
    for (unsigned v = f->blocks[f->loops[s->loop].header].first; LLVMIsAPHINode(f->values[v]);
         v++) {
        struct search other = *s;
        other.phi = f->values[v];
        if (type_is_fp(LLVMTypeOf(other.phi)) && !find_choice(&other))
            return false;
    }
    return true;
}

/* What the loop looks at is no more than an element of memory that the function writes elsewhere.
 * Which element that is, other analyses know as long as it is loaded in the loop: that it belongs
 * to scratch memory, say, which has been written before. */
static bool is_written_element(const struct search *s)
{
    const struct func *f = s->f;
    if (!LLVMIsALoadInst(s->found))
        return false;
    LLVMValueRef base = ezb_underlying_object(LLVMGetOperand(s->found, 0), ADDRESS_STEPS);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (ezb_inst_writes(f->values[v]) &&
            (ezb_modref_ptr(f->cx, f->values[v], base, EZB_SIZE_UNKNOWN) & EZB_MOD))
            return true;
    return false;
}

static bool find_search(struct search *s)
{
    const struct func *f = s->f;
    if (!loop_fits(s) || !are_choices(s))
        return false;
    for (unsigned v = f->blocks[f->loops[s->loop].header].first; LLVMIsAPHINode(f->values[v]);
         v++) {
        s->phi = f->values[v];
        if (type_is_fp(LLVMTypeOf(s->phi)) && find_choice(s) && !stays_inside(s, s->choice) &&
            is_inside(s, s->found) && !is_written_element(s) && is_independent(s))
            return true;
    }
    return false;
}

/* ---- the loop remembers ---- */

struct builder {
    const struct search *s;
    LLVMBuilderRef b;
    LLVMBasicBlockRef behind;  /* the loop: what it remembers is read there */
    struct map values, blocks; /* of the iteration that was chosen, behind the loop */
};

static LLVMBasicBlockRef new_block(const struct builder *x)
{
    const struct func *f = x->s->f;
    return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(f->module), f->fn, "");
}

static LLVMBasicBlockRef latch_of(const struct builder *x)
{
    return x->s->f->blocks[x->s->f->loops[x->s->loop].latch].ref;
}

/* What comes out of the loop, behind it. */
static LLVMValueRef leave(struct builder *x, LLVMValueRef v)
{
    LLVMBasicBlockRef latch = latch_of(x);
    LLVMPositionBuilderAtEnd(x->b, x->behind);
    LLVMValueRef phi = LLVMBuildPhi(x->b, LLVMTypeOf(v), "");
    LLVMAddIncoming(phi, &v, &latch, 1);
    return phi;
}

/* What v, of this iteration, was in the iteration that was chosen last; `first`, if none was. */
static LLVMValueRef remember(struct builder *x, LLVMValueRef v, LLVMValueRef first)
{
    const struct search *s = x->s;
    const struct func *f = s->f;
    LLVMBasicBlockRef latch = latch_of(x), front = f->blocks[f->loops[s->loop].preheader].ref;
    LLVMPositionBuilderBefore(x->b,
                              LLVMGetFirstInstruction(f->blocks[f->loops[s->loop].header].ref));
    LLVMValueRef phi = LLVMBuildPhi(x->b, LLVMTypeOf(v), "");
    LLVMPositionBuilderBefore(x->b, LLVMGetNextInstruction(s->choice));
    LLVMValueRef next = LLVMBuildSelect(x->b, LLVMGetOperand(s->choice, 0), s->keeps ? phi : v,
                                        s->keeps ? v : phi, "");
    LLVMAddIncoming(phi, &first, &front, 1);
    LLVMAddIncoming(phi, &next, &latch, 1);
    return leave(x, next);
}

static void remember_start(struct builder *x)
{
    const struct func *f = x->s->f;
    const struct func_block *header = &f->blocks[f->loops[x->s->loop].header];
    for (unsigned v = header->first; LLVMIsAPHINode(f->values[v]); v++) {
        LLVMValueRef phi = f->values[v];
        if (!type_is_fp(LLVMTypeOf(phi)))
            map_put(&x->values, phi, remember(x, phi, LLVMConstNull(LLVMTypeOf(phi))));
    }
}

/* ---- the iteration runs again ---- */

static void copy_block(struct builder *x, unsigned b)
{
    const struct search *s = x->s;
    const struct func_block *block = &s->f->blocks[b];
    bool last = b == s->f->loops[s->loop].latch;
    LLVMPositionBuilderAtEnd(x->b, map_get(&x->blocks, block->ref));
    for (unsigned v = block->first; v < block->first + block->count - last; v++) {
        LLVMValueRef inst = s->f->values[v];
        if (is_carried(s, inst) || bits_get(&s->dependent, v))
            continue;
        LLVMValueRef made = LLVMInstructionClone(inst);
        LLVMInsertIntoBuilder(x->b, made);
        map_put(&x->values, inst, made);
    }
}

/* Its operands and successors are those of the copy. */
static void connect(struct builder *x, LLVMValueRef made)
{
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(made); k < n; k++) {
        LLVMValueRef operand = LLVMGetOperand(made, k);
        LLVMValueRef other = operand ? map_get(&x->values, operand) : NULL;
        if (other)
            LLVMSetOperand(made, k, other);
    }
    for (unsigned k = 0, n = LLVMIsATerminatorInst(made) ? LLVMGetNumSuccessors(made) : 0; k < n;
         k++)
        LLVMSetSuccessor(made, k, map_get(&x->blocks, LLVMGetSuccessor(made, k)));
}

static void connect_block(struct builder *x, unsigned b)
{
    const struct func_block *block = &x->s->f->blocks[b];
    LLVMBasicBlockRef made = map_get(&x->blocks, block->ref);
    for (LLVMValueRef i = LLVMGetFirstInstruction(made); i; i = LLVMGetNextInstruction(i))
        connect(x, i);
    for (unsigned k = 0; k < block->pred_count; k++) {
        LLVMBasicBlockRef old = x->s->f->blocks[block->preds[k]].ref,
                          new = map_get(&x->blocks, old);
        if (new)
            ezb_phis_replace_block(made, old, new);
    }
}

static void repeat(struct builder *x)
{
    const struct func *f = x->s->f;
    for (unsigned b = 0; b < f->block_count; b++)
        if (func_loop_contains(f, x->s->loop, f->blocks[b].loop))
            map_put(&x->blocks, f->blocks[b].ref, new_block(x));
    for (unsigned b = 0; b < f->block_count; b++)
        if (map_get(&x->blocks, f->blocks[b].ref))
            copy_block(x, b);
    for (unsigned b = 0; b < f->block_count; b++)
        if (map_get(&x->blocks, f->blocks[b].ref))
            connect_block(x, b);
}

/* ---- together ---- */

/* The phis of the exit take what comes out of the loop from `from`; the result is `best`. */
static void enter_exit(struct builder *x, LLVMBasicBlockRef from, LLVMValueRef best)
{
    const struct search *s = x->s;
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->exit); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef v = LLVMGetIncomingValue(i, 0);
        LLVMSetOperand(i, 0, v == s->choice ? best : is_inside(s, v) ? leave(x, v) : v);
    }
    ezb_phis_replace_block(s->exit, latch_of(x), from);
}

static void run_again(const struct search *s)
{
    const struct func *f = s->f;
    LLVMContextRef c = LLVMGetModuleContext(f->module);
    LLVMTypeRef flag = LLVMInt1TypeInContext(c);
    struct builder x = {.s = s, .b = LLVMCreateBuilderInContext(c)};
    map_init(&x.values, f->arena), map_init(&x.blocks, f->arena);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(latch_of(&x));
    LLVMSetSuccessor(end, LLVMGetSuccessor(end, 0) != s->exit, x.behind = new_block(&x));

    LLVMSetCurrentDebugLocation2(x.b, LLVMInstructionGetDebugLoc(s->choice));
    LLVMValueRef taken = remember(&x, LLVMConstInt(flag, 1, 0), LLVMConstInt(flag, 0, 0));
    remember_start(&x);
    LLVMSetCurrentDebugLocation2(x.b, NULL); /* copies keep theirs */
    repeat(&x);

    LLVMSetCurrentDebugLocation2(x.b, LLVMInstructionGetDebugLoc(s->choice));
    LLVMBasicBlockRef done = new_block(&x), again = map_get(&x.blocks, latch_of(&x)),
                      from[] = {again, x.behind};
    LLVMPositionBuilderAtEnd(x.b, again);
    LLVMBuildBr(x.b, done);
    LLVMPositionBuilderAtEnd(x.b, done);
    LLVMValueRef best = LLVMBuildPhi(x.b, LLVMTypeOf(s->phi), ""),
                 values[] = {map_get(&x.values, s->found),
                             func_incoming(f, s->loop, s->phi, false)};
    LLVMAddIncoming(best, values, from, 2);
    LLVMBuildBr(x.b, s->exit);
    enter_exit(&x, done, best);
    LLVMPositionBuilderAtEnd(x.b, x.behind);
    LLVMBuildCondBr(x.b, taken, map_get(&x.blocks, f->blocks[f->loops[s->loop].header].ref), done);
    LLVMDisposeBuilder(x.b);
}

/* One of the function. Loops inside of others come first: what they find is one number then. */
static bool argmin(struct prepare *p, LLVMValueRef fn)
{
    struct arena arena;
    struct map none;
    bool found = false;
    arena_init(&arena);
    map_init(&none, &arena);
    struct func *f = func_number(p->cx, p->module, &arena, fn, &none);
    for (unsigned l = f->loop_count; l-- > 0 && !found;) {
        struct search s = {.f = f, .loop = l};
        found = find_search(&s);
        if (found)
            run_again(&s);
    }
    arena_free(&arena);
    if (found)
        ezb_invalidate(p->cx, fn);
    return found;
}

unsigned prepare_argmin(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    while (!p->keeps_choices && argmin(p, fn))
        changes++;
    return changes;
}
