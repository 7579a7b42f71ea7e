/* What a loop loads again and again from one place, which nothing in the loop writes, is loaded in
 * front of it; what it stores again and again to one place, which nothing else in the loop
 * accesses, is stored behind it.
 *
 * LLVM does that where pointers alone show that the place is no other one. Here the iterations of
 * all accesses are looked at (facts/final.h): a[i][k] stays what it is while a loop over j > k
 * writes a[i][j], and a sum in a[i][j] is in a register while a loop over k < j reads a[i][k]. Its
 * adjoint is a sum over the loop then, or the same for all iterations, and in a register, too. */
#include "base/limits.h"
#include "facts/final.h"
#include "prepare/loops/loops.h"

static LLVMValueRef pointer_of(LLVMValueRef access)
{
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* Runs whenever the loop is entered: no instruction of the header in front of it may end the loop.
 */
static bool runs_first(const struct func *f, unsigned l, unsigned load)
{
    if (f->block_of[load] != f->loops[l].header)
        return false;
    for (unsigned v = f->blocks[f->loops[l].header].first; v < load; v++)
        if (!ezb_transfers_execution(f->values[v]))
            return false;
    return true;
}

static bool is_outside(const struct func *f, unsigned l, LLVMValueRef v)
{
    unsigned id = func_id(f, v);
    return id == NO_ID || id < f->arg_count || !func_loop_contains(f, l, func_loop_of(f, id));
}

static bool may_write(const struct func *f, struct final *x, unsigned l, unsigned load, unsigned w)
{
    LLVMValueRef li = f->values[load], wi = f->values[w];
    if (!ezb_inst_writes(wi))
        return false;
    if (!LLVMIsAStoreInst(wi))
        return f->calls[w].cls != CALL_NOP;
    LLVMValueRef a = ezb_underlying_object(pointer_of(li), ADDRESS_STEPS),
                 b = ezb_underlying_object(pointer_of(wi), ADDRESS_STEPS);
    bool apart = is_outside(f, l, b) && !ezb_may_alias_bases(f->cx, li, a, wi, b, EZB_BY_TYPES);
    struct final_question q = {
        .access = load, .store = w, .scope = f->loops[l].parent, .follows = true, .precedes = true};
    return !apart && !final_proved(x, &q);
}

static bool is_constant_in(const struct func *f, struct final *x, unsigned l, unsigned load)
{
    LLVMValueRef inst = f->values[load];
    if (!LLVMIsALoadInst(inst) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic ||
        !is_outside(f, l, pointer_of(inst)) || !runs_first(f, l, load))
        return false;
    for (unsigned w = f->arg_count; w < f->value_count; w++)
        if (f->block_of[w] != NO_ID && func_loop_contains(f, l, func_loop_of(f, w)) &&
            may_write(f, x, l, load, w))
            return false;
    return true;
}

static unsigned move_loads(const struct func *f, struct final *x, LLVMBuilderRef b, unsigned l)
{
    const struct func_block *header = &f->blocks[f->loops[l].header];
    unsigned changes = 0;
    for (unsigned v = header->first; v < header->first + header->count; v++) {
        if (!is_constant_in(f, x, l, v))
            continue;
        LLVMValueRef load = f->values[v];
        LLVMInstructionRemoveFromParent(load);
        LLVMPositionBuilderBefore(
            b, LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].preheader].ref));
        LLVMInsertIntoBuilder(b, load);
        changes++;
    }
    return changes;
}

/* ---- stores ---- */

static bool are_apart(const struct func *f, struct final *x, unsigned l, unsigned store,
                      unsigned other)
{
    LLVMValueRef inst = f->values[other];
    struct final_question q = {.access = store,
                               .store = other,
                               .scope = f->loops[l].parent,
                               .follows = true,
                               .precedes = true};
    bool moved = LLVMGetInstructionParent(inst) != f->blocks[f->loops[l].header].ref;
    if (other == store || moved || !(ezb_inst_reads(inst) || ezb_inst_writes(inst)) ||
        f->calls[other].cls == CALL_NOP)
        return true;
    if (LLVMIsALoadInst(inst))
        return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic &&
               !may_write(f, x, l, other, store);
    return LLVMIsAStoreInst(inst) && final_proved(x, &q);
}

/* The block that only the loop leads to, or NULL. */
static LLVMBasicBlockRef exit_of(const struct func *f, unsigned l)
{
    unsigned exit = func_exit(f, l);
    return exit != NO_ID && f->blocks[exit].pred_count == 1 ? f->blocks[exit].ref : NULL;
}

/* The loop is one block, which is left at its end only. */
static bool is_constant_store(const struct func *f, struct final *x, unsigned l, unsigned store)
{
    LLVMValueRef inst = f->values[store];
    const struct func_block *body = &f->blocks[f->loops[l].header];
    if (!LLVMIsAStoreInst(inst) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic ||
        !is_outside(f, l, pointer_of(inst)) || f->loops[l].header != f->loops[l].latch)
        return false;
    for (unsigned v = body->first; v < body->first + body->count; v++)
        if (!(LLVMIsATerminatorInst(f->values[v]) || ezb_transfers_execution(f->values[v])) ||
            !are_apart(f, x, l, store, v))
            return false;
    return true;
}

static void move_behind(const struct func *f, LLVMBuilderRef b, unsigned l, unsigned v,
                        LLVMBasicBlockRef exit)
{
    LLVMValueRef store = f->values[v], stored = LLVMGetOperand(store, 0),
                 first = LLVMGetFirstInstruction(exit);
    LLVMBasicBlockRef latch = f->blocks[f->loops[l].latch].ref;
    LLVMInstructionRemoveFromParent(store);
    if (!is_outside(f, l, stored)) {
        LLVMPositionBuilderBefore(b, first);
        LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(stored), "");
        LLVMAddIncoming(phi, &stored, &latch, 1);
        LLVMSetOperand(store, 0, phi);
    }
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMInsertIntoBuilder(b, store);
}

static unsigned move_stores(const struct func *f, struct final *x, LLVMBuilderRef b, unsigned l)
{
    const struct func_block *header = &f->blocks[f->loops[l].header];
    LLVMBasicBlockRef exit = exit_of(f, l);
    unsigned changes = 0;
    for (unsigned v = header->first; v < header->first + header->count && exit; v++)
        if (is_constant_store(f, x, l, v)) {
            move_behind(f, b, l, v, exit);
            changes++;
        }
    return changes;
}

static bool is_innermost(const struct func *f, unsigned l)
{
    for (unsigned k = 0; k < f->loop_count; k++)
        if (f->loops[k].parent == l)
            return false;
    return true;
}

unsigned prepare_constant_places(struct prepare *p, LLVMValueRef fn)
{
    struct arena arena;
    unsigned changes = 0;
    arena_init(&arena);
    struct func *f = func_number(p->cx, p->module, &arena, fn, &p->trips);
    struct final *x = final_analyse(f);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (unsigned l = 0; l < f->loop_count; l++)
        if (is_innermost(f, l))
            changes += move_loads(f, x, b, l) + move_stores(f, x, b, l);
    LLVMDisposeBuilder(b);
    arena_free(&arena);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
