/* Cached values: recorded by the forward sweep, read back or recomputed by the reverse sweep.
 *
 * A slot on the stack is an alloca that scalar replacement turns into registers. A slot in a frame
 * is a field on the tape: of the function's frame, of element `counter` of the loop's arrays, or of
 * the loop's current linked frame (its first word links to the previous iteration). */
#include "base/target.h"
#include "emit/derivative.h"
#include "ir/elements.h"

/* The value, shadow or tape of an instruction that runs before every reverse sweep of the same
 * activation needs no slot. */
static bool always_runs(const struct gen *g, unsigned cached)
{
    const struct plan *p = g->plan;
    unsigned v = cached;
    if (cached >= p->f->value_count && cached < cached_selector(p, 0))
        v = (cached - p->f->value_count) / p->width;
    else if (cached >= cached_tape(p, 0) && cached < cached_start(p, 0, 0))
        v = cached - cached_tape(p, 0);
    else if (cached >= p->f->value_count)
        return false;
    unsigned b = p->f->block_of[v];
    return b != NO_ID && p->f->blocks[b].loop == NO_ID && bits_get(&g->always, b);
}

static LLVMValueRef stack_slot(struct gen *g, unsigned cached)
{
    if (!g->slots[cached])
        g->slots[cached] = gen_stack_slot(g, plan_cached_type(g->plan, cached), false);
    return g->slots[cached];
}

/* How the current sweep reads what addresses are made of. */
typedef LLVMValueRef read_operand(struct gen *g, LLVMValueRef v);

static LLVMValueRef extent(struct gen *g, const struct plan_allocation *alloc, unsigned i,
                           read_operand *read)
{
    unsigned loop = alloc->dims[i];
    return gen_has_segments(g, loop) ? gen_segment_length(g, loop)
                                     : read(g, g->f->loops[loop].trips);
}

LLVMValueRef gen_allocation_elements(struct gen *g, const struct plan_allocation *alloc)
{
    LLVMValueRef n = gen_const_i64(g, 1);
    for (unsigned i = 0; i < alloc->dim_count; i++) {
        LLVMValueRef e = extent(g, alloc, i, gen_primal);
        if (alloc->guards[i]) {
            LLVMValueRef cond = gen_primal(g, alloc->guards[i]), zero = gen_const_i64(g, 0);
            e = alloc->guard_is_true[i] ? LLVMBuildSelect(g->b, cond, e, zero, "")
                                        : LLVMBuildSelect(g->b, cond, zero, e, "");
        }
        n = LLVMBuildMul(g->b, n, e, "");
    }
    return n;
}

/* The iteration's place in arrays: of a loop with checkpoints they hold one segment. */
static LLVMValueRef place(struct gen *g, unsigned loop, LLVMValueRef count)
{
    return gen_has_segments(g, loop) ? LLVMBuildNUWSub(g->b, count, gen_segment_start(g, loop), "")
                                     : count;
}

static LLVMValueRef reverse_counter_value(struct gen *g, unsigned loop)
{
    return place(g, loop, LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, loop), ""));
}

static LLVMValueRef forward_counter_value(struct gen *g, unsigned loop)
{
    return place(g, loop, g->primal[g->f->loops[loop].counter]);
}

/* base + offset * elements + index * size, index and elements over the allocation's loops. */
static LLVMValueRef element_address(struct gen *g, const struct plan_allocation *alloc,
                                    const struct plan_field *field, LLVMValueRef base,
                                    read_operand *read,
                                    LLVMValueRef (*count)(struct gen *, unsigned))
{
    if (alloc->kind == ALLOCATION_FRAME)
        return gen_offset(g, base, gen_const_i64(g, field->offset));
    if (alloc->kind == ALLOCATION_LINKED)
        return gen_offset(g, base,
                          gen_const_i64(g, field->offset + target_pointer_bytes(g->module)));
    LLVMValueRef elements = gen_const_i64(g, 1), index = gen_const_i64(g, 0);
    for (unsigned i = 0; i < alloc->dim_count; i++) {
        LLVMValueRef e = extent(g, alloc, i, read);
        elements = LLVMBuildNUWMul(g->b, elements, e, "");
        index = LLVMBuildNUWAdd(g->b, LLVMBuildNUWMul(g->b, index, e, ""), count(g, alloc->dims[i]),
                                "");
    }
    LLVMValueRef column = LLVMBuildNUWMul(g->b, elements, gen_const_i64(g, field->offset), "");
    LLVMValueRef row = LLVMBuildNUWMul(g->b, index, gen_const_i64(g, field->size), "");
    return gen_offset(g, gen_offset(g, base, column), row);
}

static LLVMValueRef forward_address(struct gen *g, unsigned cached)
{
    unsigned allocation = g->plan->allocation[cached];
    if (allocation == NO_ID)
        return stack_slot(g, cached);
    const struct plan_allocation *alloc = &g->plan->allocations[allocation];
    LLVMValueRef base = alloc->kind == ALLOCATION_FRAME ? g->frame : g->array[allocation];
    return element_address(g, alloc, &alloc->fields.items[g->plan->field[cached]], base, gen_primal,
                           forward_counter_value);
}

/* Bytes of a floating-point register are stored wrongly by ptxas (CUDA 13), those of an integer are
 * not: fields without alignment are integers on devices. */
static LLVMTypeRef stored_type(struct gen *g, const struct plan_field *field)
{
    LLVMTypeKind kind = LLVMGetTypeKind(field->type);
    bool number = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
                  kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
    if (!number || field->alignment > 1 || !target_is_device(g->module))
        return field->type;
    return LLVMIntTypeInContext(g->context, 8 * (unsigned)field->size);
}

static const struct plan_field *field_of(const struct gen *g, unsigned cached)
{
    const struct plan_allocation *alloc = &g->plan->allocations[g->plan->allocation[cached]];
    return &alloc->fields.items[g->plan->field[cached]];
}

static void store_field(struct gen *g, unsigned cached, LLVMValueRef value, LLVMValueRef address)
{
    const struct plan_field *field = field_of(g, cached);
    LLVMTypeRef t = stored_type(g, field);
    if (t != field->type)
        value = LLVMBuildBitCast(g->b, value, t, "");
    gen_store(g, value, address, field->alignment, ACCESS_TAPE);
}

static LLVMValueRef load_field(struct gen *g, unsigned cached, LLVMValueRef address)
{
    const struct plan_field *field = field_of(g, cached);
    LLVMTypeRef t = stored_type(g, field);
    LLVMValueRef loaded = gen_load(g, t, address, field->alignment, ACCESS_TAPE);
    return t == field->type ? loaded : LLVMBuildBitCast(g->b, loaded, field->type, "");
}

void gen_record_always(struct gen *g, unsigned cached, LLVMValueRef value)
{
    if (!g->plan || g->plan->how[cached] != HOW_SLOT)
        return;
    if (g->plan->allocation[cached] == NO_ID && always_runs(g, cached)) {
        g->slots[cached] = value;
        return;
    }
    LLVMValueRef address = forward_address(g, cached);
    if (g->plan->allocation[cached] == NO_ID)
        LLVMBuildStore(g->b, value, address);
    else
        store_field(g, cached, value, address);
}

void gen_record(struct gen *g, unsigned cached, LLVMValueRef value)
{
    if (!g->primal_only)
        gen_record_always(g, cached, value);
}

LLVMValueRef gen_reverse_counter(struct gen *g, unsigned loop)
{
    if (!g->counter[loop])
        g->counter[loop] = gen_stack_slot(g, gen_i64(g), false);
    return g->counter[loop];
}

static LLVMValueRef reverse_address(struct gen *g, unsigned cached)
{
    unsigned allocation = g->plan->allocation[cached];
    if (allocation == NO_ID)
        return stack_slot(g, cached);
    const struct plan_allocation *alloc = &g->plan->allocations[allocation];
    LLVMValueRef base = alloc->kind == ALLOCATION_FRAME ? g->frame
                        : alloc->kind == ALLOCATION_LINKED
                            ? LLVMBuildLoad2(g->b, gen_ptr_type(g), g->linked[alloc->loop], "")
                            : gen_lookup(g, cached_base(g->plan, allocation));
    return element_address(g, alloc, &alloc->fields.items[g->plan->field[cached]], base,
                           gen_reverse_operand, reverse_counter_value);
}

/* ---- rows of tapes ---- */

/* Bytes of a row that are fetched ahead: what comes behind them the processor sees by itself. */
enum { ROW_BYTES = 4096, LINE_BYTES = 64 };

/* The address may be outside of the array. */
static LLVMValueRef moved(struct gen *g, LLVMValueRef address, LLVMValueRef bytes)
{
    return LLVMBuildGEP2(g->b, LLVMInt8TypeInContext(g->context), address, &bytes, 1, "");
}

/* Fetches the bytes from address on, which need not be there. */
static void prefetch(struct gen *g, LLVMValueRef address, LLVMValueRef bytes)
{
    static const char name[] = "llvm.prefetch";
    LLVMTypeRef ptr = gen_ptr_type(g), i32 = LLVMInt32TypeInContext(g->context), i64 = gen_i64(g);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(
                     g->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &ptr, 1),
                 limit = gen_const_i64(g, ROW_BYTES);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(g->b), body = gen_block(g), done = gen_block(g);
    bytes =
        LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntULT, bytes, limit, ""), bytes, limit, "");
    LLVMBuildBr(g->b, body);
    LLVMPositionBuilderAtEnd(g->b, body);
    LLVMValueRef offset = LLVMBuildPhi(g->b, i64, ""), zero = gen_const_i64(g, 0),
                 args[] = {moved(g, address, offset), LLVMConstInt(i32, 0, 0),
                           LLVMConstInt(i32, 3, 0), LLVMConstInt(i32, 1, 0)};
    gen_call(g, fn, args, 4);
    LLVMValueRef next = LLVMBuildNUWAdd(g->b, offset, gen_const_i64(g, LINE_BYTES), "");
    LLVMAddIncoming(offset, &zero, &before, 1);
    LLVMAddIncoming(offset, &next, &body, 1);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, next, bytes, ""), body, done);
    LLVMPositionBuilderAtEnd(g->b, done);
}

void gen_prefetch_row(struct gen *g, unsigned l)
{
    LLVMValueRef trips = gen_reverse_operand(g, g->f->loops[l].trips);
    for (unsigned cached = 0; cached < g->plan->cached_count; cached++) {
        unsigned allocation = g->plan->allocation[cached];
        if (g->plan->how[cached] != HOW_SLOT || allocation == NO_ID)
            continue;
        const struct plan_allocation *alloc = &g->plan->allocations[allocation];
        if (alloc->kind != ALLOCATION_ARRAYS || alloc->dim_count < 2 ||
            alloc->dims[alloc->dim_count - 1] != l)
            continue;
        const struct plan_field *field = &alloc->fields.items[g->plan->field[cached]];
        LLVMValueRef bytes = LLVMBuildMul(g->b, trips, gen_const_i64(g, field->size), "");
        prefetch(g, moved(g, reverse_address(g, cached), LLVMBuildNeg(g->b, bytes, "")), bytes);
    }
}

void gen_new_stretch(struct gen *g)
{
    g->epoch++;
}

LLVMValueRef gen_affine_value(struct gen *g, unsigned v, LLVMValueRef count, LLVMValueRef start,
                              LLVMValueRef step, bool subtract)
{
    LLVMValueRef phi = g->f->values[v];
    unsigned loop = func_loop_of(g->f, v);
    if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMPointerTypeKind) {
        unsigned latch =
            func_block_id(g->f, LLVMGetIncomingBlock(phi, 0)) == g->f->loops[loop].latch ? 0 : 1;
        LLVMTypeRef element = LLVMGetGEPSourceElementType(LLVMGetIncomingValue(phi, latch));
        LLVMValueRef wide = LLVMBuildIntCast2(g->b, step, gen_i64(g), 1, "");
        LLVMValueRef index = LLVMBuildMul(g->b, count, wide, "");
        return LLVMBuildGEP2(g->b, element, start, &index, 1, "");
    }
    LLVMValueRef n = LLVMBuildIntCast2(g->b, count, LLVMTypeOf(phi), 0, "");
    LLVMValueRef distance = LLVMBuildMul(g->b, n, step, "");
    return subtract ? LLVMBuildSub(g->b, start, distance, "")
                    : LLVMBuildAdd(g->b, start, distance, "");
}

static LLVMValueRef recompute_phi(struct gen *g, unsigned v, bool shadow, unsigned direction)
{
    unsigned loop = func_loop_of(g->f, v);
    LLVMValueRef start, step;
    bool subtract;
    if (g->f->loops[loop].counter == v)
        return LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, loop), "");
    plan_affine_phi(g->plan, v, &start, &step, &subtract);
    LLVMValueRef from =
        shadow ? gen_reverse_shadow(g, start, direction) : gen_reverse_operand(g, start);
    LLVMValueRef count = gen_lookup(g, cached_value(g->f->loops[loop].counter));
    return gen_affine_value(g, v, count, from, gen_reverse_operand(g, step), subtract);
}

/* The load's value, from the copy of its memory that call `from` has made. */
static LLVMValueRef load_from_snapshot(struct gen *g, unsigned v, unsigned from)
{
    LLVMValueRef inst = g->f->values[v], call = g->f->values[from];
    LLVMTypeRef i64 = gen_i64(g);
    LLVMValueRef block = LLVMBuildIntToPtr(g->b, gen_lookup(g, cached_value(from)), gen_ptr_type(g),
                                           ""),
                 low = gen_reverse_operand(g, LLVMGetOperand(call, 0)),
                 at = gen_reverse_operand(g, LLVMGetOperand(inst, 0)),
                 offset = LLVMBuildSub(g->b, LLVMBuildPtrToInt(g->b, at, i64, ""),
                                       LLVMBuildPtrToInt(g->b, low, i64, ""), "");
    LLVMValueRef load = gen_load(g, LLVMTypeOf(inst), gen_offset(g, block, offset),
                                 LLVMGetAlignment(inst), ACCESS_TAPE);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(inst));
    if (plan_snapshot_alignment(g->plan, from) % size == 0)
        element_mark(load);
    return load;
}

static LLVMValueRef recompute(struct gen *g, unsigned v, bool shadow, unsigned direction)
{
    LLVMValueRef inst = g->f->values[v];
    unsigned from = shadow ? NO_ID : plan_read_from_snapshot(g->plan, v);
    if (LLVMIsAPHINode(inst))
        return recompute_phi(g, v, shadow, direction);
    if (from != NO_ID)
        return load_from_snapshot(g, v, from);
    unsigned n = func_operand_count(g->f, v);
    LLVMValueRef *operands = ARENA_ARRAY(g->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        bool pointer_part = shadow && !(LLVMIsASelectInst(inst) && k == 0) &&
                            !(LLVMIsAGetElementPtrInst(inst) && k > 0);
        operands[k] =
            pointer_part ? gen_reverse_shadow(g, o, direction) : gen_reverse_operand(g, o);
    }
    LLVMValueRef copy = LLVMInstructionClone(inst);
    for (unsigned k = 0; k < n; k++)
        LLVMSetOperand(copy, k, operands[k]);
    LLVMInsertIntoBuilder(g->b, copy);
    if (LLVMIsALoadInst(copy))
        gen_mark_access_like(g, copy, shadow ? ACCESS_SHADOW : ACCESS_PRIMAL, inst, direction);
    return copy;
}

static LLVMValueRef load_held(struct gen *g, unsigned v)
{
    LLVMValueRef store = g->f->values[g->plan->holder[v]];
    LLVMValueRef load = LLVMBuildLoad2(g->b, LLVMTypeOf(g->f->values[v]),
                                       gen_reverse_operand(g, LLVMGetOperand(store, 1)), "");
    LLVMSetAlignment(load, LLVMGetAlignment(store));
    gen_mark_access_like(g, load, ACCESS_PRIMAL, store, 0);
    return load;
}

static LLVMValueRef find(struct gen *g, unsigned cached)
{
    struct func *f = g->f;
    bool shadow = cached >= f->value_count && cached < cached_selector(g->plan, 0);
    unsigned v = shadow ? (cached - f->value_count) / g->width : cached,
             direction = shadow ? (cached - f->value_count) % g->width : 0;
    if ((cached < f->value_count || shadow) && v < f->arg_count)
        return shadow ? g->shadow[v * g->width + direction] : g->primal[v];
    if (g->plan->how[cached] == HOW_RECOMPUTE)
        return recompute(g, v, shadow, direction);
    if (g->plan->how[cached] == HOW_HELD)
        return load_held(g, v);
    if (g->plan->how[cached] == HOW_NONE) {
        diag(g->diags, DIAG_INTERNAL, f->fn, "", "a value the plan does not keep is needed");
        return LLVMGetUndef(plan_cached_type(g->plan, cached));
    }
    LLVMTypeRef t = plan_cached_type(g->plan, cached);
    if (g->plan->allocation[cached] == NO_ID && always_runs(g, cached)) {
        if (!g->slots[cached] && !diag_error_count(g->diags)) /* what was refused left nothing */
            diag(g->diags, DIAG_INTERNAL, f->fn, "",
                 "a value that the forward sweep did not leave is needed");
        return g->slots[cached] ? g->slots[cached] : LLVMGetUndef(t);
    }
    LLVMValueRef address = reverse_address(g, cached);
    if (g->plan->allocation[cached] == NO_ID)
        return LLVMBuildLoad2(g->b, t, address, "");
    return load_field(g, cached, address);
}

/* Table of adjoints and emitters agree on what is read (plan/adjoint.def). */
static void check_read(struct gen *g, unsigned cached)
{
    if (!g->op || g->finding || program_reads(g->op, cached))
        return;
    diag(g->diags, DIAG_INTERNAL, g->f->values[g->op->inst], "",
         "an adjoint reads what the plan does not say");
}

LLVMValueRef gen_lookup(struct gen *g, unsigned cached)
{
    check_read(g, cached);
    if (g->memo_epoch[cached] == g->epoch)
        return g->memo[cached];
    g->finding++;
    LLVMValueRef v = find(g, cached);
    g->finding--;
    g->memo[cached] = v;
    g->memo_epoch[cached] = g->epoch;
    return v;
}

LLVMValueRef gen_reverse_operand(struct gen *g, LLVMValueRef v)
{
    unsigned id = func_id(g->f, v);
    return id == NO_ID ? v : gen_lookup(g, cached_value(id));
}

LLVMValueRef gen_reverse_shadow(struct gen *g, LLVMValueRef v, unsigned direction)
{
    unsigned id = func_id(g->f, v);
    if (id == NO_ID)
        return gen_constant_shadow(g, v, direction);
    return gen_lookup(g, activity_has_shadow(g->a->state[id])
                             ? cached_shadow(g->plan, id, direction)
                             : cached_value(id));
}
