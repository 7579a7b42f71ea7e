/* Forward sweep of memory: allocations, stores, copies. Reverse and tangent of copies.
 *
 * Shadow memory is allocated zeroed beside the primal. In the reverse modes the forward sweep
 * writes only pointers to shadow memory: FP shadows hold adjoints that the reverse sweep has yet to
 * read. A constant pointer is its own shadow, so an access that may go either way compares shadow
 * and primal. */
#include "base/target.h"
#include "base/type.h"
#include "emit/derivative.h"
#include "enz_rt.h"
#include "ir/code.h"

static LLVMValueRef alloca_bytes(struct gen *g, LLVMValueRef inst)
{
    uint64_t size =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), LLVMGetAllocatedType(inst));
    return gen_const_i64(g, size * LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 0)));
}

/* Stack memory of a callee must live until its reverse sweep: on the tape. */
static LLVMValueRef stack_memory(struct gen *g, LLVMValueRef inst, LLVMValueRef bytes)
{
    if (g->kind == GEN_AUGMENTED)
        return gen_tape_alloc_aligned(g, bytes, LLVMGetAlignment(inst));
    LLVMValueRef copy = LLVMInstructionClone(inst);
    LLVMInsertIntoBuilder(g->entry, copy);
    return copy;
}

/* Its shadow; where parts of words are looked at together with the rest (lost.c), whole words. */
static LLVMValueRef stack_shadow(struct gen *g, LLVMValueRef inst, uint64_t *bytes)
{
    unsigned word = target_pointer_bytes(g->module);
    bool whole = *bytes % word == 0 && LLVMGetAlignment(inst) >= word;
    if (!g->c->addresses_lost || whole)
        return stack_memory(g, inst, gen_const_i64(g, *bytes));
    *bytes += (word - *bytes % word) % word;
    if (g->kind == GEN_AUGMENTED)
        return gen_tape_alloc_aligned(g, gen_const_i64(g, *bytes), LLVMGetAlignment(inst));
    LLVMTypeRef i8 = LLVMInt8TypeInContext(g->context);
    LLVMValueRef shadow = LLVMBuildAlloca(g->entry, LLVMArrayType2(i8, *bytes), "");
    LLVMSetAlignment(shadow, LLVMGetAlignment(inst) > word ? LLVMGetAlignment(inst) : word);
    return shadow;
}

static bool emit_alloca(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], bytes = alloca_bytes(g, inst);
    uint64_t size = LLVMConstIntGetZExtValue(bytes);
    gen_note_value(g, v, stack_memory(g, inst, bytes));
    for (unsigned direction = 0; direction < g->width && activity_has_shadow(g->a->state[v]);
         direction++) {
        LLVMValueRef shadow = stack_shadow(g, inst, &size);
        bytes = gen_const_i64(g, size);
        gen_memset(g, shadow, bytes);
        gen_kind_fresh(g, inst, shadow, bytes);
        gen_note_shadow(g, v, direction, shadow);
    }
    return true;
}

static LLVMValueRef bits_of(struct gen *g, LLVMValueRef x)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    unsigned width = (unsigned)LLVMSizeOfTypeInBits(target, LLVMTypeOf(x));
    return LLVMBuildBitCast(g->b, x, LLVMIntTypeInContext(g->context, width), "");
}

/* What an integer leaves in the shadow that is no address with a shadow: the tangent, should it be
 * the bits of a number. */
static LLVMValueRef beside_integer(struct gen *g, LLVMValueRef value, unsigned direction)
{
    bool tangent = g->kind == GEN_FORWARD && (gen_state(g, value) & STATE_VARIED);
    return tangent ? bits_of(g, gen_tangent_of(g, value, direction))
                   : LLVMConstNull(LLVMTypeOf(value));
}

static void store_pointer(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef value = LLVMGetOperand(inst, 0), pointer = LLVMGetOperand(inst, 1),
                 shadow = gen_shadow(g, value, direction),
                 differs = gen_kind_perhaps_address(g, inst, direction);
    if (differs)
        shadow = LLVMBuildSelect(g->b, differs, shadow, beside_integer(g, value, direction), "");
    struct gen_guard guard =
        gen_guard_begin(g, gen_has_shadow(g, value) ? gen_state(g, pointer) : 0,
                        gen_primal(g, pointer), gen_shadow(g, pointer, direction));
    LLVMValueRef store = gen_store(g, shadow, gen_shadow(g, pointer, direction),
                                   LLVMGetAlignment(inst), ACCESS_SHADOW);
    gen_mark_access_like(g, store, ACCESS_SHADOW, inst, direction);
    gen_guard_end(g, guard);
}

/* The first half of a split derivative may have put a shadow pointer there since. */
static void store_tracked_tangent(struct gen *g, LLVMValueRef inst, LLVMValueRef tangent,
                                  unsigned direction)
{
    LLVMTypeRef t = LLVMTypeOf(tangent);
    LLVMValueRef slot = gen_stack_slot(g, t, false);
    LLVMBuildStore(g->b, tangent, slot);
    gen_kind_tangent_store(g, gen_shadow(g, LLVMGetOperand(inst, 1), direction), slot, t);
}

void gen_store_tangent(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef value = LLVMGetOperand(inst, 0), pointer = LLVMGetOperand(inst, 1);
    LLVMValueRef tangent = gen_tangent_of(g, value, direction);
    uint8_t state = gen_state(g, pointer);
    LLVMValueRef primal = state & STATE_CONST ? gen_primal(g, pointer) : NULL;
    struct gen_guard guard = gen_guard_begin(g, state, primal, gen_shadow(g, pointer, direction));
    if (gen_bytes(g, inst)->tracked)
        store_tracked_tangent(g, inst, tangent, direction);
    else
        gen_store_as(g, tangent, gen_shadow(g, pointer, direction), inst, direction);
    gen_guard_end(g, guard);
}

static LLVMValueRef distance(struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef word = target_size(g->module);
    return LLVMBuildSub(g->b, LLVMBuildPtrToInt(g->b, a, word, ""),
                        LLVMBuildPtrToInt(g->b, b, word, ""), "");
}

/* Arguments k and arg may lead into the same memory: then their shadows are as far from each other
 * as they are. */
static LLVMValueRef may_be_same(struct gen *g, unsigned arg, unsigned k)
{
    LLVMValueRef own = g->f->values[arg], other = g->f->values[k],
                 same =
                     LLVMBuildICmp(g->b, LLVMIntEQ, gen_primal(g, other), gen_primal(g, own), "");
    if (!derivative_param_shadow(g->deriv, k) || !derivative_param_shadow(g->deriv, arg))
        return same;
    LLVMValueRef apart = distance(g, gen_primal(g, own), gen_primal(g, other)),
                 shadows = distance(g, gen_shadow(g, own, 0), gen_shadow(g, other, 0));
    return LLVMBuildOr(g->b, same, LLVMBuildICmp(g->b, LLVMIntEQ, apart, shadows, ""), "");
}

LLVMValueRef gen_is_read_elsewhere(struct gen *g, unsigned unread, uint64_t readers)
{
    unsigned arg = unread - 1;
    if (!unread)
        return NULL;
    LLVMValueRef read = LLVMConstNull(LLVMInt1TypeInContext(g->context)), own = g->f->values[arg];
    if (readers >> PLAN_READER_MEMORY & 1)
        return LLVMBuildIsNotNull(g->b, gen_primal(g, own), "");
    for (unsigned k = 0; k < g->f->arg_count && k < PLAN_READER_MEMORY; k++)
        if (readers >> k & 1 && LLVMTypeOf(g->f->values[k]) == LLVMTypeOf(own) &&
            code_is_pointer(own))
            read = LLVMBuildOr(g->b, read, may_be_same(g, arg, k), "");
    return read;
}

void gen_write_primal(struct gen *g, unsigned v)
{
    LLVMValueRef needed = gen_is_read_elsewhere(g, g->bytes[v].unread, g->bytes[v].readers);
    LLVMBasicBlockRef rest = needed ? gen_block(g) : NULL;
    if (needed) {
        LLVMBasicBlockRef write = gen_block(g);
        LLVMBuildCondBr(g->b, needed, write, rest);
        LLVMPositionBuilderAtEnd(g->b, write);
    }
    gen_copy_inst(g, g->f->values[v]);
    if (!needed)
        return;
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

/* Nothing later in the primal reads or overwrites the location, and the reverse sweep still wants
 * what is there. */
static void defer_store(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 0),
                 to = gen_primal(g, LLVMGetOperand(inst, 1)),
                 needed = gen_is_read_elsewhere(g, g->bytes[v].unread, g->bytes[v].readers);
    LLVMValueRef *slots = &g->deferred[2 * v];
    slots[0] = gen_stack_slot(g, gen_ptr_type(g), true);
    slots[1] = gen_stack_slot(g, LLVMTypeOf(value), false);
    if (needed)
        to = LLVMBuildSelect(g->b, needed, to, LLVMConstNull(gen_ptr_type(g)), "");
    LLVMBuildStore(g->b, to, slots[0]);
    LLVMBuildStore(g->b, gen_primal(g, value), slots[1]);
}

void gen_deferred_store(struct gen *g, unsigned v)
{
    LLVMValueRef *slots = &g->deferred[2 * v];
    if (!slots[0])
        return;
    LLVMValueRef p = LLVMBuildLoad2(g->b, gen_ptr_type(g), slots[0], "");
    LLVMBasicBlockRef body = gen_block(g), rest = gen_block(g);
    LLVMBuildCondBr(g->b, LLVMBuildIsNull(g->b, p, ""), rest,
                    body); /* null: the store did not run */
    LLVMPositionBuilderAtEnd(g->b, body);
    LLVMValueRef value = LLVMBuildLoad2(g->b, LLVMGetAllocatedType(slots[1]), slots[1], "");
    LLVMValueRef inst = g->f->values[v],
                 store = gen_store(g, value, p, LLVMGetAlignment(inst), ACCESS_PRIMAL);
    gen_mark_access_like(g, store, ACCESS_PRIMAL, inst, 0);
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

/* ---- parts of values, in forward mode ---- */

/* Where the bits of the tangent are kept. */
static LLVMValueRef part_slot(struct gen *g, unsigned v, unsigned direction, LLVMTypeRef bits)
{
    struct gen_part *part = &g->parts[v];
    if (!part->slots)
        part->slots = ARENA_ARRAY(g->arena, LLVMValueRef, g->width);
    if (!part->slots[direction])
        part->slots[direction] = gen_stack_slot(g, bits, true);
    return part->slots[direction];
}

static void keep_bits(struct gen *g, unsigned v, LLVMValueRef slot, LLVMValueRef bits)
{
    if (g->bytes[v].ever)
        bits = LLVMBuildOr(g->b, bits, LLVMBuildLoad2(g->b, LLVMTypeOf(bits), slot, ""), "");
    LLVMBuildStore(g->b, bits, slot);
}

/* What the shadow has where v is loaded from. */
static void keep_shadow(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef load = g->f->values[v], from = LLVMGetOperand(load, 0),
                 shadow = gen_shadow(g, from, direction);
    LLVMTypeRef bits = LLVMTypeOf(bits_of(g, LLVMConstNull(LLVMTypeOf(load))));
    LLVMValueRef slot = part_slot(g, v, direction, bits);
    keep_bits(g, v, slot, LLVMConstNull(bits));
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, from), gen_primal(g, from), shadow);
    keep_bits(g, v, slot, gen_load(g, bits, shadow, 1, ACCESS_SHADOW));
    gen_guard_end(g, guard);
}

/* The same for a value that is stored as it is. */
static void keep_moved(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef load = g->f->values[v], from = LLVMGetOperand(load, 0),
                 shadow = gen_shadow(g, from, direction);
    LLVMTypeRef t = LLVMTypeOf(load);
    if (!g->parts[v].bytes)
        g->parts[v].bytes = ARENA_ARRAY(g->arena, LLVMValueRef, g->width);
    LLVMValueRef *slot = &g->parts[v].bytes[direction];
    *slot = gen_stack_slot(g, t, false);
    LLVMBuildStore(g->b, LLVMConstNull(t), *slot);
    LLVMValueRef bytes =
        gen_const_i64(g, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t));
    if (g->map)
        gen_kind_put_untyped(g, *slot, bytes);
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, from), gen_primal(g, from), shadow);
    if (g->map)
        gen_kind_move(g, *slot, shadow, bytes);
    LLVMBuildStore(g->b, gen_load(g, t, shadow, 1, ACCESS_SHADOW), *slot);
    gen_guard_end(g, guard);
}

void gen_keep_part(struct gen *g, unsigned v)
{
    for (unsigned direction = 0; direction < g->width && g->bytes[v].moved; direction++)
        keep_moved(g, v, direction);
    for (unsigned direction = 0; direction < g->width && g->bytes[v].kept; direction++) {
        if (!(g->a->state[v] & STATE_VARIED)) {
            keep_shadow(g, v, direction);
            continue;
        }
        LLVMValueRef bits = bits_of(g, gen_tangent_of(g, g->f->values[v], direction));
        keep_bits(g, v, part_slot(g, v, direction, LLVMTypeOf(bits)), bits);
    }
}

/* The tangent of a root, or what was kept of it. */
static LLVMValueRef root_tangent(struct gen *g, const struct plan_source *source,
                                 unsigned direction)
{
    LLVMValueRef root = source->value;
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    if (!source->noted)
        return gen_tangent_of(g, root, direction);
    LLVMTypeRef t =
        gen_state(g, root) & STATE_VARIED ? gen_adjoint_type(g, root) : LLVMTypeOf(root);
    LLVMTypeRef bits = LLVMIntTypeInContext(g->context, (unsigned)LLVMSizeOfTypeInBits(target, t));
    return LLVMBuildLoad2(g->b, bits, part_slot(g, func_id(g->f, root), direction, bits), "");
}

/* Only whole values have a tangent: those of the values and bytes that the integer stored here was
 * made of must be zero; where paths meet on the way, all there ever were. Where that cannot be
 * asked, the store must not be reached. */
static void check_parts(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef to = LLVMGetOperand(inst, 1);
    const struct plan_sources *parts = gen_bytes(g, inst)->store->parts;
    if (!parts)
        return;
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), gen_shadow(g, to, direction));
    for (unsigned i = 0; i < parts->count; i++)
        gen_check_zero(g, inst, root_tangent(g, &parts->items[i], direction));
    if (parts->more)
        gen_check_zero(g, inst, LLVMConstInt(LLVMInt8TypeInContext(g->context), 1, 0));
    gen_guard_end(g, guard);
}

/* ---- stores ---- */

/* Forward mode: bytes of numbers and of pointers move alike, as in a copy. */
static void move_shadow(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef value = LLVMGetOperand(inst, 0), to = LLVMGetOperand(inst, 1),
                 slot = g->parts[func_id(g->f, value)].bytes[direction],
                 shadow = gen_shadow(g, to, direction);
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), shadow);
    if (gen_bytes(g, inst)->followed)
        gen_kind_move(g, shadow, slot,
                      gen_const_i64(g, LLVMStoreSizeOfType(target, LLVMTypeOf(value))));
    gen_store(g, LLVMBuildLoad2(g->b, LLVMTypeOf(value), slot, ""), shadow, 1, ACCESS_SHADOW);
    gen_guard_end(g, guard);
}

/* What is stored is a value, as far as types know. */
static void store_value(struct gen *g, LLVMValueRef store, unsigned direction)
{
    gen_check_kept_word(g, store, direction);
    if (g->kind == GEN_FORWARD)
        gen_store_tangent(g, store, direction);
}

/* Without a mark of types: a pointer may have been there, and the value has its adjoint there. */
static void store_over(struct gen *g, LLVMValueRef store, unsigned direction)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1),
                 shadow = gen_shadow(g, to, direction);
    gen_check_kept_word(g, store, direction);
    struct gen_guard guard = gen_guard_begin(g, gen_state(g, to), gen_primal(g, to), shadow);
    gen_store(g, LLVMConstNull(LLVMTypeOf(value)), shadow, LLVMGetAlignment(store), ACCESS_SHADOW);
    gen_guard_end(g, guard);
}

static void store_shadow(struct gen *g, LLVMValueRef store, unsigned direction)
{
    static void (*const emitters[])(struct gen *, LLVMValueRef, unsigned) = {
        [STORED_VALUE] = store_value,     [STORED_MOVED] = move_shadow,
        [STORED_POINTER] = store_pointer, [STORED_LOST] = gen_lose_shadow,
        [STORED_WORD] = gen_clear_word,   [STORED_OVER] = store_over,
    };
    emitters[gen_bytes(g, store)->store->stored](g, store, direction);
}

static void store_direction(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    const struct plan_bytes *bytes = gen_bytes(g, inst);
    bool moves = bytes->store->stored == STORED_MOVED;
    if (bytes->followed && !moves)
        gen_kind_put(g, inst, direction);
    if (g->kind == GEN_FORWARD && !moves)
        check_parts(g, inst, direction);
    if (bytes->tracked)
        gen_kind_store(g, inst, direction);
    store_shadow(g, inst, direction);
    if (bytes->followed && !moves)
        gen_kind_part(g, inst, direction);
}

static bool emit_store(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    gen_store_word_part(g, inst);
    if (g->kind == GEN_COMBINED && bits_get(&g->plan->deferred, v))
        defer_store(g, v);
    else
        gen_write_primal(g, v);
    if (g->primal_only || !g->bytes[v].store)
        return true;
    gen_check_words(g, inst, LLVMGetOperand(inst, 1));
    for (unsigned direction = 0; direction < g->width; direction++)
        store_direction(g, inst, direction);
    return true;
}

bool gen_memory_inst(struct gen *g, unsigned v)
{
    return LLVMIsAAllocaInst(g->f->values[v]) ? emit_alloca(g, v) : emit_store(g, v);
}

/* ---- copies ---- */

enum copy_part {
    PART_POINTERS,
    PART_CONSTANT_POINTERS /* the source has no shadow */,
    PART_TANGENTS,
    PART_ADJOINTS,
    PART_ADJOINTS_ATOMIC, /* other threads may add to the source, too */
    PART_ADJOINTS_KEPT,   /* so they may; the thread has sums of it, and of the destination */
    PART_CLEAR
};

static bool moves_pointers(enum copy_part part)
{
    return part == PART_POINTERS || part == PART_CONSTANT_POINTERS;
}
/* Integers may be addresses in programs with words. */
static bool is_moved(const struct gen *g, const struct type_elem *e, enum copy_part part)
{
    if (!moves_pointers(part))
        return e->kind == ELEM_FLOAT;
    return e->kind == ELEM_PTR || (g->c->words && e->kind == ELEM_INT);
}

static bool is_forward_part(enum copy_part part)
{
    return moves_pointers(part) || part == PART_TANGENTS;
}

static LLVMValueRef element_address(struct gen *g, const struct type_elem *e, LLVMValueRef base)
{
    return gen_offset(g, base, gen_const_i64(g, e->offset));
}

void gen_clear_allocation(struct gen *g, unsigned v, LLVMValueRef shadow, LLVMValueRef bytes)
{
    if (g->bytes[v].tracked)
        gen_kind_clear(g, shadow, bytes);
    else if (g->bytes[v].has_numbers)
        gen_memset(g, shadow, bytes);
}

/* The elements of one period. First everything is read and cleared, then written, so that
 * overlapping blocks are right. */
static void copy_elements(struct gen *g, const struct copy_layout *l, enum copy_part part,
                          LLVMValueRef dst, LLVMValueRef src)
{
    LLVMValueRef *taken = ARENA_ARRAY(g->arena, LLVMValueRef, l->count);
    for (unsigned i = 0; i < l->count; i++) {
        const struct type_elem *e = &l->elems[i];
        if (!is_moved(g, e, part))
            continue;
        LLVMValueRef from = element_address(g, e, is_forward_part(part) ? src : dst);
        if (part == PART_ADJOINTS_ATOMIC && g->op->atomic) {
            taken[i] = gen_atomic_take(g, from, e->type);
            continue;
        }
        if (part != PART_CLEAR)
            taken[i] = gen_load(g, e->type, from, 1, ACCESS_SHADOW);
        if (part == PART_ADJOINTS_KEPT)
            taken[i] = LLVMBuildFAdd(g->b, taken[i], gen_take_kept(g, from, e->type), "");
        if (!is_forward_part(part))
            gen_store(g, LLVMConstNull(e->type), from, 1, ACCESS_SHADOW);
    }
    for (unsigned i = 0; i < l->count; i++) {
        const struct type_elem *e = &l->elems[i];
        if (!taken[i])
            continue;
        LLVMValueRef to = element_address(g, e, is_forward_part(part) ? dst : src);
        if (part == PART_ADJOINTS_ATOMIC) {
            gen_atomic_add(g, to, taken[i]);
            continue;
        }
        if (part == PART_ADJOINTS_KEPT) {
            gen_keep_number(g, to, taken[i]);
            continue;
        }
        LLVMValueRef value =
            is_forward_part(part)
                ? taken[i]
                : LLVMBuildFAdd(g->b, gen_load(g, e->type, to, 1, ACCESS_SHADOW), taken[i], "");
        gen_store(g, value, to, 1, ACCESS_SHADOW);
    }
}

/* The elements repeat after n of them, at multiples of `period`. */
static bool repeats_after(const struct copy_layout *l, unsigned n, uint64_t period)
{
    for (unsigned i = n; i < l->count; i++) {
        const struct type_elem *e = &l->elems[i], *before = &l->elems[i - n];
        if (e->kind != before->kind || e->type != before->type ||
            e->offset != before->offset + period)
            return false;
    }
    return true;
}

/* The number of bytes need not be a multiple of a period that is several times the true one. */
static struct copy_layout shortest_period(const struct copy_layout *l)
{
    struct copy_layout shortest = *l;
    for (unsigned times = 2; times <= l->count; times++)
        if (l->count % times == 0 && l->period % times == 0 &&
            repeats_after(l, l->count / times, l->period / times))
            shortest.period = l->period / times, shortest.count = l->count / times;
    return shortest;
}

/* for (i = 0; i < bytes; i += period), from the end unless `up`. Zeroing before adding makes equal
 * blocks right. */
static void copy_loop(struct gen *g, const struct copy_layout *l, enum copy_part part,
                      LLVMValueRef dst, LLVMValueRef src, LLVMValueRef bytes, LLVMValueRef up)
{
    LLVMTypeRef i64 = gen_i64(g);
    LLVMValueRef period = gen_const_i64(g, l->period), zero = gen_const_i64(g, 0);
    LLVMValueRef count = LLVMBuildUDiv(g->b, bytes, period, "");
    LLVMValueRef last = LLVMBuildSub(g->b, count, gen_const_i64(g, 1), "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(g->b), body = gen_block(g), rest = gen_block(g);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, count, zero, ""), rest, body);
    LLVMPositionBuilderAtEnd(g->b, body);
    LLVMValueRef i = LLVMBuildPhi(g->b, i64, "");
    LLVMValueRef k = LLVMBuildSelect(g->b, up, i, LLVMBuildSub(g->b, last, i, ""), "");
    LLVMValueRef offset = LLVMBuildMul(g->b, k, period, "");
    copy_elements(g, l, part, gen_offset(g, dst, offset), gen_offset(g, src, offset));
    LLVMValueRef next = LLVMBuildAdd(g->b, i, gen_const_i64(g, 1), "");
    LLVMValueRef values[2] = {zero, next};
    LLVMBasicBlockRef blocks[2] = {before, LLVMGetInsertBlock(g->b)};
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, next, count, ""), rest, body);
    LLVMAddIncoming(i, values, blocks, 2);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

static bool is_only_integers(const struct copy_layout *l)
{
    return !l->untyped && l->count == 1 && l->period && l->elems[0].kind == ELEM_INT;
}

static bool layout_has(const struct copy_layout *l, enum elem_kind kind)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->elems[i].kind == kind)
            return true;
    return false;
}

/* The elements that are whole in the first `rest` bytes of a period. */
static void copy_begun(struct gen *g, const struct copy_layout *l, enum copy_part part,
                       LLVMValueRef dst, LLVMValueRef src, LLVMValueRef rest)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    for (unsigned i = 0; i < l->count; i++) {
        struct type_elem *e = &l->elems[i];
        struct copy_layout one = {.count = 1, .elems = e};
        uint64_t end = e->offset + LLVMStoreSizeOfType(target, e->type);
        if (!is_moved(g, e, part) || end >= l->period)
            continue;
        LLVMBasicBlockRef body = gen_block(g), behind = gen_block(g);
        LLVMValueRef whole = LLVMBuildICmp(g->b, LLVMIntUGE, rest, gen_const_i64(g, end), "");
        LLVMBuildCondBr(g->b, whole, body, behind);
        LLVMPositionBuilderAtEnd(g->b, body);
        copy_elements(g, &one, part, dst, src);
        LLVMBuildBr(g->b, behind);
        LLVMPositionBuilderAtEnd(g->b, behind);
    }
}

/* The same if `now` holds, behind the whole periods. */
static void copy_rest(struct gen *g, const struct copy_layout *l, enum copy_part part,
                      LLVMValueRef dst, LLVMValueRef src, LLVMValueRef bytes, LLVMValueRef now)
{
    LLVMValueRef none = gen_const_i64(g, 0),
                 rest = LLVMBuildURem(g->b, bytes, gen_const_i64(g, l->period), ""),
                 start = LLVMBuildSub(g->b, bytes, rest, "");
    copy_begun(g, l, part, gen_offset(g, dst, start), gen_offset(g, src, start),
               LLVMBuildSelect(g->b, now, rest, none, ""));
}

/* Periods in the order that memmove needs: overlapping blocks with src < dst were copied from the
 * end, so their adjoint runs from the start, and the other way round. */
static void copy_all(struct gen *g, const struct copy_layout *layout, enum copy_part part,
                     LLVMValueRef dst, LLVMValueRef src, LLVMValueRef bytes)
{
    struct copy_layout l = layout->period ? shortest_period(layout) : *layout;
    if (!l.period) {
        copy_elements(g, &l, part, dst, src);
        return;
    }
    LLVMValueRef up =
        LLVMBuildICmp(g->b, is_forward_part(part) ? LLVMIntULT : LLVMIntUGT, dst, src, "");
    bool rest = l.rest && l.count > 1;
    if (rest)
        copy_rest(g, &l, part, dst, src, bytes, LLVMBuildNot(g->b, up, ""));
    copy_loop(g, &l, part, dst, src, bytes, up);
    if (rest)
        copy_rest(g, &l, part, dst, src, bytes, up);
}

/* The kind map follows what is copied. In forward mode there is no map, and none is needed: all
 * shadow bytes move alike, and what is copied from constant memory leaves zero bytes, of which
 * gen_kind_constant_pointer makes constant pointers. */
static bool is_tracked_copy(struct gen *g, LLVMValueRef inst)
{
    const struct plan_bytes *bytes = gen_bytes(g, inst);
    return bytes->tracked || bytes->tracked_source;
}

/* All bytes are those of integers. */
static void copy_words(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef dst = gen_shadow(g, LLVMGetOperand(inst, 0), direction),
                 src = gen_shadow(g, LLVMGetOperand(inst, 1), direction),
                 bytes = gen_primal(g, LLVMGetOperand(inst, 2));
    gen_mark_access(g, LLVMBuildMemMove(g->b, dst, 1, src, 1, bytes), ACCESS_SHADOW);
}

static void copy_pointers(struct gen *g, LLVMValueRef inst, const struct copy_layout *l,
                          unsigned direction)
{
    LLVMValueRef dst = LLVMGetOperand(inst, 0), src = LLVMGetOperand(inst, 1),
                 bytes = gen_primal(g, LLVMGetOperand(inst, 2)), d = gen_shadow(g, dst, direction),
                 s = gen_shadow(g, src, direction), to = gen_stage(g, inst, d, NULL, bytes),
                 from = gen_stage(g, inst, s, NULL, bytes);
    copy_all(g, l, gen_has_shadow(g, src) ? PART_POINTERS : PART_CONSTANT_POINTERS, to, from,
             bytes);
    gen_unstage(g, inst, s, from, bytes);
    gen_unstage(g, inst, d, to, bytes);
}

void gen_copy_pointers(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], dst = LLVMGetOperand(inst, 0);
    const struct copy_layout *l = g->bytes[v].layout;
    if (is_tracked_copy(g, inst)) {
        gen_kind_copy(g, inst, l);
        return;
    }
    bool words = g->c->words && layout_has(l, ELEM_INT) && !rule_is_transfer(inst);
    if (!layout_has(l, ELEM_PTR) && !words)
        return;
    for (unsigned direction = 0; direction < g->width; direction++) {
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, dst), gen_primal(g, dst),
                                                 gen_shadow(g, dst, direction));
        if (words && is_only_integers(l))
            copy_words(g, inst, direction);
        else
            copy_pointers(g, inst, l, direction);
        gen_guard_end(g, guard);
    }
}

/* What a copy from a constant source puts in the destination: nothing. l: NULL if the kind map
 * tells what is there. primal_src: of a mixed source; else there is none. Blocks may overlap, so
 * that nothing is cleared after a copy from an active source. */
static void clear_copied(struct gen *g, LLVMValueRef inst, const struct copy_layout *l,
                         LLVMValueRef d, LLVMValueRef primal_src, LLVMValueRef s,
                         LLVMValueRef bytes)
{
    struct gen_guard constant =
        primal_src ? gen_guard_constant(g, primal_src, s) : (struct gen_guard){NULL};
    if (l)
        copy_all(g, l, PART_CLEAR, d, d, bytes);
    else
        gen_kind_overwritten(g, inst, d, bytes);
    gen_guard_end(g, constant);
}

/* How many bytes of the element are among the first `rest` of a period, if they are not all; else
 * 0. */
static LLVMValueRef bytes_begun(struct gen *g, const struct type_elem *e, LLVMValueRef rest)
{
    LLVMValueRef offset = gen_const_i64(g, e->offset), none = gen_const_i64(g, 0),
                 end = gen_const_i64(
                     g,
                     e->offset + LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), e->type));
    LLVMValueRef begun = LLVMBuildICmp(g->b, LLVMIntUGT, rest, offset, ""),
                 open = LLVMBuildICmp(g->b, LLVMIntULT, rest, end, "");
    return LLVMBuildSelect(g->b, LLVMBuildAnd(g->b, begun, open, ""),
                           LLVMBuildSub(g->b, rest, offset, ""), none, "");
}

/* Part of a floating-point value may have been copied at the end. Nobody can use it before the rest
 * arrives, and no copy that brings the rest was found. */
static void check_rest(struct gen *g, LLVMValueRef inst, const struct copy_layout *layout,
                       LLVMValueRef d, LLVMValueRef bytes)
{
    struct copy_layout l = shortest_period(layout);
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g), gen_i64(g), gen_ptr_type(g)},
                none = LLVMVoidTypeInContext(g->context);
    LLVMValueRef rest = LLVMBuildURem(g->b, bytes, gen_const_i64(g, l.period), ""),
                 start = gen_offset(g, d, LLVMBuildSub(g->b, bytes, rest, ""));
    for (unsigned i = 0; i < l.count; i++) {
        const struct type_elem *e = &l.elems[i];
        if (e->kind != ELEM_FLOAT)
            continue;
        LLVMValueRef args[] = {element_address(g, e, start), bytes_begun(g, e, rest),
                               gen_const_i64(g, LLVMStoreSizeOfType(target, e->type)),
                               gen_where(g, inst)};
        gen_call(g, gen_declare(g, "enz_rt_part_copied", none, types, 4), args, 4);
    }
}

static enum copy_part adjoint_part(const struct adjoint_op *op)
{
    switch (op->memory) {
    case ACCUMULATE_ADD_ATOMIC: return PART_ADJOINTS_ATOMIC;
    case ACCUMULATE_ADD_PRIVATE: return PART_ADJOINTS_KEPT;
    default: return PART_ADJOINTS;
    }
}

/* The source gets nothing when it is constant: then only the destination is cleared. */
static void adjoint_direction(struct gen *g, LLVMValueRef inst, const struct copy_layout *l,
                              unsigned direction)
{
    LLVMValueRef dst = LLVMGetOperand(inst, 0), src = LLVMGetOperand(inst, 1);
    LLVMValueRef bytes = gen_reverse_operand(g, LLVMGetOperand(inst, 2)),
                 d = gen_reverse_shadow(g, dst, direction);
    uint8_t ss = gen_state(g, src), ds = gen_state(g, dst);
    LLVMValueRef s = activity_has_shadow(ss) ? gen_reverse_shadow(g, src, direction) : NULL;
    LLVMValueRef primal_src = s && (ss & STATE_CONST) ? gen_reverse_operand(g, src) : NULL;
    LLVMValueRef primal_dst = ds & STATE_CONST ? gen_reverse_operand(g, dst) : NULL;
    LLVMValueRef shadow_dst = d, shadow_src = s;
    d = gen_stage(g, inst, d, primal_dst, bytes);
    s = gen_stage(g, inst, s, primal_src, bytes);
    struct gen_guard guard = gen_guard_begin(g, ds, primal_dst, d);
    if (g->op->settles || (g->plan->sums_in_order && (!s || primal_src)))
        gen_settle(g, d, bytes);
    if (s) {
        struct gen_guard inner = gen_guard_begin(g, ss, primal_src, s);
        if (l->rest)
            check_rest(g, inst, l, d, bytes);
        copy_all(g, l, adjoint_part(g->op), d, s, bytes);
        gen_guard_end(g, inner);
    }
    if (!s || primal_src)
        clear_copied(g, inst, l, d, primal_src, s, bytes);
    gen_guard_end(g, guard);
    gen_unstage(g, inst, shadow_src, s, bytes);
    gen_unstage(g, inst, shadow_dst, d, bytes);
}

/* A constant source has tangents zero. */
static void copy_values_direction(struct gen *g, LLVMValueRef inst, const struct copy_layout *l,
                                  unsigned direction)
{
    LLVMValueRef dst = LLVMGetOperand(inst, 0), src = LLVMGetOperand(inst, 1),
                 bytes = gen_primal(g, LLVMGetOperand(inst, 2));
    bool tracked = is_tracked_copy(g, inst);
    uint8_t ds = gen_state(g, dst), ss = gen_state(g, src);
    LLVMValueRef d = gen_shadow(g, dst, direction),
                 s = activity_has_shadow(ss) ? gen_shadow(g, src, direction) : NULL;
    LLVMValueRef primal_src = s && (ss & STATE_CONST) ? gen_primal(g, src) : NULL;
    struct gen_guard guard =
        gen_guard_begin(g, ds, ds & STATE_CONST ? gen_primal(g, dst) : NULL, d);
    if (s) {
        struct gen_guard inner = gen_guard_begin(g, ss, primal_src, s);
        if (l->rest && !tracked) /* as in the reverse sweep */
            check_rest(g, inst, l, s, bytes);
        if (tracked)
            gen_kind_tangents(g, d, s, bytes);
        else
            copy_all(g, l, PART_TANGENTS, d, s, bytes);
        gen_guard_end(g, inner);
    }
    if (!s || primal_src)
        clear_copied(g, inst, tracked ? NULL : l, d, primal_src, s, bytes);
    gen_guard_end(g, guard);
}

void gen_copy_tangent_values(struct gen *g, unsigned v)
{
    const struct copy_layout *l = g->bytes[v].layout;
    bool moves = layout_has(l, ELEM_FLOAT) || is_tracked_copy(g, g->f->values[v]);
    for (unsigned direction = 0; direction < g->width && moves; direction++)
        copy_values_direction(g, g->f->values[v], l, direction);
}

void gen_copy_adjoint(struct gen *g, unsigned v)
{
    const struct copy_layout *l = g->bytes[v].layout;
    if (is_tracked_copy(g, g->f->values[v])) {
        gen_kind_copy_adjoint(g, g->f->values[v], l);
        return;
    }
    if (!layout_has(l, ELEM_FLOAT))
        return;
    for (unsigned direction = 0; direction < g->width; direction++)
        adjoint_direction(g, g->f->values[v], l, direction);
}

static void copy_constant_tangent(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], dst = LLVMGetOperand(inst, 0),
                 bytes = gen_primal(g, LLVMGetOperand(inst, 2));
    const struct copy_layout *l = g->bytes[v].layout;
    LLVMValueRef shadow = gen_shadow(g, dst, direction),
                 d = gen_stage(g, inst, shadow, NULL, bytes);
    if (g->bytes[v].followed)
        gen_kind_put_untyped(g, d, bytes);
    gen_memset(g, d, bytes);
    if (layout_has(l, ELEM_PTR))
        copy_all(g, l, PART_CONSTANT_POINTERS, d, gen_primal(g, LLVMGetOperand(inst, 1)), bytes);
    gen_unstage(g, inst, shadow, d, bytes);
}

static void copy_shadow_bytes(struct gen *g, LLVMValueRef inst, unsigned direction, bool overlap)
{
    LLVMValueRef d = gen_shadow(g, LLVMGetOperand(inst, 0), direction),
                 s = gen_shadow(g, LLVMGetOperand(inst, 1), direction);
    LLVMValueRef bytes = gen_primal(g, LLVMGetOperand(inst, 2));
    const struct plan_bytes *of = gen_bytes(g, inst);
    if (of->checks_rest) /* as in the reverse sweep */
        check_rest(g, inst, of->layout, s, bytes);
    if (of->followed || of->followed_source)
        gen_kind_move(g, d, s, bytes);
    if (rule_is_transfer(inst)) {
        LLVMValueRef copy = gen_copy_inst(g, inst);
        LLVMSetOperand(copy, 0, d);
        LLVMSetOperand(copy, 1, s);
        return;
    }
    gen_mark_access(g,
                    overlap ? LLVMBuildMemMove(g->b, d, 1, s, 1, bytes)
                            : LLVMBuildMemCpy(g->b, d, 1, s, 1, bytes),
                    ACCESS_SHADOW);
}

/* Forward mode: FP and pointer bytes move alike. */
void gen_copy_tangent(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], dst = LLVMGetOperand(inst, 0),
                 src = LLVMGetOperand(inst, 1);
    uint8_t ds = gen_state(g, dst), ss = gen_state(g, src);
    for (unsigned direction = 0; direction < g->width; direction++) {
        struct gen_guard guard =
            gen_guard_begin(g, ds, gen_primal(g, dst), gen_shadow(g, dst, direction));
        if (!activity_has_shadow(ss)) {
            copy_constant_tangent(g, v, direction);
        } else if (!(ss & STATE_CONST)) {
            copy_shadow_bytes(g, inst, direction, g->f->calls[v].cls == CALL_MEMMOVE);
        } else {
            LLVMBasicBlockRef active = gen_block(g), constant = gen_block(g), rest = gen_block(g);
            LLVMBuildCondBr(g->b,
                            LLVMBuildICmp(g->b, LLVMIntNE, gen_primal(g, src),
                                          gen_shadow(g, src, direction), ""),
                            active, constant);
            LLVMPositionBuilderAtEnd(g->b, active);
            copy_shadow_bytes(g, inst, direction, true);
            LLVMBuildBr(g->b, rest);
            LLVMPositionBuilderAtEnd(g->b, constant);
            copy_constant_tangent(g, v, direction);
            LLVMBuildBr(g->b, rest);
            LLVMPositionBuilderAtEnd(g->b, rest);
        }
        gen_guard_end(g, guard);
    }
}
