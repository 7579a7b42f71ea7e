/* The reverse of single instructions: the adjoint of the result goes to the adjoints of the
 * operands and to shadow memory. */
#include "emit/derivative.h"
#include "plan/rows.h"

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

static void emit_rule(struct gen *g, const struct adjoint_op *op)
{
    LLVMValueRef inst = g->f->values[op->inst];
    const struct rule *r = g->f->calls[op->inst].rule;
    struct rule_user user = {g, op->inst};
    struct rule_env env = gen_rule_env(g, inst, rule_value, &user);
    env.strong_zero |= op->strong_zero;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef bar = gen_take_adjoint(g, op->inst, direction);
        for (unsigned k = 0, n = rule_operand_count(r); k < n; k++) {
            LLVMValueRef o = LLVMGetOperand(inst, k);
            if (rule_has_partial(r, k) && gen_is_active(g, o))
                gen_add_adjoint(g, o, direction, rule_adjoint(r, &env, k, bar), inst);
        }
    }
}

/* Where a strip keeps what this iteration adds to the shadow of what it loads. */
static LLVMValueRef kept_place(struct gen *g, unsigned v, unsigned direction)
{
    unsigned l = func_loop_of(g->f, v);
    LLVMValueRef *array = &g->kept[v * g->width + direction],
                 count = LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, l), ""),
                 start = LLVMBuildLoad2(g->b, gen_i64(g), g->strip_start[l], ""),
                 index = LLVMBuildNUWSub(g->b, count, start, "");
    LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
    if (!*array)
        *array = gen_stack_slot(g, LLVMArrayType2(t, g->plan->strip[l]), false);
    return LLVMBuildInBoundsGEP2(g->b, t, *array, &index, 1, "");
}

static void emit_load(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef p = LLVMGetOperand(g->f->values[op->inst], 0);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef kept = op->keeps || op->kept ? kept_place(g, op->inst, direction) : NULL,
                 bar = op->kept ? LLVMBuildLoad2(g->b, LLVMTypeOf(g->f->values[op->inst]), kept, "")
                                : gen_take_adjoint(g, op->inst, direction);
    if (op->keeps) {
        LLVMBuildStore(g->b, bar, kept);
        return;
    }
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow),
                     nonzero = op->nonzero ? gen_guard_nonzero(g, bar) : (struct gen_guard){NULL};
    gen_add_to_shadow(g, op, shadow, bar, direction);
    gen_guard_end(g, nonzero);
    gen_guard_end(g, guard);
}

static LLVMTypeRef stored_adjoint_type(struct gen *g, LLVMValueRef value)
{
    LLVMTypeRef t = derivative_number_type(g->deriv, g->c, value);
    return t ? t : LLVMTypeOf(value); /* zero bits: cleared as they are */
}

static LLVMValueRef take(struct gen *g, const struct adjoint_op *op, LLVMValueRef shadow,
                         LLVMTypeRef t, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst];
    if (op->tracked)
        return gen_kind_take(g, inst, shadow, t);
    if (op->settles)
        gen_settle(g, shadow,
                   gen_const_i64(g, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module),
                                                        LLVMTypeOf(LLVMGetOperand(inst, 0)))));
    if (op->atomic)
        return gen_atomic_take(g, shadow, t);
    LLVMValueRef bar = gen_load_as(g, t, shadow, inst, direction);
    if (op->clears)
        gen_store_as(g, LLVMConstNull(t), shadow, inst, direction);
    if (op->looks)
        bar = LLVMBuildFAdd(g->b, bar, gen_take_from_sums(g, shadow, t, op->clears), "");
    return bar;
}

/* What was there before had an adjoint, perhaps. */
static void emit_unstore(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], p = LLVMGetOperand(inst, 1);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL,
                 zero = LLVMConstNull(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    gen_store(g, zero, shadow, LLVMGetAlignment(inst), ACCESS_SHADOW);
    gen_guard_end(g, guard);
}

/* v_bar += *p_bar; *p_bar = 0 */
static void emit_store(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], value = LLVMGetOperand(inst, 0),
                 p = LLVMGetOperand(inst, 1);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    LLVMValueRef bar = take(g, op, shadow, stored_adjoint_type(g, value), direction);
    if (gen_is_active(g, value))
        gen_add_adjoint(g, value, direction, bar, NULL);
    else if (op->part)
        gen_check_zero(g, inst, bar);
    gen_guard_end(g, guard);
}

static void emit_select(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst],
                 cond = gen_reverse_operand(g, LLVMGetOperand(inst, 0));
    LLVMValueRef bar = gen_take_adjoint(g, op->inst, direction),
                 zero = LLVMConstNull(LLVMTypeOf(bar));
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

static void emit_extract_value(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], bar = gen_take_adjoint(g, op->inst, direction);
    unsigned from = func_id(g->f, LLVMGetOperand(inst, 0));
    if (from == NO_ID || !activity_active(g->a, from))
        return;
    LLVMValueRef p = part_address(g, gen_adjoint_slot(g, from, direction), inst);
    LLVMValueRef old = LLVMBuildLoad2(g->b, LLVMTypeOf(bar), p, "");
    LLVMBuildStore(g->b, gen_accumulate(g, gen_adds(g, from), old, bar, NULL), p);
}

static void emit_insert_value(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], part = LLVMGetOperand(inst, 1),
                 slot = gen_adjoint_slot(g, op->inst, direction);
    LLVMTypeRef t = LLVMTypeOf(part);
    LLVMValueRef p = part_address(g, slot, inst);
    bool fp = false, ptr = false;
    if (activity_carries_bits(t) ? gen_is_active(g, part) : activity_type_has(t, &fp, &ptr) && fp)
        gen_add_adjoint(g, part, direction, LLVMBuildLoad2(g->b, t, p, ""), NULL);
    LLVMBuildStore(g->b, LLVMConstNull(t), p);
    gen_add_adjoint(g, LLVMGetOperand(inst, 0), direction, gen_take_adjoint(g, op->inst, direction),
                    NULL);
}

static void emit_extract_element(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], vec = LLVMGetOperand(inst, 0),
                 bar = gen_take_adjoint(g, op->inst, direction);
    LLVMValueRef at = gen_reverse_operand(g, LLVMGetOperand(inst, 1));
    if (gen_is_active(g, vec))
        gen_add_adjoint(
            g, vec, direction,
            LLVMBuildInsertElement(g->b, LLVMConstNull(gen_adjoint_type(g, vec)), bar, at, ""),
            inst);
}

static void emit_insert_element(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], part = LLVMGetOperand(inst, 1),
                 bar = gen_take_adjoint(g, op->inst, direction);
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

static void emit_shuffle(struct gen *g, const struct adjoint_op *op)
{
    for (unsigned direction = 0; direction < g->width; direction++)
        shuffle_direction(g, op->inst, direction);
}

/* What memory is put back from, and how much: args[0] gets it from args[1], args[2] bytes. */
static void restored_range(struct gen *g, const struct adjoint_op *op, LLVMValueRef args[3])
{
    LLVMValueRef inst = g->f->values[op->inst], copy = gen_lookup(g, cached_value(op->inst));
    args[0] = gen_reverse_operand(g, LLVMGetOperand(inst, 0));
    args[1] = LLVMBuildIntToPtr(g->b, copy, gen_ptr_type(g), "");
    args[2] = gen_reverse_operand(g, LLVMGetOperand(inst, 1));
}

static void emit_restore(struct gen *g, const struct adjoint_op *op)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[3];
    restored_range(g, op, args);
    gen_call(g, gen_declare(g, "enz_rt_restore", LLVMVoidTypeInContext(g->context), types, 3), args,
             3);
}

static void emit_restore_own(struct gen *g, const struct adjoint_op *op)
{
    LLVMValueRef args[3];
    restored_range(g, op, args);
    LLVMBuildMemCpy(g->b, args[0], 1, args[1], 1, args[2]);
}

/* They stand behind the primal in the copy. */
static void restore_shadows(struct gen *g, const struct adjoint_op *op)
{
    LLVMValueRef inst = g->f->values[op->inst], args[3];
    restored_range(g, op, args);
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = gen_reverse_shadow(g, LLVMGetOperand(inst, 0), direction),
                     at = LLVMBuildMul(g->b, args[2], gen_const_i64(g, direction + 1), "");
        LLVMBuildMemCpy(g->b, shadow, 1, gen_offset(g, args[1], at), 1, args[2]);
    }
}

static void emit_restore_pointer(struct gen *g, const struct adjoint_op *op)
{
    emit_restore(g, op);
    restore_shadows(g, op);
}

static void emit_restore_own_pointer(struct gen *g, const struct adjoint_op *op)
{
    emit_restore_own(g, op);
    restore_shadows(g, op);
}

static void emit_put_back(struct gen *g, const struct adjoint_op *op)
{
    LLVMValueRef inst = g->f->values[op->inst],
                 to = gen_reverse_operand(g, LLVMGetOperand(inst, 0)),
                 copy = gen_reverse_operand(g, LLVMGetOperand(inst, 2)),
                 low = gen_reverse_operand(g, LLVMGetOperand(inst, 3));
    LLVMValueRef distance = LLVMBuildSub(g->b, LLVMBuildPtrToInt(g->b, to, gen_i64(g), ""),
                                         LLVMBuildPtrToInt(g->b, low, gen_i64(g), ""), ""),
                 from = LLVMBuildIntToPtr(g->b, copy, gen_ptr_type(g), "");
    LLVMBuildMemCpy(g->b, to, 1, gen_offset(g, from, distance), 1, LLVMGetOperand(inst, 1));
}

void gen_hold(struct gen *g, LLVMValueRef start, LLVMValueRef bytes)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[] = {start, bytes};
    gen_call(g, gen_declare(g, "enz_rt_restore_hold", LLVMVoidTypeInContext(g->context), types, 2),
             args, 2);
}

static void emit_hold(struct gen *g, const struct adjoint_op *op)
{
    LLVMValueRef inst = g->f->values[op->inst];
    gen_hold(g, gen_reverse_operand(g, LLVMGetOperand(inst, 0)),
             gen_reverse_operand(g, LLVMGetOperand(inst, 1)));
}

static void emit_zero(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    gen_check_zero(g, g->f->values[op->inst], gen_take_adjoint(g, op->inst, direction));
}

static void emit_convert(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef o = LLVMGetOperand(g->f->values[op->inst], 0),
                 bar = gen_take_adjoint(g, op->inst, direction);
    if (gen_is_active(g, o))
        gen_add_adjoint(g, o, direction, LLVMBuildBitCast(g->b, bar, gen_adjoint_type(g, o), ""),
                        NULL);
}

static void emit_convert_zero(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef slot = gen_adjoint_slot(g, op->inst, direction);
    gen_check_zero(g, g->f->values[op->inst],
                   LLVMBuildLoad2(g->b, LLVMGetAllocatedType(slot), slot, ""));
    emit_convert(g, op, direction);
}

/* The n bytes that inst accesses were overwritten with what has no derivative. */
static void clear_adjoints(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow,
                           LLVMValueRef bytes)
{
    if (gen_bytes(g, inst)->tracked)
        gen_kind_overwritten(g, inst, shadow, bytes);
    else
        gen_clear_filled(g, inst, shadow, bytes);
}

static void emit_fill(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef inst = g->f->values[op->inst], p = LLVMGetOperand(inst, 0);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef bytes = gen_reverse_operand(g, LLVMGetOperand(inst, 2));
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    if (op->settles)
        gen_settle(g, shadow, bytes);
    clear_adjoints(g, inst, shadow, bytes);
    gen_guard_end(g, guard);
}

/* What was read from outside is constant. */
static void emit_input(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    const int *input = g->f->calls[op->inst].input;
    LLVMValueRef inst = g->f->values[op->inst], p = LLVMGetOperand(inst, (unsigned)input[0]);
    uint8_t state = gen_state(g, p);
    LLVMValueRef shadow = gen_reverse_shadow(g, p, direction),
                 primal = state & STATE_CONST ? gen_reverse_operand(g, p) : NULL;
    LLVMValueRef item =
        input[1] >= 0 ? gen_reverse_operand(g, LLVMGetOperand(inst, (unsigned)input[1])) : NULL;
    bool counted = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind;
    LLVMValueRef bytes =
        gen_input_bytes(g, counted ? gen_lookup(g, cached_value(op->inst)) : NULL, item);
    struct gen_guard guard = gen_guard_begin(g, state, primal, shadow);
    if (op->settles)
        gen_settle(g, shadow, bytes);
    clear_adjoints(g, inst, shadow, bytes);
    gen_guard_end(g, guard);
}

static void emit_clear(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    LLVMValueRef shadow = gen_reverse_shadow(g, g->f->values[op->inst], direction),
                 bytes = gen_allocation_bytes(g, op->inst, gen_reverse_operand);
    if (op->settles)
        gen_settle(g, shadow, bytes);
    gen_clear_allocation(g, op->inst, shadow, bytes);
}

/* A shuffle may repeat a lane. */
static LLVMValueRef add_to_lane(struct gen *g, LLVMValueRef sum, unsigned i, LLVMValueRef x)
{
    LLVMValueRef old = gen_lane(g, sum, i);
    return gen_set_lane(g, sum, i, LLVMIsNull(old) ? x : LLVMBuildFAdd(g->b, old, x, ""));
}

/* Arithmetic on the bits of active floating-point values, lane by lane. */
static void bits_operand(struct gen *g, const struct adjoint_op *op, unsigned k)
{
    LLVMValueRef x = LLVMGetOperand(g->f->values[op->inst], k);
    const struct lanes *lanes = &op->lanes[k];
    LLVMValueRef bits = lanes->needs_value ? gen_reverse_operand(g, x) : NULL;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef slot = gen_adjoint_slot(g, op->inst, direction),
                     bar = LLVMBuildLoad2(g->b, lanes->type, slot, ""),
                     amount = LLVMConstNull(lanes->from);
        for (unsigned i = 0; i < lanes->count; i++) {
            const struct lane_source *s = &lanes->source[i];
            if (s->lane >= 0)
                amount =
                    add_to_lane(g, amount, (unsigned)s->lane,
                                gen_lane_product(g, s, bits, lanes->from, gen_lane(g, bar, i)));
        }
        gen_add_adjoint(g, x, direction, amount, NULL);
    }
}

static void emit_bits(struct gen *g, const struct adjoint_op *op)
{
    for (unsigned k = 0, n = func_operand_count(g->f, op->inst); k < n; k++)
        if (op->lanes[k].type)
            bits_operand(g, op, k);
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_take_adjoint(g, op->inst, direction);
}

static void emit_call(struct gen *g, const struct adjoint_op *op)
{
    gen_adjoint_call(g, op->inst);
}

static void emit_update(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    gen_atomic_adjoint(g, op->inst, direction);
}

static void emit_exchange(struct gen *g, const struct adjoint_op *op, unsigned direction)
{
    gen_cas_adjoint(g, op->inst, direction);
}

static void emit_copy(struct gen *g, const struct adjoint_op *op)
{
    gen_copy_adjoint(g, op->inst);
}

static void emit_sync(struct gen *g, const struct adjoint_op *op)
{
    gen_call_sync(g, op->inst, g->f->calls[op->inst].mirror, gen_reverse_operand);
}

static void emit_nothing(struct gen *g, const struct adjoint_op *op)
{
    (void)g, (void)op; /* the plan has reported it */
}

/* ---- the table ---- */

struct emitter {
    void (*each)(struct gen *, const struct adjoint_op *, unsigned direction);
    void (*all)(struct gen *, const struct adjoint_op *);
};

static const struct emitter emitters[] = {
    [ADJOINT_NONE] = {0},
#define EACH(f) {.each = emit_##f}
#define ALL(f)  {.all = emit_##f}
#define CONTROL {0}
#define ADJOINT(row, text, values, pointer, effect, source, more, emitter, flags)                  \
    [ADJOINT_##row] = emitter,
#include "plan/adjoint.def"
#undef ADJOINT
};

/* The table says whether the adjoint of the result is taken. */
static void check_taken(struct gen *g, const struct adjoint_op *op)
{
    bool left = false;
    for (unsigned direction = 0; direction < g->width; direction++)
        left |= bits_get(&g->plan->local, op->inst) && !op->kept &&
                g->adjoints[op->inst * g->width + direction];
    if (left && (plan_row(g->plan, op->inst)->flags & ADJOINT_TAKES_RESULT))
        diag(g->diags, DIAG_INTERNAL, g->f->values[op->inst], "",
             "an adjoint is left that the plan says is taken");
}

void gen_adjoint(struct gen *g, const struct adjoint_op *op)
{
    const struct emitter *e = &emitters[op->row];
    g->op = op;
    gen_for_debuggers(g, op->inst);
    if (op->ends_sums)
        gen_end_sums(g);
    if (op->excludes)
        gen_exclude_others(g, true);
    for (unsigned direction = 0; direction < g->width && e->each; direction++)
        e->each(g, op, direction);
    if (e->all)
        e->all(g, op);
    if (op->excludes)
        gen_exclude_others(g, false);
    if (e->each || e->all)
        check_taken(g, op);
    gen_for_debuggers(g, NO_ID);
    g->op = NULL;
}
