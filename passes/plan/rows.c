/* See rows.h. What is legal is decided here, before any code is emitted. */
#include "plan/rows.h"
#include "base/target.h"
#include "facts/atomic.h"
#include "facts/bytes.h"
#include "facts/lanes.h"
#include <string.h>

static const struct adjoint_row_info rows[] = {
    [ADJOINT_NONE] = {.text = "nothing", .pointer = NOWHERE, .source = NOWHERE},
#define OPERAND(k)   (UINT32_C(1) << (k))
#define TAKES_RESULT ADJOINT_TAKES_RESULT
#define HANDS_ON     ADJOINT_HANDS_ON
#define ADJOINT(row, says, reads, at, does, from, more, emitter, flag)                             \
    [ADJOINT_##row] = {.text = (says),                                                             \
                       .values = (reads),                                                          \
                       .pointer = (at),                                                            \
                       .source = (from),                                                           \
                       .effect = ADJOINT_##does,                                                   \
                       .flags = (flag)},
#include "plan/adjoint.def"
#undef ADJOINT
};

const struct adjoint_row_info *plan_row(const struct plan *p, unsigned v)
{
    return &rows[p->row[v]];
}

static bool has_shadow(const struct plan *p, LLVMValueRef pointer)
{
    return activity_has_shadow(activity_state(p->c, p->a, pointer));
}

static enum adjoint_row refuse(const struct plan *p, unsigned v, const char *what)
{
    diag(p->c->diags, DIAG_UNSUPPORTED, p->f->values[v], what);
    return ADJOINT_REFUSED;
}

static bool is_active(const struct plan *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    return id != NO_ID && activity_active(p->a, id);
}

/* ---- arithmetic on bits ---- */

static const char no_derivative[] = "arithmetic on the bits of an active floating-point value";

/* Arithmetic that has no derivative: in a union, say, the bits may be those of an integer after
 * all, and their adjoint zero. */
static enum adjoint_row zero_unless_certain(const struct plan *p, unsigned v)
{
    return lanes_are_certain(p->f->values[v]) ? refuse(p, v, no_derivative) : ADJOINT_ZERO;
}

static enum adjoint_row row_of_bits(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    struct lanes lanes;
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(inst, k);
        LLVMTypeRef from = activity_adjoint_type(p->c, x);
        if (is_active(p, x) && (!from || !lanes_from_operand(p->c, p->f, inst, k, from, &lanes)))
            return zero_unless_certain(p, v);
    }
    return ADJOINT_BITS;
}

/* The adjoint has the type of the value, or that of what an integer carries. */
static LLVMTypeRef adjoint_type(const struct plan *p, LLVMValueRef v)
{
    LLVMTypeRef t = activity_adjoint_type(p->c, v);
    return t ? t : LLVMTypeOf(v);
}

static enum adjoint_row row_of_conversion(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v], o = LLVMGetOperand(inst, 0);
    if (is_active(p, o) && !activity_same_floating(adjoint_type(p, o), adjoint_type(p, inst)))
        return refuse(p, v, "reinterpreting active floating-point values as another type");
    if (!bytes_joined(p->c, p->a, inst) && !bytes_address_as_number(p->c, p->a, inst))
        return ADJOINT_CONVERT;
    return zero_unless_certain(p, v) == ADJOINT_ZERO ? ADJOINT_CONVERT_ZERO : ADJOINT_REFUSED;
}

/* ---- calls ---- */

/* A number made of bits in a way that has no derivative. */
static enum adjoint_row row_of_nondifferentiable(const struct plan *p, unsigned v)
{
    return lanes_nondifferentiable(p->c, p->f, v) ? refuse(p, v, no_derivative) : ADJOINT_ZERO;
}

/* An intrinsic on integers, the result of which is an integer as far as the run can tell. */
static enum adjoint_row row_of_inactive_call(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    if (rule_reverses_bytes(inst))
        return row_of_bits(p, v);
    if (!activity_carries_bits(LLVMTypeOf(inst)) || lanes_are_certain(inst))
        return refuse(p, v, "the result of this call as an active floating-point value");
    return ADJOINT_ZERO;
}

static const char atomic_in_tracked[] = "an atomic access to memory in which only the run can tell "
                                        "floating-point values and pointers apart";

static enum adjoint_row row_of_exchange(const struct plan *p, unsigned v)
{
    if (p->bytes[v].tracked)
        return refuse(p, v, atomic_in_tracked);
    return has_shadow(p, LLVMGetOperand(p->f->values[v], 0)) ? ADJOINT_EXCHANGE : ADJOINT_NONE;
}

/* Of the function: when it has returned nobody asks what it held in the end. */
static bool is_variable(LLVMValueRef pointer)
{
    return LLVMIsAAllocaInst(ezb_underlying_object(pointer, ADDRESS_STEPS));
}

/* Of what is overwritten. A range of which parts are put back is copied for these. */
static enum adjoint_row row_of_note(const struct plan *p, LLVMValueRef inst)
{
    if (rule_overwrites_pointer(inst) && has_shadow(p, LLVMGetOperand(inst, 0)))
        return p->split ? ADJOINT_RESTORE_OWN_POINTER : ADJOINT_RESTORE_POINTER;
    if (rule_announces_overwrite(inst) && !LLVMGetFirstUse(inst))
        return p->split && is_variable(LLVMGetOperand(inst, 0)) ? ADJOINT_RESTORE_OWN
                                                                : ADJOINT_RESTORE;
    if (rule_puts_back(inst))
        return ADJOINT_PUT_BACK;
    return rule_holds(inst) ? ADJOINT_HOLD : ADJOINT_NONE;
}

static enum adjoint_row row_of_call(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const struct call_info *call = &p->f->calls[v];
    bool active = activity_active(p->a, v);
    switch (call->cls) {
    case CALL_RULE: return active ? ADJOINT_RULE : ADJOINT_NONE;
    case CALL_INACTIVE: return active ? row_of_inactive_call(p, v) : ADJOINT_NONE;
    case CALL_NONDIFFERENTIABLE: return active ? row_of_nondifferentiable(p, v) : ADJOINT_NONE;
    case CALL_DEFINED:
    case CALL_CUSTOM: return bits_get(&p->a->active_calls, v) ? ADJOINT_CALL : ADJOINT_NONE;
    case CALL_MEMCPY:
    case CALL_MEMMOVE: return has_shadow(p, LLVMGetOperand(inst, 0)) ? ADJOINT_COPY : ADJOINT_NONE;
    case CALL_MEMSET: return has_shadow(p, LLVMGetOperand(inst, 0)) ? ADJOINT_FILL : ADJOINT_NONE;
    case CALL_ALLOC: return plan_clears(p, v) ? ADJOINT_CLEAR : ADJOINT_NONE;
    case CALL_INPUT:
        return call->input[0] >= 0 && has_shadow(p, LLVMGetOperand(inst, (unsigned)call->input[0]))
                   ? ADJOINT_INPUT
                   : ADJOINT_NONE;
    case CALL_CAS: return row_of_exchange(p, v);
    case CALL_SYNC: return ADJOINT_SYNC;
    case CALL_NOP: return plan_restores(p, inst) ? row_of_note(p, inst) : ADJOINT_NONE;
    default: return ADJOINT_NONE;
    }
}

/* ---- memory ---- */

/* Nobody keeps the tags of tracked memory atomically. */
static bool is_atomic_in_tracked(const struct plan *p, unsigned v)
{
    LLVMValueRef access = p->f->values[v];
    return p->bytes[v].tracked && atomic_is_access(access) && !atomic_is_integer(access);
}

/* Where an integer is loaded tags stay as they are. */
static enum adjoint_row row_of_load(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    if (!activity_active(p->a, v))
        return ADJOINT_NONE;
    if (is_atomic_in_tracked(p, v) && activity_adjoint_type(p->c, inst))
        return refuse(p, v, atomic_in_tracked);
    return ADJOINT_LOAD;
}

static enum adjoint_row row_of_store(const struct plan *p, unsigned v)
{
    const struct plan_store *store = p->bytes[v].store;
    bool floating = store && activity_stores_floating(p->c, LLVMGetOperand(p->f->values[v], 0));
    if (store && p->bytes[v].reused && !floating &&
        (store->stored == STORED_POINTER || store->stored == STORED_LOST))
        return ADJOINT_UNSTORE;
    if (!store || (!floating && !store->parts && !store->as_pointer))
        return ADJOINT_NONE;
    return is_atomic_in_tracked(p, v) ? refuse(p, v, atomic_in_tracked) : ADJOINT_STORE;
}

static enum adjoint_row row_of_update(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v], pointer = LLVMGetOperand(inst, 0);
    if (!has_shadow(p, pointer) || !p->bytes[v].type)
        return ADJOINT_NONE;
    if (p->bytes[v].tracked)
        return refuse(p, v, atomic_in_tracked);
    return atomic_is_minmax(LLVMGetAtomicRMWBinOp(inst)) ? ADJOINT_MINMAX : ADJOINT_UPDATE;
}

/* ---- the rest ---- */

static enum adjoint_row row_of_active(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    if (lanes_move_elements(inst))
        return row_of_bits(p, v);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI: return ADJOINT_PHI;
    case LLVMSelect: return ADJOINT_SELECT;
    case LLVMExtractValue: return ADJOINT_EXTRACT_VALUE;
    case LLVMInsertValue: return ADJOINT_INSERT_VALUE;
    case LLVMExtractElement: return ADJOINT_EXTRACT_ELEMENT;
    case LLVMInsertElement: return ADJOINT_INSERT_ELEMENT;
    case LLVMShuffleVector: return ADJOINT_SHUFFLE;
    case LLVMFreeze:
    case LLVMBitCast: return row_of_conversion(p, v);
    default: return p->f->calls[v].cls == CALL_RULE ? ADJOINT_RULE : row_of_bits(p, v);
    }
}

static enum adjoint_row row_of(const struct plan *p, unsigned v)
{
    switch (LLVMGetInstructionOpcode(p->f->values[v])) {
    case LLVMLoad: return row_of_load(p, v);
    case LLVMStore: return row_of_store(p, v);
    case LLVMAtomicRMW: return row_of_update(p, v);
    case LLVMCall:
    case LLVMInvoke: return row_of_call(p, v);
    default: return activity_active(p->a, v) ? row_of_active(p, v) : ADJOINT_NONE;
    }
}

/* Blocks from which the function returns. The reverse sweep never comes to others. */
static struct bits find_returning(const struct func *f)
{
    struct bits found = bits_new(f->arena, f->block_count);
    VEC(unsigned) work = {0};
    if (f->return_block != NO_ID && bits_set(&found, f->return_block))
        VEC_PUSH(f->arena, &work, f->return_block);
    while (work.count) {
        const struct func_block *b = &f->blocks[work.items[--work.count]];
        for (unsigned i = 0; i < b->pred_count; i++)
            if (bits_set(&found, b->preds[i]))
                VEC_PUSH(f->arena, &work, b->preds[i]);
    }
    return found;
}

static bool is_extended(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static bool copies_extended(const struct copy_layout *l)
{
    bool any = false;
    for (unsigned i = 0; i < l->count; i++)
        any |= l->elems[i].kind == ELEM_FLOAT && is_extended(l->elems[i].type);
    return any;
}

/* It adds numbers to memory that no instruction adds atomically. */
static bool adds_extended(const struct plan *p, unsigned v, enum adjoint_row row)
{
    LLVMValueRef inst = p->f->values[v];
    if (row == ADJOINT_COPY)
        return copies_extended(p->bytes[v].layout) && !memory_is_own(p->m, LLVMGetOperand(inst, 1));
    return row == ADJOINT_LOAD && is_extended(LLVMTypeOf(inst)) &&
           !memory_is_own(p->m, LLVMGetOperand(inst, 0));
}

/* What several threads may do at once. */
static enum adjoint_row row_for_threads(const struct plan *p, unsigned v, enum adjoint_row row)
{
    if (row == ADJOINT_NONE)
        return row;
    if (p->shared && (p->bytes[v].tracked || p->bytes[v].tracked_source) &&
        target_is_device(p->f->module))
        return refuse(p, v,
                      "memory, where threads of a device run, in which only the run can tell "
                      "floating-point values and pointers apart");
    if (p->adds_atomically && adds_extended(p, v, row))
        return refuse(p, v, "a long double, where several threads run, that others may read");
    return row;
}

void plan_rows(struct plan *p)
{
    struct bits returning = find_returning(p->f);
    p->row = ARENA_ARRAY(p->f->arena, uint8_t, p->f->value_count);
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (bits_get(&returning, p->f->block_of[v]))
            p->row[v] = (uint8_t)row_for_threads(p, v, row_of(p, v));
}
