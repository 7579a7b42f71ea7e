/* Atomic operations on numbers, forward mode and reverse.
 *
 * The adjoint of an atomic access is atomic, so that threads may run one derivative on common
 * shadow memory: what adds is added atomically, what takes a number away from memory exchanges it
 * for zero. Reverse code orders nothing: monotonic. */
#include "base/target.h"
#include "device/device.h"
#include "emit/check.h"
#include "emit/derivative.h"
#include "facts/atomic.h"

enum { MONOTONIC = LLVMAtomicOrderingMonotonic };

static LLVMValueRef update(struct gen *g, LLVMAtomicRMWBinOp op, LLVMValueRef p, LLVMValueRef v)
{
    LLVMValueRef old = LLVMBuildAtomicRMW(g->b, op, p, v, (LLVMAtomicOrdering)MONOTONIC, 0);
    gen_mark_access(g, old, ACCESS_SHADOW);
    atomic_mark_own(old);
    return old;
}

static LLVMValueRef load_shadow(struct gen *g, LLVMTypeRef t, LLVMValueRef p, LLVMValueRef like)
{
    LLVMValueRef v = gen_load(g, t, p, LLVMGetAlignment(like), ACCESS_SHADOW);
    LLVMSetOrdering(v, (LLVMAtomicOrdering)MONOTONIC);
    atomic_mark_own(v);
    return v;
}

/* Several numbers in one word: accesses of vectors cannot be atomic, those of an integer can. */
static LLVMTypeRef word_of(struct gen *g, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return t;
    return LLVMIntTypeInContext(
        g->context, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(g->module), t));
}

/* Bits of which nothing is known: one of both is zero, or the run stops. */
static void add_bits(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(amount)),
                 old = update(g, LLVMAtomicRMWBinOpOr, shadow, amount);
    LLVMValueRef none = LLVMBuildICmp(g->b, LLVMIntEQ, amount, zero, "");
    gen_check_zero(g, g->f->fn, LLVMBuildSelect(g->b, none, zero, old, ""));
}

typedef void adder(struct gen *, LLVMValueRef shadow, LLVMValueRef amount);

static void add_lanes(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount, adder *add)
{
    LLVMTypeRef t = LLVMTypeOf(amount), element = LLVMGetElementType(t);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), element);
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++)
        add(g, gen_offset(g, shadow, gen_const_i64(g, i * size)), gen_lane(g, amount, i));
}

void gen_atomic_add(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    switch (LLVMGetTypeKind(LLVMTypeOf(amount))) {
    case LLVMVectorTypeKind: add_lanes(g, shadow, amount, gen_atomic_add); break;
    case LLVMIntegerTypeKind: add_bits(g, shadow, amount); break;
    default:
        if (target_is_device(g->module))
            device_add(g->b, shadow, amount);
        else if (!gen_add_locked(g, shadow, amount))
            update(g, LLVMAtomicRMWBinOpFAdd, shadow, amount);
    }
}

void gen_reduced_add(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount)
{
    switch (LLVMGetTypeKind(LLVMTypeOf(amount))) {
    case LLVMVectorTypeKind: add_lanes(g, shadow, amount, gen_reduced_add); break;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: device_add_reduced(g->b, shadow, amount); break;
    default: gen_atomic_add(g, shadow, amount);
    }
}

/* What was at `shadow` before `value` is. */
static LLVMValueRef exchange(struct gen *g, LLVMValueRef shadow, LLVMValueRef value)
{
    LLVMTypeRef t = LLVMTypeOf(value);
    LLVMValueRef word = LLVMBuildBitCast(g->b, value, word_of(g, t), "");
    return LLVMBuildBitCast(g->b, update(g, LLVMAtomicRMWBinOpXchg, shadow, word), t, "");
}

static LLVMValueRef take_on_device(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return device_take(g->b, shadow, t);
    LLVMTypeRef element = LLVMGetElementType(t);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), element);
    LLVMValueRef all = LLVMGetPoison(t);
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++) {
        LLVMValueRef at = gen_offset(g, shadow, gen_const_i64(g, i * size)),
                     lane = LLVMConstInt(LLVMInt32TypeInContext(g->context), i, 0);
        all = LLVMBuildInsertElement(g->b, all, device_take(g->b, at, element), lane, "");
    }
    return all;
}

LLVMValueRef gen_atomic_take(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t)
{
    if (target_is_device(g->module))
        return take_on_device(g, shadow, t);
    return exchange(g, shadow, LLVMConstNull(t));
}

LLVMValueRef gen_load_as(struct gen *g, LLVMTypeRef t, LLVMValueRef shadow, LLVMValueRef inst,
                         unsigned direction)
{
    gen_check_touch(g, shadow, inst, t);
    LLVMValueRef loaded = gen_load(g, atomic_is_access(inst) ? word_of(g, t) : t, shadow,
                                   LLVMGetAlignment(inst), ACCESS_SHADOW);
    LLVMSetOrdering(loaded, LLVMGetOrdering(inst));
    gen_mark_access_like(g, loaded, ACCESS_SHADOW, inst, direction);
    return LLVMBuildBitCast(g->b, loaded, t, "");
}

void gen_store_as(struct gen *g, LLVMValueRef value, LLVMValueRef shadow, LLVMValueRef inst,
                  unsigned direction)
{
    LLVMTypeRef t = LLVMTypeOf(value);
    gen_check_stored(g, shadow, inst, value);
    LLVMValueRef word =
        LLVMBuildBitCast(g->b, value, atomic_is_access(inst) ? word_of(g, t) : t, "");
    LLVMValueRef store = gen_store(g, word, shadow, LLVMGetAlignment(inst), ACCESS_SHADOW);
    LLVMSetOrdering(store, LLVMGetOrdering(inst));
    gen_mark_access_like(g, store, ACCESS_SHADOW, inst, direction);
}

/* Whether the operand becomes the new value, given what was there before: as the rules of fmin and
 * fmax have it. */
static LLVMValueRef operand_wins(struct gen *g, LLVMAtomicRMWBinOp op, LLVMValueRef old,
                                 LLVMValueRef v)
{
    if (op == LLVMAtomicRMWBinOpFMax)
        return LLVMBuildOr(g->b, LLVMBuildFCmp(g->b, LLVMRealOLT, old, v, ""),
                           LLVMBuildFCmp(g->b, LLVMRealUNO, old, old, ""), "");
    LLVMValueRef stays = LLVMBuildOr(g->b, LLVMBuildFCmp(g->b, LLVMRealOLT, old, v, ""),
                                     LLVMBuildFCmp(g->b, LLVMRealUNO, v, v, ""), "");
    return LLVMBuildNot(g->b, stays, "");
}

/* ---- reverse --------------------------------------------------------------------------------- */

/* old = *p; *p = op(old, v). bar: adjoint of old, or NULL. */
static void reverse_update(struct gen *g, unsigned v, unsigned direction, LLVMValueRef shadow,
                           LLVMValueRef bar)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 1), amount;
    LLVMTypeRef t = g->bytes[v].type;
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    if (op == LLVMAtomicRMWBinOpXchg) {
        amount = exchange(g, shadow, bar ? bar : LLVMConstNull(t));
        bar = NULL;
    } else {
        amount = load_shadow(g, t, shadow, inst);
    }
    if (atomic_is_minmax(op)) {
        LLVMValueRef wins =
            operand_wins(g, op, gen_lookup(g, cached_value(v)), gen_reverse_operand(g, value));
        amount = LLVMBuildSelect(g->b, wins, amount, LLVMConstNull(t), "");
        LLVMValueRef gone = LLVMBuildFNeg(g->b, amount, "");
        bar = bar ? LLVMBuildFAdd(g->b, bar, gone, "") : gone;
    }
    gen_add_adjoint(g, value, direction,
                    op == LLVMAtomicRMWBinOpFSub ? LLVMBuildFNeg(g->b, amount, "") : amount, NULL);
    if (bar)
        gen_atomic_add(g, shadow, bar);
}

void gen_atomic_adjoint(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef p = LLVMGetOperand(g->f->values[v], 0);
    if (!g->bytes[v].type)
        return;
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef bar = activity_active(g->a, v) ? gen_take_adjoint(g, v, direction) : NULL;
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    reverse_update(g, v, direction, shadow, bar);
    gen_guard_end(g, guard);
}

/* {old, ok} = cas(p, expected, v): if ok, v_bar += *p_bar and *p_bar = 0; then old_bar is added to
 * *p_bar. */
static void reverse_cas(struct gen *g, unsigned v, unsigned direction, LLVMValueRef shadow,
                        LLVMValueRef bar)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 2);
    LLVMTypeRef t = LLVMTypeOf(value);
    LLVMValueRef ok = LLVMBuildExtractValue(g->b, gen_lookup(g, cached_value(v)), 1, "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(g->b), taken = gen_block(g), rest = gen_block(g);
    LLVMBuildCondBr(g->b, ok, taken, rest);
    LLVMPositionBuilderAtEnd(g->b, taken);
    LLVMValueRef old = gen_atomic_take(g, shadow, t);
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
    LLVMValueRef amount = LLVMBuildPhi(g->b, t, ""), values[] = {LLVMConstNull(t), old};
    LLVMBasicBlockRef blocks[] = {from, taken};
    LLVMAddIncoming(amount, values, blocks, 2);
    gen_add_adjoint(g, value, direction, amount, NULL);
    if (bar)
        gen_atomic_add(g, shadow, LLVMBuildExtractValue(g->b, bar, 0, ""));
}

void gen_cas_adjoint(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef bar = activity_active(g->a, v) ? gen_take_adjoint(g, v, direction) : NULL;
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    reverse_cas(g, v, direction, shadow, bar);
    gen_guard_end(g, guard);
}

/* ---- forward mode ---------------------------------------------------------------------------- */

/* Memory that is constant in this run has no tangent: the update then goes to a stack slot. */
static LLVMValueRef tangent_memory(struct gen *g, LLVMValueRef p, LLVMTypeRef t, unsigned direction)
{
    LLVMValueRef shadow = gen_shadow(g, p, direction);
    if (!(gen_state(g, p) & STATE_CONST))
        return shadow;
    LLVMValueRef slot = gen_stack_slot(g, t, false);
    LLVMBuildStore(g->b, LLVMConstNull(t), slot);
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, shadow, gen_primal(g, p), ""),
                           target_generic(g->module, g->b, slot),
                           target_generic(g->module, g->b, shadow), "");
}

LLVMValueRef gen_atomic_tangent(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    LLVMTypeRef t = g->bytes[v].type;
    if (!t)
        return NULL;
    if (g->bytes[v].followed)
        gen_kind_put_type(g, inst, LLVMGetOperand(inst, 0), t, direction);
    LLVMValueRef dot = gen_tangent_as(g, value, direction, t),
                 shadow = tangent_memory(g, LLVMGetOperand(inst, 0), t, direction);
    if (!atomic_is_minmax(op)) {
        LLVMValueRef word = LLVMBuildBitCast(g->b, dot, word_of(g, t), "");
        LLVMValueRef old = LLVMBuildAtomicRMW(g->b, op, shadow, word, LLVMGetOrdering(inst), 0);
        return LLVMBuildBitCast(g->b, old, t, "");
    }
    LLVMValueRef old = load_shadow(g, t, shadow, inst),
                 wins = operand_wins(g, op, gen_primal(g, inst), gen_primal(g, value));
    LLVMValueRef store = gen_store(g, LLVMBuildSelect(g->b, wins, dot, old, ""), shadow,
                                   LLVMGetAlignment(inst), ACCESS_SHADOW);
    LLVMSetOrdering(store, (LLVMAtomicOrdering)MONOTONIC);
    return old;
}

LLVMValueRef gen_cas_tangent(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 2);
    LLVMTypeRef t = LLVMTypeOf(value);
    if (g->bytes[v].followed)
        gen_kind_put_type(g, inst, LLVMGetOperand(inst, 0), t, direction);
    LLVMValueRef shadow = tangent_memory(g, LLVMGetOperand(inst, 0), t, direction),
                 old = LLVMBuildLoad2(g->b, t, shadow, "");
    LLVMValueRef ok = LLVMBuildExtractValue(g->b, gen_primal(g, inst), 1, "");
    LLVMBuildStore(g->b, LLVMBuildSelect(g->b, ok, gen_tangent_as(g, value, direction, t), old, ""),
                   shadow);
    return LLVMBuildInsertValue(g->b, LLVMConstNull(LLVMTypeOf(inst)), old, 0, "");
}
