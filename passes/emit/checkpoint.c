/* Loops with checkpoints: the tape holds one segment of iterations at a time.
 *
 * A copy of such a loop is a loop over segments around the loop over the iterations of one:
 *
 *     segment:  take a snapshot if the runtime says so; give back what the last segment allocated
 *     body:     the primal's loop, recording, to the end of the segment
 *     boundary: keep the state; go to `segment` unless this was the last one asked for
 *
 * The forward sweep has one copy, which goes through all segments; what is on the tape in the end
 * is the last one. When the reverse sweep comes to the start of a segment, it restores a snapshot
 * in front of the segment before, and its own copy runs from there to the end of that segment,
 * which is reversed next. Which snapshots there are is decided in runtime/checkpoints.c.
 *
 * State goes from one segment to the next through variables, which scalar replacement turns into
 * phis. If there is one segment all of this happens once. */
#include "base/options.h"
#include "base/target.h"
#include "emit/derivative.h"
#include "plan/allocations.h"

/* struct enz_rt_checkpoints: two sizes, the length first. */
enum { SIZE_BYTES = 8, FROM_AT = SIZE_BYTES };

static LLVMValueRef load_i64(struct gen *g, LLVMValueRef slot)
{
    return LLVMBuildLoad2(g->b, gen_i64(g), slot, "");
}

/* ---- variables ---- */

struct gen_segments *gen_segments_of(struct gen *g, unsigned l)
{
    if (g->segments[l])
        return g->segments[l];
    const struct func_block *header = &g->f->blocks[g->f->loops[l].header];
    struct gen_segments *s = ARENA_NEW(g->arena, struct gen_segments);
    for (unsigned v = header->first; LLVMIsAPHINode(g->f->values[v]); v++)
        s->phis++;
    unsigned slots = s->phis * (1 + g->width);
    s->state = ARENA_ARRAY(g->arena, LLVMValueRef, slots);
    s->entered = ARENA_ARRAY(g->arena, LLVMValueRef, slots);
    s->checkpoints = gen_stack_slot(g, gen_ptr_type(g), true); /* NULL: the loop has not run */
    s->length = gen_stack_slot(g, gen_i64(g), false);
    s->start = gen_stack_slot(g, gen_i64(g), false);
    s->goal = gen_stack_slot(g, gen_i64(g), false);
    g->mark[l] = gen_tape_mark_slot(g);
    return g->segments[l] = s;
}

uint64_t gen_checkpoint_every(const struct emission *e)
{
    return e->options->checkpoint == CHECKPOINT_EVERY ? e->options->segment : 0;
}

bool gen_has_segments(const struct gen *g, unsigned l)
{
    return l != NO_ID && g->plan && g->plan->schedule[l] == SCHEDULE_CHECKPOINT;
}

LLVMValueRef gen_segment_length(struct gen *g, unsigned l)
{
    return load_i64(g, gen_segments_of(g, l)->length);
}

LLVMValueRef gen_segment_start(struct gen *g, unsigned l)
{
    return load_i64(g, gen_segments_of(g, l)->start);
}

/* ---- the values of header phis ---- */

/* k = 0: phi number i of the header; k = 1 + direction: its shadow. */
static LLVMValueRef *state_of(const struct gen *g, LLVMValueRef *all, unsigned i, unsigned k)
{
    return &all[i * (1 + g->width) + k];
}

static unsigned first_phi(const struct gen *g, unsigned l)
{
    return g->f->blocks[g->f->loops[l].header].first;
}

/* How many of k the phi has. */
static unsigned parts(const struct gen *g, unsigned v)
{
    return activity_has_shadow(g->a->state[v]) ? 1 + g->width : 1;
}

static LLVMValueRef state_slot(struct gen *g, unsigned l, unsigned i, unsigned k)
{
    LLVMValueRef *slot = state_of(g, gen_segments_of(g, l)->state, i, k);
    if (!*slot)
        *slot = gen_stack_slot(g, LLVMTypeOf(g->f->values[first_phi(g, l) + i]), false);
    return *slot;
}

static LLVMValueRef incoming(const struct gen *g, unsigned v, unsigned block)
{
    LLVMValueRef phi = g->f->values[v];
    unsigned k = func_block_id(g->f, LLVMGetIncomingBlock(phi, 0)) == block ? 0 : 1;
    return LLVMGetIncomingValue(phi, k);
}

/* What comes from `block`, the preheader or the latch. */
static void set_state(struct gen *g, unsigned l, unsigned block)
{
    for (unsigned i = 0; i < gen_segments_of(g, l)->phis; i++) {
        unsigned v = first_phi(g, l) + i;
        LLVMValueRef in = incoming(g, v, block);
        for (unsigned k = 0; k < parts(g, v); k++)
            LLVMBuildStore(g->b, k ? gen_shadow(g, in, k - 1) : gen_primal(g, in),
                           state_slot(g, l, i, k));
    }
}

/* The values that the header's phis have when the segment is entered. */
static void get_state(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    for (unsigned i = 0; i < s->phis; i++) {
        unsigned v = first_phi(g, l) + i;
        for (unsigned k = 0; k < parts(g, v); k++)
            *state_of(g, s->entered, i, k) =
                LLVMBuildLoad2(g->b, LLVMTypeOf(g->f->values[v]), state_slot(g, l, i, k), "");
    }
}

void gen_fill_segment_phi(struct gen *g, unsigned v)
{
    unsigned l = func_loop_of(g->f, v), i = v - first_phi(g, l);
    struct gen_segments *s = gen_segments_of(g, l);
    LLVMValueRef next = incoming(g, v, g->f->loops[l].latch);
    LLVMBasicBlockRef from[2] = {s->entry, s->back};
    for (unsigned k = 0; k < parts(g, v); k++) {
        LLVMValueRef values[2] = {*state_of(g, s->entered, i, k),
                                  k ? gen_shadow(g, next, k - 1) : gen_primal(g, next)};
        LLVMAddIncoming(k ? g->shadow[v * g->width + k - 1] : g->primal[v], values, from, 2);
    }
}

/* ---- snapshots ---- */

static uint64_t size_of(const struct gen *g, unsigned v)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(g->f->values[v]));
}

/* Bytes of the phis in a snapshot. */
static uint64_t phi_bytes(const struct gen *g, unsigned l)
{
    const struct plan_replay *r = g->plan->replay[l];
    uint64_t bytes = 0;
    for (unsigned i = 0; i < r->start.count; i++)
        bytes += parts(g, r->start.items[i]) * size_of(g, r->start.items[i]);
    return bytes;
}

static unsigned region_count(const struct gen *g, unsigned l)
{
    return g->plan->replay[l]->snapshots.count + g->plan->replay[l]->regions.count;
}

/* The i1 of a guard that does not fail. */
static LLVMValueRef holds(struct gen *g, const struct plan_guard *guard, gen_read *read)
{
    LLVMValueRef cond = read(g, guard->cond);
    return guard->is_true ? cond : LLVMBuildNot(g->b, cond, "");
}

/* From the lowest to the highest address that iterations access. */
struct region gen_region_of(struct gen *g, const struct plan_region *r, gen_read *read)
{
    const struct func_extent *e = r->extent;
    LLVMTypeRef i8 = LLVMInt8TypeInContext(g->context);
    LLVMValueRef zero = gen_const_i64(g, 0), low = zero,
                 high = r->bytes ? gen_const_i64(g, r->bytes) : read(g, e->bytes),
                 first = read(g, e->first);
    if (r->base)
        first = LLVMBuildGEP2(g->b, i8, read(g, r->base), &first, 1, "");
    for (unsigned k = 0; k < e->count; k++) {
        LLVMValueRef trips = read(g, g->f->loops[r->loops[k]].trips),
                     last = LLVMBuildMul(g->b, read(g, e->steps[k].by),
                                         LLVMBuildSub(g->b, trips, gen_const_i64(g, 1), ""), ""),
                     down = LLVMBuildICmp(g->b, LLVMIntSLT, last, zero, "");
        low = LLVMBuildAdd(g->b, low, LLVMBuildSelect(g->b, down, last, zero, ""), "");
        high = LLVMBuildAdd(g->b, high, LLVMBuildSelect(g->b, down, zero, last, ""), "");
    }
    LLVMValueRef bytes = LLVMBuildSub(g->b, high, low, ""),
                 needed = gen_is_read_elsewhere(g, r->unread, r->readers);
    if (needed)
        bytes = LLVMBuildSelect(g->b, needed, bytes, zero, "");
    for (unsigned k = 0; k < r->guard_count; k++)
        bytes = LLVMBuildSelect(g->b, holds(g, &r->guards[k], read), bytes, zero, "");
    low = LLVMBuildAdd(g->b, low, gen_const_i64(g, (uint64_t)r->offset), "");
    return (struct region){LLVMBuildGEP2(g->b, i8, first, &low, 1, ""), bytes};
}

static struct region *regions(struct gen *g, unsigned l, gen_read *read)
{
    const struct plan_replay *r = g->plan->replay[l];
    struct region *found = ARENA_ARRAY(g->arena, struct region, region_count(g, l));
    for (unsigned k = 0; k < r->regions.count; k++)
        found[r->snapshots.count + k] = gen_region_of(g, &r->regions.items[k], read);
    for (unsigned k = 0; k < r->snapshots.count; k++) {
        const struct plan_snapshot *s = &r->snapshots.items[k];
        found[k].object = read(g, g->f->values[s->object]);
        found[k].bytes = gen_base_size(g, s, read);
    }
    return found;
}

static LLVMValueRef snapshot_bytes(struct gen *g, unsigned l, const struct region *regions)
{
    LLVMValueRef bytes = gen_const_i64(g, phi_bytes(g, l));
    for (unsigned k = 0; k < region_count(g, l); k++)
        bytes = LLVMBuildAdd(g->b, bytes, regions[k].bytes, "");
    return bytes;
}

/* Copies memory from or to a snapshot. */
static void copy_regions(struct gen *g, unsigned l, const struct region *regions,
                         LLVMValueRef snapshot, bool save)
{
    LLVMValueRef at = gen_offset(g, snapshot, gen_const_i64(g, phi_bytes(g, l)));
    for (unsigned k = 0; k < region_count(g, l); k++) {
        LLVMBuildMemCpy(g->b, save ? at : regions[k].object, 1, save ? regions[k].object : at, 1,
                        regions[k].bytes);
        at = gen_offset(g, at, regions[k].bytes);
    }
}

/* Copies the variables of the state, but the counter's, from or to a snapshot. */
static void copy_phis(struct gen *g, unsigned l, LLVMValueRef snapshot, bool save)
{
    const struct plan_replay *r = g->plan->replay[l];
    uint64_t offset = 0;
    for (unsigned i = 0; i < r->start.count; i++) {
        unsigned v = r->start.items[i];
        LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
        for (unsigned k = 0; k < parts(g, v); k++, offset += size_of(g, v)) {
            LLVMValueRef slot = state_slot(g, l, v - first_phi(g, l), k),
                         at = gen_offset(g, snapshot, gen_const_i64(g, offset));
            if (save)
                gen_store(g, LLVMBuildLoad2(g->b, t, slot, ""), at, TAPE_FIELD_ALIGNMENT,
                          ACCESS_TAPE);
            else
                LLVMBuildStore(g->b, gen_load(g, t, at, TAPE_FIELD_ALIGNMENT, ACCESS_TAPE), slot);
        }
    }
}

/* ---- the runtime ---- */

/* of {checkpoints, step} */
LLVMValueRef gen_ask_checkpoints(struct gen *g, unsigned l, const char *name, LLVMValueRef step)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[2] = {ptr, gen_i64(g)};
    LLVMValueRef args[2] = {LLVMBuildLoad2(g->b, ptr, gen_segments_of(g, l)->checkpoints, ""),
                            step};
    unsigned n = step ? 2 : 1;
    return gen_call(g, gen_declare(g, name, ptr, params, n), args, n);
}

/* Continues in a block that runs only if the pointer is set; *rest: where to go on. */
static void if_set(struct gen *g, LLVMValueRef pointer, LLVMBasicBlockRef *rest)
{
    LLVMBasicBlockRef body = gen_block(g);
    *rest = gen_block(g);
    LLVMBuildCondBr(g->b, LLVMBuildIsNotNull(g->b, pointer, ""), body, *rest);
    LLVMPositionBuilderAtEnd(g->b, body);
}

static void end_if(struct gen *g, LLVMBasicBlockRef rest)
{
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

/* ---- one copy ---- */

/* `segment` above; goes on to the copy of the header. trips: NULL if not known. */
static void begin_segment(struct gen *g, unsigned l, const struct region *regions,
                          LLVMValueRef trips)
{
    LLVMValueRef length;
    struct gen_segments *s = gen_segments_of(g, l);
    LLVMBasicBlockRef rest;
    s->again = gen_block(g);
    LLVMBuildBr(g->b, s->again);
    LLVMPositionBuilderAtEnd(g->b, s->again);
    LLVMValueRef start = load_i64(g, s->start),
                 snapshot = gen_ask_checkpoints(g, l, "enz_rt_checkpoint_take", start);
    if_set(g, snapshot, &rest);
    copy_phis(g, l, snapshot, true);
    copy_regions(g, l, regions, snapshot, true);
    end_if(g, rest);
    gen_tape_release(g, g->mark[l]);
    length = load_i64(g, s->length);
    if (trips) {
        LLVMValueRef left = LLVMBuildSub(g->b, trips, start, ""),
                     few = LLVMBuildICmp(g->b, LLVMIntULT, left, length, "");
        length = LLVMBuildSelect(g->b, few, left, length, "");
    }
    s->end = LLVMBuildAdd(g->b, start, length, "");
    get_state(g, l);
    s->entry = LLVMGetInsertBlock(g->b);
    LLVMBuildBr(g->b, g->begin[g->f->loops[l].header]);
}

/* The primal's own condition decides where the loop ends, as long as nobody knows. The block that
 * leads behind the loop. */
static LLVMBasicBlockRef leave_uncounted(struct gen *g, unsigned l, LLVMBasicBlockRef behind)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b), on = gen_block(g);
    const struct func_block *latch = &g->f->blocks[g->f->loops[l].latch];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(latch->ref),
                 cond = gen_primal(g, LLVMGetCondition(term));
    bool again = func_loop_contains(
        g->f, l, g->f->blocks[func_block_id(g->f, LLVMGetSuccessor(term, 0))].loop);
    LLVMBuildCondBr(g->b, cond, again ? on : behind, again ? behind : on);
    LLVMPositionBuilderAtEnd(g->b, on);
    return here;
}

LLVMBasicBlockRef gen_end_segment(struct gen *g, unsigned l, LLVMBasicBlockRef behind)
{
    struct gen_segments *s = gen_segments_of(g, l);
    unsigned latch = g->f->loops[l].latch;
    bool counted = g->f->loops[l].trips || g->segment_loop == l;
    LLVMBasicBlockRef left = counted ? NULL : leave_uncounted(g, l, behind),
                      boundary = gen_block(g), more = gen_block(g);
    LLVMValueRef next = gen_primal(g, incoming(g, g->f->loops[l].counter, latch));
    s->back = LLVMGetInsertBlock(g->b);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, next, s->end, ""), boundary,
                    g->begin[g->f->loops[l].header]);
    LLVMPositionBuilderAtEnd(g->b, boundary);
    if (counted) {
        LLVMValueRef last = LLVMBuildICmp(g->b, LLVMIntEQ, s->end, load_i64(g, s->goal), "");
        LLVMBuildCondBr(g->b, last, behind, more);
    } else {
        LLVMBuildBr(g->b, more);
    }
    LLVMPositionBuilderAtEnd(g->b, more);
    set_state(g, l, latch);
    LLVMBuildStore(g->b, s->end, s->start);
    LLVMBuildBr(g->b, s->again);
    return counted ? boundary : left;
}

/* ---- the forward sweep ---- */

/* NULL if it is not known in front of l how often loop k in it runs. */
static LLVMValueRef trips_inside(struct gen *g, unsigned l, unsigned k)
{
    const struct func *f = g->f;
    LLVMValueRef trips = f->loops[k].trips;
    unsigned v = func_id(f, trips);
    bool known = trips && k != l && func_loop_contains(f, l, k) &&
                 (v == NO_ID || v < f->arg_count ||
                  func_dominates(f, f->block_of[v], f->loops[l].preheader));
    return known ? gen_primal(g, trips) : NULL;
}

/* Bytes of arrays that an iteration of l allocates for loops in it; NULL if not known. */
static LLVMValueRef bytes_inside(struct gen *g, unsigned l, const struct plan_allocation *a)
{
    LLVMValueRef bytes = gen_const_i64(g, a->bytes);
    for (unsigned i = 0; i < a->dim_count && bytes; i++) {
        LLVMValueRef trips = trips_inside(g, l, a->dims[i]);
        bytes = trips ? LLVMBuildMul(g->b, bytes, trips, "") : NULL;
    }
    return bytes;
}

/* Bytes of the snapshot that `call` takes in loop l: what load v, which it serves, reads in all
 * iterations of the loops between the two. NULL if not known. */
static LLVMValueRef bytes_served(struct gen *g, unsigned l, unsigned v, unsigned call)
{
    LLVMValueRef bytes = gen_const_i64(g, size_of(g, v));
    for (unsigned k = func_loop_of(g->f, v); k != func_loop_of(g->f, call) && bytes;
         k = g->f->loops[k].parent) {
        LLVMValueRef trips = trips_inside(g, l, k);
        bytes = trips ? LLVMBuildMul(g->b, bytes, trips, "") : NULL;
    }
    return bytes;
}

static LLVMValueRef bytes_of_arrays(struct gen *g, unsigned l, const struct plan_allocation *a)
{
    bool outside = a->dims[0] == l;
    return outside
               ? LLVMBuildMul(g->b, gen_allocation_elements(g, a), gen_const_i64(g, a->bytes), "")
               : bytes_inside(g, l, a);
}

/* The load in the most loops of all that the snapshot serves. */
static unsigned innermost_served(const struct gen *g, unsigned call)
{
    const struct func *f = g->f;
    unsigned found = NO_ID, depth = 0;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        unsigned l = func_loop_of(f, v);
        if (l != NO_ID && f->loops[l].depth > depth && plan_read_from_snapshot(g->plan, v) == call)
            found = v, depth = f->loops[l].depth;
    }
    return found;
}

static LLVMValueRef bytes_of_snapshots(struct gen *g, unsigned l, bool apart)
{
    LLVMValueRef bytes = gen_const_i64(g, 0);
    for (unsigned v = g->f->arg_count; v < g->f->value_count; v++) {
        if (g->f->calls[v].cls != CALL_SNAPSHOT ||
            !func_loop_contains(g->f, l, func_loop_of(g->f, v)))
            continue;
        unsigned load = innermost_served(g, v);
        bool counts =
            load != NO_ID && plan_is_of_version(g->plan, l, func_loop_of(g->f, load), apart);
        LLVMValueRef more = counts ? bytes_served(g, l, load, v) : NULL;
        if (more)
            bytes = LLVMBuildAdd(g->b, bytes, more, "");
    }
    return bytes;
}

/* Bytes of one iteration of loop l that are copied before store v overwrites them; NULL if not
 * known. */
static LLVMValueRef bytes_put_back(struct gen *g, unsigned l, unsigned v)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(g->f->values[v], 0));
    LLVMValueRef bytes = gen_const_i64(g, LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), t));
    for (unsigned k = func_loop_of(g->f, v); k != l && bytes; k = g->f->loops[k].parent) {
        if (memory_is_copied_once(g->f, v, k))
            continue;
        LLVMValueRef trips = trips_inside(g, l, k);
        bytes = trips ? LLVMBuildMul(g->b, bytes, trips, "") : NULL;
    }
    return bytes;
}

static LLVMValueRef bytes_of_copies(struct gen *g, unsigned l)
{
    LLVMValueRef bytes = gen_const_i64(g, 0);
    for (unsigned v = g->f->arg_count; v < g->f->value_count; v++) {
        LLVMValueRef more =
            func_loop_contains(g->f, l, func_loop_of(g->f, v)) && plan_is_put_back(g->plan, v)
                ? bytes_put_back(g, l, v)
                : NULL;
        if (more)
            bytes = LLVMBuildAdd(g->b, bytes, more, "");
    }
    return bytes;
}

/* Bytes that an iteration keeps, as far as that is known in front of the loop, where it takes the
 * versions of loops for pointers that are apart, or the others. */
static LLVMValueRef bytes_of_version(struct gen *g, unsigned l, bool apart)
{
    LLVMValueRef bytes =
        LLVMBuildAdd(g->b, bytes_of_snapshots(g, l, apart), bytes_of_copies(g, l), "");
    for (unsigned k = 0; k < g->f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *a = &g->plan->allocations[k];
        LLVMValueRef more = a->used && a->kind == ALLOCATION_ARRAYS && a->dim_count &&
                                    plan_is_of_version(g->plan, l, a->loop, apart)
                                ? bytes_of_arrays(g, l, a)
                                : NULL;
        if (more)
            bytes = LLVMBuildAdd(g->b, bytes, more, "");
    }
    return bytes;
}

static LLVMValueRef larger_of(struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntUGT, a, b, ""), a, b, "");
}

static LLVMValueRef call_begin(struct gen *g, unsigned l, LLVMValueRef state_bytes)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), params[6] = {ptr, i64, i64, i64, i64, i64};
    LLVMValueRef known = g->f->loops[l].trips,
                 trips = known ? gen_primal(g, known) : LLVMConstAllOnes(i64),
                 period = gen_const_i64(g, g->plan->replay[l]->period),
                 few = LLVMBuildICmp(g->b, LLVMIntULT, trips, period, ""),
                 every = gen_const_i64(g, gen_checkpoint_every(g->emission)),
                 length = LLVMBuildSelect(g->b, few, trips, every, ""),
                 likely = bytes_of_version(g, l, true),
                 most = larger_of(g, likely, bytes_of_version(g, l, false)),
                 cheap = g->plan->replay[l]->cheap ? likely : gen_const_i64(g, 0);
    LLVMValueRef args[6] = {g->tape, trips, most, state_bytes, length, cheap};
    return gen_call(g, gen_declare(g, "enz_rt_checkpoint_begin", ptr, params, 6), args, 6);
}

void gen_begin_checkpoints(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    s->regions = regions(g, l, gen_primal);
    LLVMBuildStore(g->b, gen_const_i64(g, 1), s->length); /* sizes are those of one iteration */
    LLVMValueRef c = call_begin(g, l, snapshot_bytes(g, l, s->regions));
    LLVMBuildStore(g->b, c, s->checkpoints);
    LLVMBuildStore(g->b, gen_load(g, gen_i64(g), c, SIZE_BYTES, ACCESS_TAPE), s->length);
}

void gen_enter_checkpoints(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    LLVMValueRef known = g->f->loops[l].trips, trips = known ? gen_primal(g, known) : NULL;
    gen_tape_mark(g, g->mark[l]);
    LLVMBuildStore(g->b, gen_const_i64(g, 0), s->start);
    if (trips)
        LLVMBuildStore(g->b, trips, s->goal);
    set_state(g, l, g->f->loops[l].preheader);
    begin_segment(g, l, s->regions, trips);
}

/* ---- the reverse sweep ---- */

/* The state at the end of the loop, which code behind it has left as it is or changed: the program
 * is to find that when the derivative returns. */
static void copy_end(struct gen *g, unsigned l, bool save)
{
    LLVMBasicBlockRef rest;
    if (!region_count(g, l) || g->plan->restores)
        return;
    LLVMValueRef end = gen_ask_checkpoints(g, l, "enz_rt_checkpoint_end", NULL);
    if_set(g, end, &rest);
    copy_regions(g, l, regions(g, l, gen_reverse_operand), end, save);
    end_if(g, rest);
    gen_new_stretch(g);
}

/* Where memory is put back the runtime keeps the end of all of it (runtime/restore.h). */
static void hold_end(struct gen *g, unsigned l)
{
    LLVMBasicBlockRef rest;
    if (!g->plan->restores)
        return;
    if_set(g, gen_ask_checkpoints(g, l, "enz_rt_checkpoint_end", NULL), &rest);
    const struct region *memory = regions(g, l, gen_reverse_operand);
    for (unsigned k = 0; k < region_count(g, l); k++)
        gen_hold(g, memory[k].object, memory[k].bytes);
    end_if(g, rest);
    gen_new_stretch(g);
}

void gen_reverse_checkpoints(struct gen *g, unsigned l)
{
    gen_new_stretch(g);
    copy_end(g, l, true);
    hold_end(g, l);
    gen_undo(g, l);
    gen_tape_mark(g, g->mark[l]);
}

void gen_leave_checkpoints(struct gen *g, unsigned l)
{
    if (!g->plan->restores)
        gen_redo(g, l);
    copy_end(g, l, false);
}

/* Restores a snapshot; from there the segment in front of the current one is reached. */
static const struct region *restore(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    const struct region *memory = regions(g, l, gen_reverse_operand);
    LLVMValueRef start = load_i64(g, s->start),
                 target = LLVMBuildSub(g->b, start, load_i64(g, s->length), ""),
                 snapshot = gen_ask_checkpoints(g, l, "enz_rt_checkpoint_restore", target),
                 c = LLVMBuildLoad2(g->b, gen_ptr_type(g), s->checkpoints, ""),
                 from = gen_load(g, gen_i64(g), gen_offset(g, c, gen_const_i64(g, FROM_AT)),
                                 SIZE_BYTES, ACCESS_TAPE);
    LLVMBuildStore(g->b, start, s->goal);
    LLVMBuildStore(g->b, from, s->start);
    copy_phis(g, l, snapshot, false);
    LLVMBuildStore(g->b, from, state_slot(g, l, g->f->loops[l].counter - first_phi(g, l), 0));
    copy_regions(g, l, memory, snapshot, false);
    return memory;
}

/* Arrays that were allocated in front of the loop hold the new segment. */
static void find_arrays(struct gen *g, unsigned l)
{
    for (unsigned k = 0; k < g->f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *a = &g->plan->allocations[k];
        if (a->used && a->kind == ALLOCATION_ARRAYS && a->top == l)
            g->array[k] = gen_lookup(g, cached_base(g->plan, k));
    }
}

static void emit_segment(struct gen *g, unsigned l)
{
    unsigned *blocks = ARENA_ARRAY(g->arena, unsigned, g->f->block_count), n = 0;
    gen_new_stretch(g);
    const struct region *memory = restore(g, l);
    struct gen_outside *saved = gen_find_outside(g, l);
    find_arrays(g, l);
    for (unsigned b = 0; b < g->f->block_count; b++)
        if (func_loop_contains(g->f, l, g->f->blocks[b].loop)) {
            g->begin[b] = gen_block(g);
            blocks[n++] = b;
        }
    begin_segment(g, l, memory, NULL); /* no segment that runs again is shorter */
    g->segment_loop = l;
    gen_forward_blocks(g, blocks, n);
    g->segment_loop = NO_ID;
    gen_restore_outside(g, saved);
}

LLVMBasicBlockRef gen_segment_entry(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    if (!s->entry_again) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b);
        s->entry_again = gen_block(g);
        LLVMPositionBuilderAtEnd(g->b, s->entry_again);
        emit_segment(g, l);
        LLVMPositionBuilderAtEnd(g->b, here);
        gen_new_stretch(g);
    }
    return s->entry_again;
}
