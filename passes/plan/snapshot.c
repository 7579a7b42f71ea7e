/* Copies of memory that the forward sweep makes where prepare/loops/snapshots.c has said that it
 * may: calls of enz.snapshot. */
#include "ir/marks.h"
#include "ir/snapshots.h"
#include "plan/plan.h"
#include <limits.h>

bool plan_is_copy(const struct plan *p, unsigned v)
{
    return p->f->calls[v].cls == CALL_SNAPSHOT || rule_announces_overwrite(p->f->values[v]);
}

bool plan_is_put_back(const struct plan *p, unsigned store)
{
    LLVMValueRef inst = p->f->values[store];
    return LLVMIsAStoreInst(inst) && mark_is_at(inst, RULE_OVERWRITE) &&
           memory_is_restored(p->m, LLVMGetOperand(inst, 1));
}

/* A store in the loop that the note stands in front of; others there may have notes as well. */
static bool speaks_of_put_back(const struct plan *p, LLVMValueRef note)
{
    const struct func *f = p->f;
    unsigned b = f->block_of[func_id(f, note)];
    LLVMValueRef base = ezb_pointer_base(f->cx, f->fn, LLVMGetOperand(note, 0));
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        unsigned l = plan_is_put_back(p, v) ? memory_undone_loop(f, v) : NO_ID;
        if (l == NO_ID || f->loops[l].preheader != b)
            continue;
        LLVMValueRef other = ezb_pointer_base(f->cx, f->fn, LLVMGetOperand(f->values[v], 1));
        if (!base || !other || base == other)
            return true;
    }
    return false;
}

/* Some memory, or all: then notes are not only in front of loops. */
bool plan_restores(const struct plan *p, LLVMValueRef note)
{
    if (!p->restores)
        return false;
    if (rule_announces_overwrite(note))
        return memory_is_restored(p->m, LLVMGetOperand(note, 0)) || speaks_of_put_back(p, note);
    return rule_holds(note) ||
           (rule_puts_back(note) && memory_is_restored(p->m, LLVMGetOperand(note, 0)));
}

/* The call with this number; NO_ID unless there is one alone. */
static unsigned find_call(const struct func *f, uint64_t number)
{
    unsigned found = NO_ID;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (f->calls[v].cls != CALL_SNAPSHOT ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(f->values[v], 2)) != number)
            continue;
        if (found != NO_ID)
            return NO_ID;
        found = v;
    }
    return found;
}

/* Iterations of the loop, and of those around it, leave what they put on the tape there, at least
 * to the end of a segment. */
static bool keeps_tape(const struct plan *p, unsigned l)
{
    for (; l != NO_ID; l = p->f->loops[l].parent)
        if (p->schedule[l] != SCHEDULE_STORE && p->schedule[l] != SCHEDULE_CHECKPOINT)
            return false;
    return true;
}

unsigned plan_snapshot(const struct plan *p, unsigned v)
{
    const struct func *f = p->f;
    uint64_t number;
    if (!LLVMIsALoadInst(f->values[v]) || !snapshot_of(f->values[v], &number))
        return NO_ID;
    unsigned call = find_call(f, number), l = call == NO_ID ? NO_ID : func_loop_of(f, call);
    bool serves = call != NO_ID && keeps_tape(p, func_loop_of(f, v)) && keeps_tape(p, l) &&
                  (l == NO_ID || func_loop_contains(f, l, func_loop_of(f, v))) &&
                  ezb_dom_value(f->cx, f->values[call], f->values[v]);
    return serves ? call : NO_ID;
}

unsigned plan_read_from_snapshot(const struct plan *p, unsigned v)
{
    return !LLVMIsALoadInst(p->f->values[v]) ||
                   memory_reloadable(p->m, v, plan_replay_scope(p, func_loop_of(p->f, v)))
               ? NO_ID
               : plan_snapshot(p, v);
}

unsigned plan_snapshot_alignment(const struct plan *p, unsigned call)
{
    const struct func *f = p->f;
    uint64_t number, wanted = LLVMConstIntGetZExtValue(LLVMGetOperand(f->values[call], 2));
    unsigned least = UINT_MAX;
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (LLVMIsALoadInst(f->values[v]) && snapshot_of(f->values[v], &number) &&
            number == wanted && LLVMGetAlignment(f->values[v]) < least)
            least = LLVMGetAlignment(f->values[v]);
    return least;
}

unsigned plan_snapshot_loop(const struct plan *p, unsigned call)
{
    const struct func *f = p->f;
    uint64_t number, wanted = LLVMConstIntGetZExtValue(LLVMGetOperand(f->values[call], 2));
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (LLVMIsALoadInst(f->values[v]) && snapshot_of(f->values[v], &number) && number == wanted)
            return func_loop_of(f, v);
    return func_loop_of(f, call);
}
