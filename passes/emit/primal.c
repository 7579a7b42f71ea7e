/* The forward sweep: a copy of the primal, with shadows beside pointers, recording what the plan
 * keeps.
 *
 * Blocks are copied in reverse post order, so operands exist before their uses; phis are filled at
 * the end. In forward mode the same copy carries tangents. */
#include "base/target.h"
#include "emit/check.h"
#include "emit/kinks.h"
#include "emit/derivative.h"
#include "emit/distant.h"

LLVMValueRef gen_copy_inst(struct gen *g, LLVMValueRef inst)
{
    LLVMValueRef copy = LLVMInstructionClone(inst);
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
        if (!LLVMValueIsBasicBlock(o))
            LLVMSetOperand(copy, (unsigned)k, gen_primal(g, o));
    }
    LLVMSetMetadata(copy, LLVMGetMDKindIDInContext(g->context, "DIAssignID", 10), NULL);
    LLVMInsertIntoBuilder(g->b, copy);
    if (LLVMIsALoadInst(copy) || LLVMIsAStoreInst(copy))
        gen_mark_access_like(g, copy, ACCESS_PRIMAL, inst, 0);
    return copy;
}

void gen_note_value(struct gen *g, unsigned v, LLVMValueRef value)
{
    g->primal[v] = value;
    gen_record(g, cached_value(v), value);
}

/* Operands of an address computation that select or index rather than point. */
static bool is_primal_only_operand(LLVMValueRef inst, unsigned k)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMSelect: return k == 0;
    case LLVMGetElementPtr: return k > 0;
    case LLVMInsertElement: return k == 2;
    case LLVMExtractElement: return k == 1;
    default: return false;
    }
}

LLVMValueRef gen_moved_shadow(struct gen *g, LLVMValueRef from, LLVMValueRef shadow,
                              LLVMValueRef to)
{
    LLVMTypeRef t = LLVMTypeOf(to);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
        return LLVMBuildAdd(g->b, shadow, LLVMBuildSub(g->b, to, from, ""), "");
    LLVMTypeRef i64 = gen_i64(g);
    LLVMValueRef distance = LLVMBuildSub(g->b, LLVMBuildPtrToInt(g->b, to, i64, ""),
                                         LLVMBuildPtrToInt(g->b, from, i64, ""), "");
    return gen_offset(g, shadow, distance);
}

/* Number of the only operand of an and or an or that has a shadow, of an address that is rounded or
 * marked; 2 if there is none. */
static unsigned masked_operand(struct gen *g, LLVMValueRef inst)
{
    bool logic = LLVMIsABinaryOperator(inst) && (LLVMGetInstructionOpcode(inst) == LLVMAnd ||
                                                 LLVMGetInstructionOpcode(inst) == LLVMOr);
    if (!logic || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind)
        return 2;
    bool first = gen_has_shadow(g, LLVMGetOperand(inst, 0)),
         second = gen_has_shadow(g, LLVMGetOperand(inst, 1));
    return first == second ? 2 : second;
}

/* Of rounded and marked addresses. Bits by which blocks are aligned are none of an address, and
 * their own shadow. */
static LLVMValueRef masked_shadow(struct gen *g, LLVMValueRef inst, unsigned k, unsigned direction)
{
    LLVMValueRef from = LLVMGetOperand(inst, k), mask = gen_primal(g, LLVMGetOperand(inst, !k)),
                 shadow = gen_shadow(g, from, direction), to = gen_primal(g, inst),
                 moved = gen_moved_shadow(g, gen_primal(g, from), shadow, to);
    if (LLVMGetInstructionOpcode(inst) == LLVMOr)
        return moved;
    LLVMValueRef bits = LLVMConstInt(LLVMTypeOf(to), WORD_ADDRESS_BITS, 0),
                 left = LLVMBuildAnd(g->b, mask, bits, ""),
                 all = LLVMBuildICmp(g->b, LLVMIntEQ, left, bits, ""),
                 none = LLVMBuildIsNull(g->b, left, ""),
                 part = LLVMBuildAnd(g->b, shadow, mask, "");
    return LLVMBuildSelect(g->b, all, moved, LLVMBuildSelect(g->b, none, to, part, ""), "");
}

static LLVMValueRef shadow_copy(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    if (gen_bytes(g, inst)->word)
        return gen_word_shadow(g, inst, direction);
    unsigned address = masked_operand(g, inst);
    if (address < 2)
        return masked_shadow(g, inst, address, direction);
    LLVMValueRef copy = LLVMInstructionClone(inst);
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
        LLVMSetOperand(copy, (unsigned)k,
                       is_primal_only_operand(inst, (unsigned)k) ? gen_primal(g, o)
                                                                 : gen_shadow(g, o, direction));
    }
    LLVMInsertIntoBuilder(g->b, copy);
    if (LLVMIsALoadInst(copy))
        LLVMSetAlignment(copy, gen_alignment(g, LLVMGetAlignment(copy), ACCESS_SHADOW)),
            gen_mark_access_like(g, copy, ACCESS_SHADOW, inst, direction);
    return copy;
}

void gen_note_shadow(struct gen *g, unsigned v, unsigned direction, LLVMValueRef shadow)
{
    g->shadow[v * g->width + direction] = shadow;
    if (g->plan)
        gen_record(g, cached_shadow(g->plan, v, direction), shadow);
}

static LLVMValueRef distant_shadow(struct gen *g, unsigned load, LLVMValueRef loaded,
                                   unsigned direction)
{
    LLVMValueRef inst = g->f->values[load], primal = gen_primal(g, inst);
    return g->a->state[load] & STATE_CONST
               ? gen_distant_or_constant(g, primal, loaded,
                                         gen_shadow(g, LLVMGetOperand(inst, 0), direction))
               : gen_distant_shadow(g, primal, loaded);
}

static void copy_with_shadows(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    gen_note_value(g, v, gen_copy_inst(g, inst));
    const struct plan_bytes *bytes = &g->bytes[v];
    if (!g->primal_only && LLVMIsALoadInst(inst) && bytes->tracked)
        gen_kind_check_load(g, inst);
    if (!g->primal_only && activity_has_shadow(g->a->state[v]) &&
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
        for (unsigned direction = 0; direction < g->width; direction++) {
            LLVMValueRef shadow = shadow_copy(g, inst, direction);
            if (LLVMIsALoadInst(inst) && bytes->tracked)
                shadow = gen_kind_load(g, inst, shadow, direction);
            if (LLVMIsALoadInst(inst) && bytes->followed)
                shadow = gen_kind_followed(g, inst, shadow, direction);
            if (LLVMIsALoadInst(inst))
                shadow =
                    gen_loaded_word(g, inst, gen_kind_constant_pointer(g, v, shadow, direction));
            if (activity_is_distant(g->emission->activity, g->a, v))
                shadow = distant_shadow(g, v, shadow, direction);
            if (LLVMIsALoadInst(inst) || LLVMIsAIntToPtrInst(inst))
                gen_check_lost(g, inst, shadow);
            gen_note_shadow(g, v, direction, shadow);
            if (LLVMIsALoadInst(inst))
                gen_check_global_shadow(g, inst, direction);
        }
}

/* In the primal-only copy of a replayed loop only what an iteration starts from has a shadow. */
static bool needs_shadow_phi(struct gen *g, unsigned v)
{
    return !g->primal_only || g->plan->how[cached_start(g->plan, v, 1)] == HOW_SLOT;
}

static void begin_phi(struct gen *g, unsigned v)
{
    LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
    g->primal[v] = LLVMBuildPhi(g->b, t, "");
    if (activity_has_shadow(g->a->state[v]) && needs_shadow_phi(g, v))
        for (unsigned direction = 0; direction < g->width; direction++)
            g->shadow[v * g->width + direction] = LLVMBuildPhi(g->b, t, "");
    if (g->kind == GEN_FORWARD && (g->a->state[v] & STATE_VARIED))
        for (unsigned direction = 0; direction < g->width; direction++)
            g->tangent[v * g->width + direction] =
                LLVMBuildPhi(g->b, gen_adjoint_type(g, g->f->values[v]), "");
}

static void record_start(struct gen *g, unsigned v)
{
    if (!g->plan)
        return;
    gen_record_always(g, cached_start(g->plan, v, 0), g->primal[v]);
    for (unsigned direction = 0; direction < g->width && g->shadow[v * g->width + direction];
         direction++)
        gen_record_always(g, cached_start(g->plan, v, 1 + direction),
                          g->shadow[v * g->width + direction]);
}

static void record_phi(struct gen *g, unsigned v)
{
    if (g->primal_only) {
        record_start(g, v);
        return;
    }
    gen_record(g, cached_value(v), g->primal[v]);
    if (g->plan && activity_has_shadow(g->a->state[v]))
        for (unsigned direction = 0; direction < g->width; direction++)
            gen_record(g, cached_shadow(g->plan, v, direction),
                       g->shadow[v * g->width + direction]);
}

/* In front of code that ends the program: it is behind the loop of an iteration that is only
 * replayed, where there are no shadows, and nothing that follows uses one. */
static LLVMValueRef shadow_for_phi(struct gen *g, unsigned v, LLVMValueRef in, unsigned direction)
{
    LLVMValueRef shadow = gen_shadow(g, in, direction);
    if (shadow ||
        (g->f->return_block != NO_ID &&
         ezb_potentially_reachable(g->f->cx, g->f->values[v],
                                   LLVMGetLastInstruction(g->f->blocks[g->f->return_block].ref))))
        return shadow;
    return LLVMGetUndef(LLVMTypeOf(in));
}

static void fill_phi(struct gen *g, unsigned v)
{
    LLVMValueRef phi = g->f->values[v];
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMBasicBlockRef from = g->end[func_block_id(g->f, LLVMGetIncomingBlock(phi, i))];
        LLVMValueRef in = LLVMGetIncomingValue(phi, i), value = gen_primal(g, in);
        if (!value)
            value = LLVMGetUndef(LLVMTypeOf(in)); /* of a fused loop: see gen_sunk */
        LLVMAddIncoming(g->primal[v], &value, &from, 1);
        for (unsigned direction = 0; direction < g->width; direction++) {
            LLVMValueRef shadow = g->shadow[v * g->width + direction],
                         tangent = g->tangent ? g->tangent[v * g->width + direction] : NULL;
            if (shadow) {
                value = shadow_for_phi(g, v, in, direction);
                LLVMAddIncoming(shadow, &value, &from, 1);
            }
            if (tangent)
                gen_add_incoming_tangent(g, tangent, in, from, direction);
        }
    }
}

/* Which predecessor the block was entered from, when the reverse sweep asks. */
static LLVMValueRef begin_selector(struct gen *g, unsigned b)
{
    if (!g->plan || g->plan->how[cached_selector(g->plan, b)] != HOW_SLOT)
        return NULL;
    return LLVMBuildPhi(g->b, LLVMInt32TypeInContext(g->context), "");
}

static void fill_selector(struct gen *g, unsigned b, LLVMValueRef phi)
{
    struct func_block *blk = &g->f->blocks[b];
    for (unsigned i = 0; phi && i < blk->pred_count; i++) {
        LLVMValueRef k = LLVMConstInt(LLVMInt32TypeInContext(g->context), i, 0);
        /* One entry per edge: a switch may have several edges from one predecessor. */
        LLVMValueRef term = LLVMGetBasicBlockTerminator(g->f->blocks[blk->preds[i]].ref);
        for (unsigned s = 0, n = LLVMGetNumSuccessors(term); s < n; s++)
            if (LLVMGetSuccessor(term, s) == blk->ref)
                LLVMAddIncoming(phi, &k, &g->end[blk->preds[i]], 1);
    }
}

unsigned gen_linked_allocation(const struct gen *g, unsigned l)
{
    for (unsigned k = 0; k < ALLOCATIONS_PER_LOOP && g->plan; k++) {
        const struct plan_allocation *alloc = &g->plan->allocations[l * ALLOCATIONS_PER_LOOP + k];
        if (alloc->used && alloc->kind == ALLOCATION_LINKED)
            return l * ALLOCATIONS_PER_LOOP + k;
    }
    return NO_ID;
}

/* Inside the primal-only copy of a replayed loop only that loop keeps anything, and it does not
 * once more in the replay. */
static bool keeps(const struct gen *g, unsigned l)
{
    return l != g->replay_loop && (!g->primal_only || g->plan->schedule[l] == SCHEDULE_REPLAY);
}

/* A loop without known trip count links a frame per iteration. The phi carries the previous frame.
 */
static LLVMValueRef begin_link(struct gen *g, unsigned b)
{
    unsigned l = g->f->blocks[b].loop;
    if (l == NO_ID || g->f->loops[l].header != b || !keeps(g, l) ||
        gen_linked_allocation(g, l) == NO_ID)
        return NULL;
    return LLVMBuildPhi(g->b, gen_ptr_type(g), "");
}

static void make_link(struct gen *g, unsigned l, LLVMValueRef previous)
{
    unsigned allocation = gen_linked_allocation(g, l);
    g->array[allocation] =
        gen_tape_alloc(g, gen_const_i64(g, g->plan->allocations[allocation].bytes +
                                               target_pointer_bytes(g->module)));
    gen_store(g, previous, g->array[allocation], target_pointer_bytes(g->module), ACCESS_TAPE);
    gen_record_always(g, cached_base(g->plan, allocation), g->array[allocation]);
}

static void fill_link(struct gen *g, unsigned b, LLVMValueRef phi)
{
    if (!phi)
        return;
    const struct func_loop *l = &g->f->loops[g->f->blocks[b].loop];
    LLVMValueRef values[2] = {LLVMConstNull(gen_ptr_type(g)),
                              g->array[gen_linked_allocation(g, g->f->blocks[b].loop)]};
    LLVMBasicBlockRef blocks[2] = {g->end[l->preheader], g->end[l->latch]};
    LLVMAddIncoming(phi, values, blocks, 2);
}

LLVMValueRef gen_base_size(struct gen *g, const struct plan_snapshot *s,
                           LLVMValueRef (*read)(struct gen *, LLVMValueRef))
{
    LLVMValueRef bytes = gen_const_i64(g, s->size[0] ? 1 : s->constant_size);
    for (unsigned k = 0; k < 2; k++)
        if (s->size[k])
            bytes = LLVMBuildMul(
                g->b, bytes, LLVMBuildIntCast2(g->b, read(g, s->size[k]), gen_i64(g), 0, ""), "");
    return bytes;
}

static void take_snapshots(struct gen *g, unsigned l)
{
    const struct plan_replay *r = g->plan->replay[l];
    for (unsigned k = 0; k < r->snapshots.count; k++) {
        const struct plan_snapshot *s = &r->snapshots.items[k];
        LLVMValueRef bytes = gen_base_size(g, s, gen_primal), copy = gen_tape_alloc(g, bytes);
        LLVMBuildMemCpy(g->b, copy, gen_tape_alignment(g), g->primal[s->object], 1, bytes);
        gen_record_always(g, cached_snapshot(g->plan, l, k), copy);
    }
}

static void begin_iteration(struct gen *g, unsigned b, LLVMValueRef link)
{
    unsigned l = g->f->blocks[b].loop;
    if (l == NO_ID || g->f->loops[l].header != b || !g->plan || !keeps(g, l))
        return;
    if (link)
        make_link(g, l, link);
    if (!g->f->loops[l].trips && g->plan->how[cached_trips(g->plan, l)] == HOW_SLOT)
        gen_record_always(
            g, cached_trips(g->plan, l),
            LLVMBuildAdd(g->b, g->primal[g->f->loops[l].counter], gen_const_i64(g, 1), ""));
    if (g->primal_only)
        take_snapshots(g, l);
}

/* Before entering a loop: the arrays that are indexed from there on. */
static void allocate_arrays(struct gen *g, unsigned preheader)
{
    for (unsigned k = 0; k < g->f->loop_count * ALLOCATIONS_PER_LOOP && g->plan; k++) {
        const struct plan_allocation *alloc = &g->plan->allocations[k];
        if (!alloc->used || alloc->kind != ALLOCATION_ARRAYS ||
            g->f->loops[alloc->top].preheader != preheader || !alloc->fields.count ||
            g->primal_only)
            continue;
        LLVMValueRef bytes = LLVMBuildMul(g->b, gen_allocation_elements(g, alloc),
                                          gen_const_i64(g, alloc->bytes), "");
        g->array[k] = gen_tape_alloc(g, bytes);
        gen_record(g, cached_base(g->plan, k), g->array[k]);
    }
}

/* Where block b is entered. An iteration that runs again does not leave its loop on the way to the
 * end of the program. */
static LLVMBasicBlockRef entry_of(struct gen *g, unsigned b)
{
    unsigned again = g->replay_loop != NO_ID ? g->replay_loop : g->segment_loop;
    if (again == NO_ID || func_loop_contains(g->f, again, g->f->blocks[b].loop))
        return g->begin[b];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b), never = gen_block(g);
    LLVMPositionBuilderAtEnd(g->b, never);
    LLVMBuildUnreachable(g->b);
    LLVMPositionBuilderAtEnd(g->b, here);
    return never;
}

/* The loop with checkpoints that block b is the preheader or the latch of, or NO_ID. */
static unsigned segmented(struct gen *g, unsigned b, bool latch)
{
    for (unsigned l = 0; l < g->f->loop_count && g->plan; l++)
        if (gen_has_segments(g, l) &&
            b == (latch ? g->f->loops[l].latch : g->f->loops[l].preheader))
            return l;
    return NO_ID;
}

static void leave_latch(struct gen *g, unsigned l)
{
    unsigned latch = g->f->loops[l].latch, s = 0;
    while (func_loop_contains(g->f, l, g->f->blocks[g->f->blocks[latch].succs[s]].loop))
        s++;
    g->end[latch] = gen_end_segment(g, l,
                                    g->segment_loop == l ? gen_reverse_block(g, latch)
                                                         : g->begin[g->f->blocks[latch].succs[s]]);
}

static void copy_terminator(struct gen *g, unsigned b, LLVMValueRef term)
{
    unsigned entered = segmented(g, b, false), left = segmented(g, b, true);
    gen_keep_overwritten(g, b);
    if (entered != NO_ID)
        gen_begin_checkpoints(g, entered);
    allocate_arrays(g, b);
    g->end[b] = LLVMGetInsertBlock(g->b);
    if (entered != NO_ID) {
        gen_enter_checkpoints(g, entered);
        return;
    }
    if (left != NO_ID) {
        leave_latch(g, left);
        return;
    }
    if (LLVMGetInstructionOpcode(term) == LLVMRet)
        return; /* function.c goes on here */
    if (g->replay_loop != NO_ID && g->f->loops[g->replay_loop].latch == b) {
        LLVMBuildBr(g->b, gen_reverse_block(g, b));
        return;
    }
    LLVMValueRef copy = gen_copy_inst(g, term);
    for (unsigned s = 0, n = LLVMGetNumSuccessors(term); s < n; s++)
        LLVMSetSuccessor(copy, s, entry_of(g, func_block_id(g->f, LLVMGetSuccessor(term, s))));
}

/* Computed by gen_sunk. A phi where a guarded fused loop joins is copied all the same: it has the
 * value for the case that the loop did not run. */
static bool is_sunk(const struct gen *g, unsigned v)
{
    return g->plan && bits_get(&g->plan->sunk, v) &&
           !(LLVMIsAPHINode(g->f->values[v]) && LLVMCountIncoming(g->f->values[v]) > 1);
}

/* A fused loop around b that the forward sweep leaves out, or NO_ID. */
static unsigned left_out(const struct gen *g, unsigned b)
{
    unsigned l = g->plan && g->replay_loop == NO_ID
                     ? plan_replay_scope(g->plan, g->f->blocks[b].loop)
                     : NO_ID;
    return l != NO_ID && g->plan->schedule[l] == SCHEDULE_FUSE ? l : NO_ID;
}

/* Not executed again in the reverse sweep. */
static bool is_skipped(const struct gen *g, unsigned v)
{
    unsigned l = g->replay_loop != NO_ID ? g->replay_loop : g->segment_loop;
    return l != NO_ID && g->plan->schedule[l] != SCHEDULE_FUSE &&
           bits_get(&g->plan->replay[l]->skip, v);
}

static bool emit_inst(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (is_skipped(g, v))
        return true;
    if (is_sunk(g, v))
        return true; /* gen_sunk */
    gen_keep_overwritten_by(g, v);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall:
    case LLVMInvoke: return gen_primal_call(g, v);
    case LLVMStore:
    case LLVMAlloca: return gen_memory_inst(g, v);
    case LLVMLoad:
        if (!g->primal_only)
            gen_check_words(g, inst, LLVMGetOperand(inst, 0));
        break;
    case LLVMIntToPtr:
        if (!g->primal_only)
            gen_check_made(g, inst);
        if (g->bytes[v].of_number)
            gen_check_address(g, inst);
        break;
    default: break;
    }
    copy_with_shadows(g, v);
    return true;
}

/* After an error the rest is still emitted, for further errors: what was refused has some value. */
static bool refused(struct gen *g, unsigned v)
{
    LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind)
        return false;
    if (!g->primal[v])
        g->primal[v] = LLVMGetUndef(t);
    for (unsigned k = v * g->width; k < (v + 1) * g->width; k++)
        if (!g->shadow[k])
            g->shadow[k] = LLVMGetUndef(t);
    return false;
}

static bool emit_block(struct gen *g, unsigned b, LLVMValueRef *selector, LLVMValueRef *link)
{
    const struct func_block *blk = &g->f->blocks[b];
    unsigned v = blk->first, end = blk->first + blk->count - 1;
    bool ok = true;
    bool starts = g->replay_loop != NO_ID &&
                  g->f->loops[g->replay_loop].header == b; /* its phis have values already */
    LLVMPositionBuilderAtEnd(g->b, g->begin[b]);
    for (; v < end && LLVMIsAPHINode(g->f->values[v]); v++)
        if (!starts && !is_sunk(g, v))
            begin_phi(g, v);
    *selector = g->primal_only ? NULL : begin_selector(g, b);
    *link = begin_link(g, b);
    begin_iteration(g, b, *link);
    for (unsigned phi = blk->first; phi < v; phi++)
        if (!is_sunk(g, phi))
            record_phi(g, phi);
    if (*selector)
        gen_record(g, cached_selector(g->plan, b), *selector);
    for (; v < end; v++) {
        if (g->kind == GEN_FORWARD && !g->primal_only)
            gen_check_lost_operands(g, v);
        if (!g->primal_only)
            gen_watch_kink(g, v), gen_check_call(g, v);
        ok &= emit_inst(g, v) || refused(g, v);
        if (g->kind == GEN_FORWARD && (g->a->state[v] & STATE_VARIED))
            gen_tangent(g, v);
        if (g->kind == GEN_FORWARD && !g->primal_only)
            gen_keep_part(g, v);
        if (!g->primal_only)
            gen_look_for_address(g, v), gen_note_word_part(g, v);
    }
    copy_terminator(g, b, g->f->values[end]);
    return ok;
}

static bool is_segment_phi(const struct gen *g, unsigned v)
{
    unsigned l = func_loop_of(g->f, v);
    return gen_has_segments(g, l) && g->f->loops[l].header == g->f->block_of[v];
}

bool gen_forward_blocks(struct gen *g, const unsigned *blocks, unsigned count)
{
    LLVMValueRef *selectors = ARENA_ARRAY(g->arena, LLVMValueRef, count),
                 *links = ARENA_ARRAY(g->arena, LLVMValueRef, count);
    bool ok = true;
    for (unsigned i = 0; i < count; i++) {
        if (left_out(g, blocks[i]) != NO_ID)
            continue;
        g->primal_only = g->plan && g->replay_loop == NO_ID &&
                         plan_replay_scope(g->plan, g->f->blocks[blocks[i]].loop) != NO_ID;
        ok &= emit_block(g, blocks[i], &selectors[i], &links[i]);
    }
    g->primal_only = false;
    for (unsigned i = 0; i < count; i++) {
        if (left_out(g, blocks[i]) != NO_ID)
            continue;
        const struct func_block *blk = &g->f->blocks[blocks[i]];
        bool starts = g->replay_loop != NO_ID && g->f->loops[g->replay_loop].header == blocks[i];
        for (unsigned v = blk->first;
             v < blk->first + blk->count && LLVMIsAPHINode(g->f->values[v]) && !starts; v++)
            if (is_segment_phi(g, v))
                gen_fill_segment_phi(g, v);
            else if (!is_sunk(g, v))
                fill_phi(g, v);
        fill_selector(g, blocks[i], selectors[i]);
        fill_link(g, blocks[i], links[i]);
    }
    return ok;
}

bool gen_forward_sweep(struct gen *g)
{
    unsigned n = g->f->block_count, *all = ARENA_ARRAY(g->arena, unsigned, n);
    for (unsigned b = 0; b < n; b++) {
        if (left_out(g, b) == NO_ID)
            g->begin[b] = b ? gen_block(g) : g->start;
        all[b] = b;
    }
    for (unsigned l = 0; l < g->f->loop_count && g->plan; l++)
        if (g->plan->schedule[l] == SCHEDULE_FUSE) /* from the preheader straight behind the loop */
            g->begin[g->f->loops[l].header] = g->begin[g->plan->replay[l]->exit];
    return gen_forward_blocks(g, all, n);
}

static void gen_copy_sunk(struct gen *g, unsigned v)
{
    g->primal[v] = gen_copy_inst(g, g->f->values[v]);
}

/* The loop's exit phi: its slot has the value of the last iteration; what came from outside the
 * loop is as it was. */
static void sunk_exit_phi(struct gen *g, unsigned v)
{
    LLVMValueRef in = LLVMGetIncomingValue(g->f->values[v], 0);
    g->primal[v] =
        g->state[v] ? LLVMBuildLoad2(g->b, LLVMTypeOf(in), g->state[v], "") : gen_primal(g, in);
}

/* What one of the ways to the phi brings, if it leads from the fused loop l. */
static void take_from_fused(struct gen *g, unsigned v, unsigned way, unsigned l)
{
    LLVMValueRef phi = g->f->values[v];
    if (g->plan->schedule[l] != SCHEDULE_FUSE ||
        func_block_id(g->f, LLVMGetIncomingBlock(phi, way)) != g->plan->replay[l]->exit)
        return;
    LLVMValueRef ran =
        LLVMBuildLoad2(g->b, LLVMInt1TypeInContext(g->context), gen_fuse_ran(g, l), "");
    g->primal[v] =
        LLVMBuildSelect(g->b, ran, gen_primal(g, LLVMGetIncomingValue(phi, way)), g->primal[v], "");
}

/* At most one of the loops has run. */
static void sunk_join(struct gen *g, unsigned v)
{
    for (unsigned l = 0; l < g->f->loop_count; l++)
        for (unsigned way = 0; way < 2; way++)
            take_from_fused(g, v, way, l);
}

/* What depends on the results of fused loops, now that they have run, and the stores that waited,
 * in the primal's order. */
void gen_sunk(struct gen *g)
{
    for (unsigned v = g->f->arg_count; v < g->f->value_count && g->plan; v++) {
        LLVMValueRef inst = g->f->values[v];
        gen_deferred_store(g, v);
        if (!bits_get(&g->plan->sunk, v) || LLVMGetInstructionOpcode(inst) == LLVMRet)
            continue;
        if (!LLVMIsAPHINode(inst))
            gen_copy_sunk(g, v);
        else if (LLVMCountIncoming(inst) == 1)
            sunk_exit_phi(g, v);
        else
            sunk_join(g, v);
    }
}
