/* The reverse of single instructions: the adjoint of the result goes to the adjoints of the
 * operands and to shadow memory. */
#include "emit/derivative.h"
#include "facts/bytes.h"

struct rule_user {
    struct gen *g;
    unsigned v;
};

static LLVMValueRef rule_value(void *user, int operand)
{
    struct rule_user *u = user;
    if (operand == RULE_RESULT)
        return gen_lookup(u->g, cached_value(u->v));
    return gen_reverse_operand(u->g, LLVMGetOperand(u->g->f->values[u->v], (unsigned)operand));
}

static bool rule_inst(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    const struct rule *r = g->f->calls[v].rule;
    struct rule_user user = {g, v};
    struct rule_env env = gen_rule_env(g, inst, rule_value, &user);
    /* A vector may have lanes that nothing reads: zero adjoints of whatever was computed there. */
    env.strong_zero |= bits_get(&g->plan->speculated, v) ||
                       LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVectorTypeKind;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef bar = gen_take_adjoint(g, v, direction);
        for (unsigned k = 0, n = rule_operand_count(r); k < n; k++) {
            LLVMValueRef o = LLVMGetOperand(inst, k);
            if (rule_has_partial(r, k) && gen_is_active(g, o))
                gen_add_adjoint(g, o, direction, rule_adjoint(r, &env, k, bar), inst);
        }
    }
    return true;
}

/* The load adds to memory in the loop that is being emitted. */
static bool is_in_pass(struct gen *g, unsigned v)
{
    unsigned l = func_loop_of(g->f, v), passes = l == NO_ID ? 0 : g->plan->passes[l];
    unsigned pass = g->split == NO_ID ? passes - 1 : g->pass;
    return !passes || g->plan->pass[v] == pass;
}

static void load_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef bar = gen_take_adjoint(g, v, direction);
    if (!is_in_pass(g, v))
        return;
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    if (gen_is_tracked(g, p)) {
        gen_kind_add(g, inst, shadow, bar);
    } else if (gen_is_atomic(inst)) {
        gen_atomic_add(g, shadow, bar);
    } else {
        LLVMValueRef old = gen_load_as(g, LLVMTypeOf(bar), shadow, inst, direction);
        gen_store_as(g, gen_accumulate(g, old, bar, NULL, func_loop_of(g->f, v) != NO_ID), shadow,
                     inst, direction);
    }
    gen_guard_end(g, guard);
}

static LLVMTypeRef stored_adjoint_type(struct gen *g, LLVMValueRef value)
{
    LLVMTypeRef t = activity_adjoint_type(g->c, value);
    return t ? t : LLVMTypeOf(value); /* zero bits: cleared as they are */
}

/* v_bar += *p_bar; *p_bar = 0 */
static void store_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], value = LLVMGetOperand(inst, 0),
                 p = LLVMGetOperand(inst, 1);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMTypeRef t = stored_adjoint_type(g, value);
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    bool tracked = gen_is_tracked(g, p);
    LLVMValueRef bar = tracked               ? gen_kind_take(g, inst, shadow, t)
                       : gen_is_atomic(inst) ? gen_atomic_take(g, shadow, t)
                                             : gen_load_as(g, t, shadow, inst, direction);
    if (gen_is_active(g, value))
        gen_add_adjoint(g, value, direction, bar, NULL);
    else if (bytes_stored_part(g->c, g->a, inst))
        gen_check_zero(g, inst, bar);
    if (!tracked && !gen_is_atomic(inst) && g->split == NO_ID)
        gen_store_as(g, LLVMConstNull(t), shadow, inst, direction);
    gen_guard_end(g, guard);
}

static void select_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], cond = gen_reverse_operand(g, LLVMGetOperand(inst, 0));
    LLVMValueRef bar = gen_take_adjoint(g, v, direction), zero = LLVMConstNull(LLVMTypeOf(bar));
    if (gen_is_active(g, LLVMGetOperand(inst, 1)))
        gen_add_adjoint(g, LLVMGetOperand(inst, 1), direction,
                        LLVMBuildSelect(g->b, cond, bar, zero, ""), NULL);
    if (gen_is_active(g, LLVMGetOperand(inst, 2)))
        gen_add_adjoint(g, LLVMGetOperand(inst, 2), direction,
                        LLVMBuildSelect(g->b, cond, zero, bar, ""), NULL);
}

static LLVMValueRef part_address(struct gen *g, LLVMValueRef slot, LLVMValueRef inst)
{
    unsigned n = LLVMGetNumIndices(inst);
    const unsigned *path = LLVMGetIndices(inst);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    LLVMValueRef *indices = ARENA_ARRAY(g->arena, LLVMValueRef, n + 1);
    indices[0] = LLVMConstInt(i32, 0, 0);
    for (unsigned i = 0; i < n; i++)
        indices[i + 1] = LLVMConstInt(i32, path[i], 0);
    return LLVMBuildInBoundsGEP2(g->b, LLVMGetAllocatedType(slot), slot, indices, n + 1, "");
}

static void extract_value_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], bar = gen_take_adjoint(g, v, direction);
    unsigned from = func_id(g->f, LLVMGetOperand(inst, 0));
    if (from == NO_ID || !activity_active(g->a, from))
        return;
    LLVMValueRef p = part_address(g, gen_adjoint_slot(g, from, direction), inst);
    LLVMBuildStore(g->b, gen_add(g, LLVMBuildLoad2(g->b, LLVMTypeOf(bar), p, ""), bar, NULL), p);
}

static void insert_value_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], part = LLVMGetOperand(inst, 1),
                 slot = gen_adjoint_slot(g, v, direction);
    LLVMTypeRef t = LLVMTypeOf(part);
    LLVMValueRef p = part_address(g, slot, inst);
    bool fp = false, ptr = false;
    if (activity_carries_bits(t) ? gen_is_active(g, part) : activity_type_has(t, &fp, &ptr) && fp)
        gen_add_adjoint(g, part, direction, LLVMBuildLoad2(g->b, t, p, ""), NULL);
    LLVMBuildStore(g->b, LLVMConstNull(t), p);
    gen_add_adjoint(g, LLVMGetOperand(inst, 0), direction, gen_take_adjoint(g, v, direction), NULL);
}

static void extract_element_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], vec = LLVMGetOperand(inst, 0),
                 bar = gen_take_adjoint(g, v, direction);
    LLVMValueRef at = gen_reverse_operand(g, LLVMGetOperand(inst, 1));
    if (gen_is_active(g, vec))
        gen_add_adjoint(
            g, vec, direction,
            LLVMBuildInsertElement(g->b, LLVMConstNull(gen_adjoint_type(g, vec)), bar, at, ""),
            inst);
}

static void insert_element_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], part = LLVMGetOperand(inst, 1),
                 bar = gen_take_adjoint(g, v, direction);
    LLVMValueRef at = gen_reverse_operand(g, LLVMGetOperand(inst, 2));
    gen_add_adjoint(g, part, direction, LLVMBuildExtractElement(g->b, bar, at, ""), NULL);
    gen_add_adjoint(g, LLVMGetOperand(inst, 0), direction,
                    LLVMBuildInsertElement(
                        g->b, bar, LLVMConstNull(LLVMGetElementType(LLVMTypeOf(bar))), at, ""),
                    NULL);
}

static void shuffle_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], bar = gen_take_adjoint(g, v, direction);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    unsigned width = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    for (unsigned i = 0, n = LLVMGetNumMaskElements(inst); i < n; i++) {
        int m = LLVMGetMaskValue(inst, i);
        if (m < 0)
            continue;
        LLVMValueRef from = LLVMGetOperand(inst, (unsigned)m >= width);
        if (!gen_is_active(g, from))
            continue;
        LLVMValueRef part = LLVMBuildExtractElement(g->b, bar, LLVMConstInt(i32, i, 0), "");
        LLVMValueRef at = LLVMConstInt(i32, (unsigned)m % width, 0);
        gen_add_adjoint(
            g, from, direction,
            LLVMBuildInsertElement(g->b, LLVMConstNull(gen_adjoint_type(g, from)), part, at, ""),
            NULL);
    }
}

/* Arithmetic that has no derivative: in a union, say, the bits may be those of an integer after
 * all. */
static bool nondifferentiable_bits(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (gen_bits_certain(inst))
        return gen_unsupported(g, inst, "arithmetic on the bits of an active floating-point value");
    LLVMTypeRef t = gen_adjoint_type(g, inst);
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_check_zero(g, inst, LLVMBuildLoad2(g->b, t, gen_adjoint_slot(g, v, direction), ""));
    return true;
}

static bool pass_through(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], o = LLVMGetOperand(inst, 0);
    if (gen_is_active(g, o) &&
        !gen_same_floating(gen_adjoint_type(g, o), gen_adjoint_type(g, inst)))
        return gen_unsupported(g, inst,
                               "reinterpreting active floating-point values as another type");
    if ((bytes_joined(g->c, g->a, inst) || bytes_address_as_number(g->c, g->a, inst)) &&
        !nondifferentiable_bits(g, v))
        return false;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef bar = gen_take_adjoint(g, v, direction);
        if (gen_is_active(g, o))
            gen_add_adjoint(g, o, direction,
                            LLVMBuildBitCast(g->b, bar, gen_adjoint_type(g, o), ""), NULL);
    }
    return true;
}

/* The n bytes behind p were overwritten with what has no derivative. */
static void clear_adjoints(struct gen *g, LLVMValueRef inst, LLVMValueRef p, LLVMValueRef shadow,
                           LLVMValueRef bytes)
{
    if (gen_is_tracked(g, p))
        gen_kind_overwritten(g, inst, shadow, bytes);
    else
        gen_memset(g, shadow, bytes);
}

static void memset_direction(struct gen *g, unsigned v, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef bytes = gen_reverse_operand(g, LLVMGetOperand(inst, 2));
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    clear_adjoints(g, inst, p, shadow, bytes);
    gen_guard_end(g, guard);
}

/* What was read from outside is constant. */
static void input_direction(struct gen *g, unsigned v, unsigned direction)
{
    const int *input = g->f->calls[v].input;
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, (unsigned)input[0]);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef item =
        input[1] >= 0 ? gen_reverse_operand(g, LLVMGetOperand(inst, (unsigned)input[1])) : NULL;
    bool counted = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind;
    LLVMValueRef bytes = gen_input_bytes(g, counted ? gen_lookup(g, cached_value(v)) : NULL, item);
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    clear_adjoints(g, inst, p, shadow, bytes);
    gen_guard_end(g, guard);
}

/* An intrinsic on integers, the result of which is an integer as far as the run can tell. */
static bool integer_call(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (!activity_carries_bits(LLVMTypeOf(inst)) || gen_bits_certain(inst))
        return gen_unsupported(g, inst,
                               "the result of this call as an active floating-point value");
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_check_zero(g, inst, gen_take_adjoint(g, v, direction));
    return true;
}

/* A number made of bits in a way that has no derivative. */
static bool nondifferentiable_call(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (gen_nondifferentiable_certainly(g, v))
        return gen_unsupported(g, inst, "arithmetic on the bits of an active floating-point value");
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_check_zero(g, inst, gen_take_adjoint(g, v, direction));
    return true;
}

/* A shuffle may repeat a lane. */
static LLVMValueRef add_to_lane(struct gen *g, LLVMValueRef sum, unsigned i, LLVMValueRef x)
{
    LLVMValueRef old = gen_lane(g, sum, i);
    return gen_set_lane(g, sum, i, LLVMIsNull(old) ? x : LLVMBuildFAdd(g->b, old, x, ""));
}

/* Arithmetic on the bits of active floating-point values, lane by lane. */
static bool bits_operand(struct gen *g, unsigned v, unsigned k)
{
    LLVMValueRef inst = g->f->values[v], x = LLVMGetOperand(inst, k);
    struct lane_source lanes[LANES_MAX];
    LLVMTypeRef t = activity_adjoint_type(g->c, inst), from = activity_adjoint_type(g->c, x);
    if (!t || !from || !gen_bit_lanes(g, inst, k, t, from, lanes))
        return nondifferentiable_bits(g, v);
    unsigned n = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
    LLVMValueRef bits = gen_bits_needed(lanes, n) ? gen_reverse_operand(g, x) : NULL;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef bar = LLVMBuildLoad2(g->b, t, gen_adjoint_slot(g, v, direction), ""),
                     amount = LLVMConstNull(from);
        for (unsigned i = 0; i < n; i++)
            if (lanes[i].lane >= 0)
                amount =
                    add_to_lane(g, amount, (unsigned)lanes[i].lane,
                                gen_lane_product(g, lanes[i], bits, from, gen_lane(g, bar, i)));
        gen_add_adjoint(g, x, direction, amount, NULL);
    }
    return true;
}

static bool bits_inst(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    bool ok = true;
    for (unsigned k = 0, n = func_operand_count(g->f, v); k < n; k++)
        if (gen_is_active(g, LLVMGetOperand(inst, k)))
            ok &= bits_operand(g, v, k);
    for (unsigned direction = 0; direction < g->width && ok; direction++)
        gen_take_adjoint(g, v, direction);
    return ok;
}

static bool call_inst(struct gen *g, unsigned v)
{
    switch (g->f->calls[v].cls) {
    case CALL_NONDIFFERENTIABLE: return nondifferentiable_call(g, v);
    case CALL_INPUT:
        for (unsigned direction = 0; direction < g->width; direction++)
            input_direction(g, v, direction);
        return true;
    case CALL_ALLOC:
        for (unsigned direction = 0; direction < g->width; direction++)
            gen_clear_allocation(g, v, gen_reverse_shadow(g, g->f->values[v], direction),
                                 gen_allocation_bytes(g, v, gen_reverse_operand));
        return true;
    case CALL_UNKNOWN:
    case CALL_INDIRECT: return true; /* refused, or the forward sweep has ended the program there */
    case CALL_RULE: return rule_inst(g, v);
    case CALL_DEFINED:
    case CALL_CUSTOM: return gen_adjoint_call(g, v);
    case CALL_MEMCPY:
    case CALL_MEMMOVE: return gen_copy_adjoint(g, v);
    case CALL_CAS:
        for (unsigned direction = 0; direction < g->width; direction++)
            gen_cas_adjoint(g, v, direction);
        return true;
    case CALL_MEMSET:
        for (unsigned direction = 0; direction < g->width; direction++)
            memset_direction(g, v, direction);
        return true;
    default: return rule_reverses_bytes(g->f->values[v]) ? bits_inst(g, v) : integer_call(g, v);
    }
}

typedef void direction_emitter(struct gen *g, unsigned v, unsigned direction);

static direction_emitter *emitter_of(LLVMOpcode op)
{
    switch (op) {
    case LLVMLoad: return load_direction;
    case LLVMStore: return store_direction;
    case LLVMAtomicRMW: return gen_atomic_adjoint;
    case LLVMSelect: return select_direction;
    case LLVMExtractValue: return extract_value_direction;
    case LLVMInsertValue: return insert_value_direction;
    case LLVMExtractElement: return extract_element_direction;
    case LLVMInsertElement: return insert_element_direction;
    case LLVMShuffleVector: return shuffle_direction;
    default: return NULL;
    }
}

/* Nobody keeps the tags of memory atomically. Where an integer is loaded they stay as they are. */
static bool is_atomic_in_tracked(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool update = g->f->calls[v].cls == CALL_CAS || gen_atomic_changes_values(g, inst),
         integer = op == LLVMLoad && !activity_adjoint_type(g->c, inst),
         access = (op == LLVMLoad || op == LLVMStore) && gen_is_atomic(inst) && !integer;
    return (update || access) && gen_is_tracked(g, LLVMGetOperand(inst, op == LLVMStore));
}

bool gen_adjoint(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (is_atomic_in_tracked(g, v))
        return gen_unsupported(g, inst,
                               "an atomic access to memory in which only the run can tell "
                               "floating-point values and pointers apart");
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    direction_emitter *emit = gen_moves_elements(inst) ? NULL : emitter_of(op);
    if (emit) {
        for (unsigned direction = 0; direction < g->width; direction++)
            emit(g, v, direction);
        return true;
    }
    if (op == LLVMCall || op == LLVMInvoke)
        return call_inst(g, v);
    if (g->f->calls[v].cls == CALL_RULE)
        return rule_inst(g, v);
    if (op == LLVMFreeze || op == LLVMBitCast)
        return pass_through(g, v);
    return bits_inst(g, v);
}
