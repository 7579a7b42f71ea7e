/* Split mode's forward sweep: tangents computed from a tape.
 *
 * The blocks of the primal once more, in its order and with its branches, but nothing of the primal
 * runs: values and shadows are looked up as in the reverse sweep, by counters that count up. Shadow
 * memory holds tangents; pointers in it are as the augmented sweep left them. Linked frames lead
 * from the last iteration to the first, so a loop with such frames starts by writing them down in
 * order. */
#include "base/target.h"
#include "emit/derivative.h"
#include "plan/tangents.h"

static bool is_header(const struct gen *g, unsigned b)
{
    unsigned l = g->f->blocks[b].loop;
    return l != NO_ID && g->f->loops[l].header == b;
}

/* for (i = trips, frame = last; i-- > 0; frame = *frame) table[i] = frame; */
static LLVMValueRef list_frames(struct gen *g, LLVMValueRef trips, LLVMValueRef last)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    LLVMValueRef table = gen_tape_alloc(
                     g, LLVMBuildMul(g->b, trips, gen_const_i64(g, target_pointer_bytes(g->module)),
                                     "")),
                 one = gen_const_i64(g, 1);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(g->b), body = gen_block(g), rest = gen_block(g);
    LLVMBuildBr(g->b, body);
    LLVMPositionBuilderAtEnd(g->b, body);
    LLVMValueRef n = LLVMBuildPhi(g->b, gen_i64(g), ""), frame = LLVMBuildPhi(g->b, ptr, "");
    LLVMValueRef i = LLVMBuildSub(g->b, n, one, "");
    gen_store(g, frame, LLVMBuildInBoundsGEP2(g->b, ptr, table, &i, 1, ""),
              target_pointer_bytes(g->module), ACCESS_TAPE);
    LLVMValueRef previous = gen_load(g, ptr, frame, target_pointer_bytes(g->module), ACCESS_TAPE);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, i, gen_const_i64(g, 0), ""), rest, body);
    LLVMAddIncoming(n, (LLVMValueRef[]){trips, i}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMAddIncoming(frame, (LLVMValueRef[]){last, previous}, (LLVMBasicBlockRef[]){before, body},
                    2);
    LLVMPositionBuilderAtEnd(g->b, rest);
    return table;
}

static void enter_loop(struct gen *g, unsigned l)
{
    unsigned allocation = gen_linked_allocation(g, l);
    LLVMBuildStore(g->b, gen_const_i64(g, 0), gen_reverse_counter(g, l));
    if (allocation == NO_ID)
        return;
    if (!g->table[l]) {
        g->table[l] = gen_stack_slot(g, gen_ptr_type(g), false);
        g->linked[l] = gen_stack_slot(g, gen_ptr_type(g), false);
    }
    LLVMValueRef trips = gen_lookup(g, cached_trips(g->plan, l)),
                 last = gen_lookup(g, cached_base(g->plan, allocation));
    LLVMBuildStore(g->b, list_frames(g, trips, last), g->table[l]);
}

/* On the way from block b to the blocks behind it. */
static void count_iterations(struct gen *g, unsigned b)
{
    for (unsigned i = 0; i < g->f->blocks[b].succ_count; i++) {
        unsigned to = g->f->blocks[b].succs[i], l = g->f->blocks[to].loop;
        if (!is_header(g, to))
            continue;
        if (func_loop_contains(g->f, l, g->f->blocks[b].loop)) {
            LLVMValueRef slot = gen_reverse_counter(g, l),
                         count = LLVMBuildLoad2(g->b, gen_i64(g), slot, "");
            LLVMBuildStore(g->b, LLVMBuildAdd(g->b, count, gen_const_i64(g, 1), ""), slot);
        } else {
            enter_loop(g, l);
        }
    }
}

static void begin_iteration(struct gen *g, unsigned b)
{
    unsigned l = g->f->blocks[b].loop;
    if (!is_header(g, b) || gen_linked_allocation(g, l) == NO_ID)
        return;
    LLVMValueRef count = LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, l), "");
    LLVMValueRef table = LLVMBuildLoad2(g->b, gen_ptr_type(g), g->table[l], "");
    LLVMValueRef at = LLVMBuildInBoundsGEP2(g->b, gen_ptr_type(g), table, &count, 1, "");
    LLVMBuildStore(g->b,
                   gen_load(g, gen_ptr_type(g), at, target_pointer_bytes(g->module), ACCESS_TAPE),
                   g->linked[l]);
}

/* ---- instructions ---- */

/* Looks up what the plan has of the operands, here, so that it is found again behind the guards of
 * this instruction. */
static void look_up_operands(struct gen *g, unsigned v)
{
    for (unsigned k = 0, n = func_operand_count(g->f, v); k < n; k++) {
        unsigned id = func_id(g->f, LLVMGetOperand(g->f->values[v], k));
        if (id == NO_ID)
            continue;
        if (g->plan->how[cached_value(id)] != HOW_NONE)
            gen_lookup(g, cached_value(id));
        for (unsigned direction = 0; direction < g->width && activity_has_shadow(g->a->state[id]);
             direction++)
            if (g->plan->how[cached_shadow(g->plan, id, direction)] != HOW_NONE)
                gen_lookup(g, cached_shadow(g->plan, id, direction));
    }
}

static void clear_direction(struct gen *g, LLVMValueRef inst, LLVMValueRef p, LLVMValueRef bytes,
                            unsigned direction)
{
    uint8_t state = gen_state(g, p);
    struct gen_guard guard = gen_guard_begin(
        g, state, state & STATE_CONST ? gen_primal(g, p) : NULL, gen_shadow(g, p, direction));
    if (gen_bytes(g, inst)->tracked)
        gen_kind_overwritten(g, inst, gen_shadow(g, p, direction), bytes);
    else
        gen_memset(g, gen_shadow(g, p, direction), bytes);
    gen_guard_end(g, guard);
}

static void clear(struct gen *g, LLVMValueRef inst, LLVMValueRef p, LLVMValueRef bytes)
{
    for (unsigned direction = 0; direction < g->width; direction++)
        clear_direction(g, inst, p, bytes, direction);
}

static LLVMValueRef input_bytes(struct gen *g, unsigned v)
{
    const int *input = g->f->calls[v].input;
    LLVMValueRef inst = g->f->values[v];
    LLVMValueRef item =
        input[1] >= 0 ? gen_primal(g, LLVMGetOperand(inst, (unsigned)input[1])) : NULL;
    bool counted = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind;
    return gen_input_bytes(g, counted ? gen_lookup(g, cached_value(v)) : NULL, item);
}

/* ---- one function for each row of tangent.def that forward mode does not have ---------------- */

static void sweep_call(struct gen *g, unsigned v)
{
    struct derivative *d = gen_callee(g, v);
    LLVMValueRef inst = g->f->values[v];
    unsigned n = 0, part = 1, count = LLVMCountParams(d->key.fn);
    if (!d->tan) { /* a rule without the function: an error that is reported */
        for (unsigned direction = 0; direction < g->width && d->key.ret_active; direction++)
            g->tangent[v * g->width + direction] = LLVMGetUndef(LLVMTypeOf(inst));
        return;
    }
    LLVMValueRef *args = ARENA_ARRAY(g->arena, LLVMValueRef, (2 * g->width + 1) * count + 2);
    for (unsigned k = 0; k < count; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        args[n++] = gen_primal(g, o);
        for (unsigned direction = 0; direction < g->width; direction++) {
            if (derivative_param_shadow(d, k))
                args[n++] = gen_shadow(g, o, direction);
            if (!derivative_param_number(d, k))
                continue;
            args[n] = gen_tangent_as(g, o, direction, LLVMTypeOf(LLVMGetParam(d->tan, n)));
            n++;
        }
    }
    args[n++] = gen_lookup(g, cached_tape(g->plan, v));
    args[n++] = g->tape;
    LLVMValueRef result = gen_call(g, d->tan, args, n);
    for (unsigned direction = 0;
         direction < g->width && d->key.ret_active && !derivative_ret_shadow(d); direction++)
        g->tangent[v * g->width + direction] = LLVMBuildExtractValue(g->b, result, part++, "");
}

static void sweep_store(struct gen *g, unsigned v)
{
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_store_tangent(g, g->f->values[v], direction);
}

static void sweep_copy(struct gen *g, unsigned v)
{
    gen_copy_tangent_values(g, v);
}

static void sweep_fill(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    clear(g, inst, LLVMGetOperand(inst, 0), gen_primal(g, LLVMGetOperand(inst, 2)));
}

static void sweep_input(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    clear(g, inst, LLVMGetOperand(inst, (unsigned)g->f->calls[v].input[0]), input_bytes(g, v));
}

static void sweep_clear(struct gen *g, unsigned v)
{
    for (unsigned direction = 0; direction < g->width; direction++)
        gen_clear_allocation(g, v, gen_shadow(g, g->f->values[v], direction),
                             gen_allocation_bytes(g, v, gen_primal));
}

static void sweep_sync(struct gen *g, unsigned v)
{
    gen_call_sync(g, v, g->f->calls[v].repeat, gen_primal);
}

static void (*const emitters[])(struct gen *, unsigned v) = {
    [TANGENT_NONE] = gen_tangent,
#define ALL(f)                NULL
#define EACH(f)               gen_tangent
#define SWEEP(f)              sweep_##f
#define TANGENT(row, emitter) [TANGENT_##row] = emitter,
#include "plan/tangent.def"
#undef TANGENT
};

static void emit_inst(struct gen *g, unsigned v)
{
    if (!plan_has_adjoint(g->plan, v))
        return;
    look_up_operands(g, v);
    gen_check_lost_operands(g, v);
    emitters[g->deriv->tangent_rows[v]](g, v);
}

/* ---- blocks ---- */

static unsigned begin_phis(struct gen *g, unsigned b)
{
    const struct func_block *blk = &g->f->blocks[b];
    unsigned v = blk->first;
    for (; v < blk->first + blk->count && LLVMIsAPHINode(g->f->values[v]); v++)
        for (unsigned direction = 0; direction < g->width && activity_active(g->a, v); direction++)
            g->tangent[v * g->width + direction] =
                LLVMBuildPhi(g->b, gen_adjoint_type(g, g->f->values[v]), "");
    return v;
}

static void fill_phis(struct gen *g, unsigned b)
{
    const struct func_block *blk = &g->f->blocks[b];
    for (unsigned v = blk->first; v < blk->first + blk->count && LLVMIsAPHINode(g->f->values[v]);
         v++)
        for (unsigned direction = 0; direction < g->width && activity_active(g->a, v);
             direction++) {
            LLVMValueRef phi = g->f->values[v], tangent = g->tangent[v * g->width + direction];
            for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
                LLVMBasicBlockRef from = g->end[func_block_id(g->f, LLVMGetIncomingBlock(phi, i))];
                gen_add_incoming_tangent(g, tangent, LLVMGetIncomingValue(phi, i), from, direction);
            }
        }
}

static void emit_terminator(struct gen *g, unsigned b, LLVMValueRef term)
{
    if (LLVMGetInstructionOpcode(term) == LLVMRet) {
        g->end[b] = LLVMGetInsertBlock(g->b);
        return; /* function.c goes on here */
    }
    LLVMValueRef copy = LLVMInstructionClone(term);
    for (int k = 0, n = LLVMGetNumOperands(term); k < n; k++)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(term, (unsigned)k)))
            LLVMSetOperand(copy, (unsigned)k, gen_primal(g, LLVMGetOperand(term, (unsigned)k)));
    count_iterations(g, b);
    g->end[b] = LLVMGetInsertBlock(g->b);
    LLVMInsertIntoBuilder(g->b, copy);
    for (unsigned s = 0, n = LLVMGetNumSuccessors(term); s < n; s++)
        LLVMSetSuccessor(copy, s, g->begin[func_block_id(g->f, LLVMGetSuccessor(term, s))]);
}

static void emit_block(struct gen *g, unsigned b)
{
    const struct func_block *blk = &g->f->blocks[b];
    LLVMPositionBuilderAtEnd(g->b, g->begin[b]);
    gen_new_stretch(g);
    unsigned v = begin_phis(g, b), end = blk->first + blk->count - 1;
    begin_iteration(g, b);
    for (; v < end; v++) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b);
        emit_inst(g, v);
        if (LLVMGetInsertBlock(g->b) != here)
            gen_new_stretch(g); /* looked up behind a guard */
    }
    emit_terminator(g, b, g->f->values[end]);
}

void gen_tangent_sweep(struct gen *g)
{
    for (unsigned b = 0; b < g->f->block_count; b++)
        g->begin[b] = b ? gen_block(g) : g->start;
    for (unsigned b = 0; b < g->f->block_count; b++)
        emit_block(g, b);
    for (unsigned b = 0; b < g->f->block_count; b++)
        fill_phis(g, b);
}
