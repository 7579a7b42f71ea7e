/* Where cached values lie on the tape.
 *
 * Arrays are indexed only by the loops a cached value really varies with: a vector element that
 * every row of a matrix reads is kept once per element, not once per row. They are allocated in
 * front of the outermost loop at which every extent is known, so that a nest makes one allocation.
 * Extents behind a guard (`if (n > 0)` in front of a rotated loop) count as zero where the guard
 * fails. */
#include "plan/allocations.h"
#include "base/target.h"
#include "plan/cost.h"
#include "plan/needs.h"

/* ---- does a value vary with a loop? ---- */

static bool varies(struct plan *p, unsigned v, unsigned loop, unsigned depth);

static bool operand_varies(struct plan *p, LLVMValueRef o, unsigned loop, unsigned depth)
{
    unsigned id = func_id(p->f, o);
    return id != NO_ID && varies(p, id, loop, depth);
}

static bool phi_varies(struct plan *p, unsigned v, unsigned loop, unsigned depth)
{
    LLVMValueRef start, step;
    bool subtract;
    unsigned l = func_loop_of(p->f, v);
    if (p->f->block_of[v] == p->f->loops[loop].header || l == NO_ID)
        return true;
    if (p->f->loops[l].counter == v)
        return false;
    return !plan_affine_phi(p, v, &start, &step, &subtract) ||
           operand_varies(p, start, loop, depth) || operand_varies(p, step, loop, depth);
}

static bool varies(struct plan *p, unsigned v, unsigned loop, unsigned depth)
{
    struct func *f = p->f;
    if (v < f->arg_count || !func_loop_contains(f, loop, func_loop_of(f, v)))
        return false;
    LLVMValueRef inst = f->values[v];
    if (depth > 12)
        return true;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI: return phi_varies(p, v, loop, depth + 1);
    case LLVMLoad:
        if (!memory_stable_in(p->m, v, loop))
            return true;
        break;
    case LLVMCall:
        if (f->calls[v].cls != CALL_RULE || ezb_inst_reads(inst) || ezb_inst_writes(inst))
            return true;
        break;
    case LLVMInvoke:
    case LLVMAlloca:
    case LLVMFreeze:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    default: break;
    }
    for (unsigned k = 0, n = func_operand_count(f, v); k < n; k++)
        if (operand_varies(p, LLVMGetOperand(inst, k), loop, depth + 1))
            return true;
    return false;
}

static bool cached_varies(struct plan *p, unsigned cached, unsigned loop)
{
    if (cached < p->f->value_count)
        return varies(p, cached, loop, 0);
    if (cached < cached_selector(p, 0))
        return varies(p, (cached - p->f->value_count) / p->width, loop, 0);
    return true;
}

/* ---- extents ---- */

static bool available_at(const struct plan *p, LLVMValueRef v, unsigned block)
{
    unsigned id = func_id(p->f, v);
    return id == NO_ID || id < p->f->arg_count || func_dominates(p->f, p->f->block_of[id], block);
}

/* `way` leads to block b only. */
static bool leads_to(const struct func *f, unsigned way, unsigned b)
{
    return f->blocks[way].pred_count == 1 && func_dominates(f, way, b) &&
           ezb_postdom_block(f->cx, f->blocks[b].ref, f->blocks[way].ref);
}

unsigned plan_block_guard(const struct plan *p, unsigned parent, unsigned pre, LLVMValueRef *cond,
                          bool *is_true)
{
    const struct func *f = p->f;
    unsigned latch = f->loops[parent].latch;
    *cond = NULL;
    if (func_dominates(f, pre, latch))
        return pre;
    unsigned g = f->blocks[pre].idom;
    while (f->blocks[g].loop != parent || !func_dominates(f, g, latch)) {
        if (g == f->loops[parent].header)
            return NO_ID;
        g = f->blocks[g].idom;
    }
    LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks[g].ref);
    if (LLVMGetInstructionOpcode(term) != LLVMBr || !LLVMIsConditional(term))
        return NO_ID;
    for (unsigned s = 0; s < 2; s++) {
        if (!leads_to(f, func_block_id(f, LLVMGetSuccessor(term, s)), pre))
            continue;
        *cond = LLVMGetCondition(term);
        *is_true = s == 0;
        return g;
    }
    return NO_ID;
}

unsigned plan_entry_guard(const struct plan *p, unsigned l, LLVMValueRef *cond, bool *is_true)
{
    const struct func_loop *loop = &p->f->loops[l];
    return plan_block_guard(p, loop->parent, loop->preheader, cond, is_true);
}

/* The condition asks whether pointers lead to memory that is apart, and perhaps more. */
static bool chooses_version(const struct func *f, LLVMValueRef cond)
{
    unsigned v = func_id(f, cond);
    if (v == NO_ID || v < f->arg_count)
        return false;
    return (f->calls[v].cls == CALL_DISJOINT && !rule_compares_record(cond)) ||
           (LLVMIsABinaryOperator(cond) && LLVMGetInstructionOpcode(cond) == LLVMAnd &&
            (chooses_version(f, LLVMGetOperand(cond, 0)) ||
             chooses_version(f, LLVMGetOperand(cond, 1))));
}

/* The block that chooses between l and the other version, and the way to l; NO_ID if there are
 * none. */
static unsigned choosing_block(const struct plan *p, unsigned l, unsigned *way)
{
    const struct func *f = p->f;
    unsigned pre = f->loops[l].preheader, g = f->blocks[pre].idom;
    while (g != NO_ID && f->blocks[g].succ_count == 1)
        g = f->blocks[g].idom;
    LLVMValueRef term = g == NO_ID ? NULL : LLVMGetBasicBlockTerminator(f->blocks[g].ref);
    if (!term || !LLVMIsABranchInst(term) || !LLVMIsConditional(term) ||
        !chooses_version(f, LLVMGetCondition(term)))
        return NO_ID;
    for (*way = 0; *way < 2; ++*way)
        if (leads_to(f, func_block_id(f, LLVMGetSuccessor(term, *way)), pre))
            return g;
    return NO_ID;
}

unsigned plan_versions_front(const struct plan *p, unsigned l)
{
    unsigned way, g = choosing_block(p, l, &way);
    return g == NO_ID ? p->f->loops[l].preheader : g;
}

bool plan_is_of_version(const struct plan *p, unsigned l, unsigned inner, bool apart)
{
    for (unsigned way, k = inner; k != l && k != NO_ID; k = p->f->loops[k].parent)
        if (choosing_block(p, k, &way) != NO_ID && (way == 0) != apart)
            return false;
    return true;
}

/* In front of the loop the extents are what they say, whether or not the guards hold later. */
static bool extents_are_counts(const struct plan *p, const struct plan_allocation *g, unsigned loop)
{
    const struct func *f = p->f;
    for (unsigned i = 0; i < g->dim_count; i++) {
        EzbScev trips = ezb_scev_of(f->cx, f->fn, f->loops[g->dims[i]].trips);
        if (!trips || !ezb_scev_is_count_in(f->cx, trips, f->loops[loop].handle))
            return false;
    }
    return true;
}

/* Tries to allocate in front of `parent` what was to be allocated in front of its child g->top. The
 * same for all iterations of the parent, it is there though some of them may not need it. */
static bool hoist(struct plan *p, struct plan_allocation *g, unsigned parent, bool parent_is_dim)
{
    const struct func *f = p->f;
    unsigned pre = f->loops[parent].preheader;
    LLVMValueRef cond = NULL;
    bool is_true = true;
    bool guarded = g->dim_count && plan_entry_guard(p, g->top, &cond, &is_true) != NO_ID &&
                   (!cond || available_at(p, cond, pre));
    if (g->dim_count && !guarded && parent_is_dim)
        return false;
    g->unguarded |= g->dim_count && !guarded;
    if (g->unguarded && !extents_are_counts(p, g, parent))
        return false;
    for (unsigned i = 0; i < g->dim_count; i++)
        if (!available_at(p, f->loops[g->dims[i]].trips, pre) ||
            (g->guards[i] && !available_at(p, g->guards[i], pre)))
            return false;
    if (guarded && cond) {
        /* One guard is kept for the outermost extent; it makes the product zero. */
        if (g->guards[0] && (g->guards[0] != cond || g->guard_is_true[0] != is_true))
            return false;
        g->guards[0] = cond;
        g->guard_is_true[0] = is_true;
    }
    if (parent_is_dim && (!plan_has_extent(p, parent) || g->dim_count == ALLOCATION_DIMS))
        return false;
    g->top = parent;
    if (!parent_is_dim)
        return true;
    for (unsigned i = g->dim_count++; i > 0; i--) {
        g->dims[i] = g->dims[i - 1];
        g->guards[i] = g->guards[i - 1];
        g->guard_is_true[i] = g->guard_is_true[i - 1];
    }
    g->dims[0] = parent, g->guards[0] = NULL;
    return true;
}

static bool same_shape(const struct plan_allocation *a, const struct plan_allocation *b)
{
    if (a->kind != b->kind || a->top != b->top || a->dim_count != b->dim_count ||
        a->content != b->content)
        return false;
    for (unsigned i = 0; i < a->dim_count; i++)
        if (a->dims[i] != b->dims[i])
            return false;
    return true;
}

/* Floating-point values of one type; what has a pointer by itself; all others. */
static const void *content_of(const struct plan *p, unsigned cached)
{
    LLVMTypeRef t = plan_cached_type(p, cached);
    bool fp = false, ptr = cached < p->f->value_count && plan_is_copy(p, cached);
    activity_type_has(t, &fp, &ptr);
    return ptr ? (const void *)&p->allocation[cached] : fp ? (const void *)t : (const void *)p;
}

/* The allocation for a cached value of loop l that varies with the loops in `with` (per loop on the
 * way out). */
static struct plan_allocation shape_of(struct plan *p, unsigned cached, unsigned l)
{
    const struct func *f = p->f;
    struct plan_allocation g = {.kind = ALLOCATION_LINKED, .loop = l, .top = l};
    bool inner = plan_reruns(p, l) || cached_varies(p, cached, l);
    if (inner && !plan_has_extent(p, l))
        return g;
    g.kind = ALLOCATION_ARRAYS;
    g.content = p->nested ? content_of(p, cached) : NULL;
    if (inner)
        g.dims[g.dim_count++] = l;
    for (unsigned parent = f->loops[l].parent; parent != NO_ID && plan_stores(p, parent);
         parent = f->loops[parent].parent) {
        struct plan_allocation tried = g;
        if (!hoist(p, &tried, parent, cached_varies(p, cached, parent)))
            break;
        g = tried;
    }
    return g;
}

uint64_t plan_elements_of(struct plan *p, unsigned cached)
{
    unsigned region = plan_cached_region(p, cached);
    if (region == NO_ID)
        return 1;
    struct plan_allocation g = shape_of(p, cached, region);
    return plan_elements(p, &g);
}

static unsigned allocation_of(struct plan *p, unsigned cached, unsigned l)
{
    struct plan_allocation wanted = shape_of(p, cached, l);
    unsigned first = l * ALLOCATIONS_PER_LOOP;
    for (unsigned k = 0; k < ALLOCATIONS_PER_LOOP; k++) {
        struct plan_allocation *g = &p->allocations[first + k];
        if (g->used && same_shape(g, &wanted))
            return first + k;
        if (g->used)
            continue;
        if (k == ALLOCATIONS_PER_LOOP - 1) /* the last one takes all the rest: nothing shared,
                                         allocated in front of the loop */
            wanted = (struct plan_allocation){.kind = plan_has_extent(p, l) ? ALLOCATION_ARRAYS
                                                                            : ALLOCATION_LINKED,
                                              .loop = l,
                                              .top = l,
                                              .dims = {l},
                                              .dim_count = plan_has_extent(p, l) ? 1 : 0};
        *g = wanted;
        g->used = true;
        return first + k;
    }
    return first + ALLOCATIONS_PER_LOOP - 1;
}

static void need_allocation(struct plan *p, unsigned allocation)
{
    struct plan_allocation *g = &p->allocations[allocation];
    if (g->kind == ALLOCATION_FRAME)
        return;
    for (unsigned i = 0; i < g->dim_count; i++) {
        if (p->f->loops[g->dims[i]].trips)
            plan_need_operand(p, p->f->loops[g->dims[i]].trips);
        plan_need(p, cached_value(p->f->loops[g->dims[i]].counter));
        if (g->guards[i])
            plan_need_operand(p, g->guards[i]);
    }
    plan_need(p, cached_base(p, allocation));
}

/* Fields stand close together. On devices an access that is not aligned is one of each byte;
 * frames may be memory of the program's that has any alignment. */
static unsigned alignment_of(const struct plan *p, const struct plan_allocation *g, LLVMTypeRef t)
{
    LLVMModuleRef m = p->f->module;
    if (!target_is_device(m) || g->kind == ALLOCATION_FRAME)
        return 1;
    unsigned natural = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(m), t),
             most = target_pointer_bytes(m); /* one stands in front of linked fields */
    return natural < most ? natural : most;
}

void plan_add_field(struct plan *p, unsigned cached)
{
    unsigned region = plan_cached_region(p, cached);
    bool start = cached >= cached_start(p, 0, 0);
    p->allocation[cached] = NO_ID;
    if (plan_on_stack(p, region) && !start)
        return;
    unsigned allocation = region == NO_ID ? p->f->loop_count * ALLOCATIONS_PER_LOOP
                                          : allocation_of(p, cached, region);
    LLVMTypeRef t = plan_cached_type(p, cached);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(p->f->module), t);
    struct plan_allocation *g = &p->allocations[allocation];
    unsigned alignment = alignment_of(p, g, t);
    uint64_t offset = (g->bytes + alignment - 1) / alignment * alignment;
    bool fresh = !g->fields.count;
    p->allocation[cached] = allocation;
    p->field[cached] = g->fields.count;
    VEC_PUSH(p->f->arena, &g->fields, ((struct plan_field){cached, t, size, offset, alignment}));
    g->bytes = offset + size;
    if (fresh)
        need_allocation(p, allocation);
}
