/* See program.h. Made when everything else of the plan is known. */
#include "plan/program.h"
#include "plan/meeting.h"
#include "plan/nest.h"
#include "plan/order.h"
#include "base/target.h"
#include "facts/atomic.h"
#include "ir/text.h"
#include "ir/value_access.h"
#include "plan/rows.h"
#include "plan/shared.h"
#include "plan/sums.h"
#include <stdio.h>
#include <string.h>

enum accumulate program_adds(const struct adjoint_op *op, unsigned v)
{
    for (unsigned i = 0; i < op->add_count; i++)
        if (op->adds[i].value == v)
            return (enum accumulate)op->adds[i].how;
    return ACCUMULATE_KINDS;
}

bool program_reads(const struct adjoint_op *op, unsigned cached)
{
    for (unsigned i = 0; i < op->read_count; i++)
        if (op->reads[i] == cached)
            return true;
    return false;
}

/* ---- one operation ---- */

static bool is_outside(const struct func *f, unsigned l, unsigned v)
{
    return v < f->arg_count || !func_loop_contains(f, l, func_loop_of(f, v));
}

/* Where the order of additions is the program's business, iterations add in it. */
static enum accumulate in_loop(const struct plan *p, unsigned l)
{
    return l == NO_ID || p->in_order ? ACCUMULATE_ADD : ACCUMULATE_ADD_VECTOR;
}

/* How instructions of the block add to the adjoint of v. */
static enum accumulate adds_to_value(const struct plan *p, unsigned block, unsigned v)
{
    unsigned l = p->f->blocks[block].loop;
    if (bits_get(&p->local, v))
        return ACCUMULATE_ASSIGN; /* or the first is, see find_first */
    return in_loop(p, l != NO_ID && is_outside(p->f, l, v) ? l : NO_ID);
}

static bool has_derivative(const struct plan *p, unsigned v, unsigned operand)
{
    return p->row[v] != ADJOINT_RULE || rule_has_partial(p->f->calls[v].rule, operand);
}

static void find_adds(const struct plan *p, struct adjoint_op *op)
{
    const struct func *f = p->f;
    unsigned v = op->inst, n = func_operand_count(f, v);
    op->adds = ARENA_ARRAY(f->arena, struct adjoint_add, n);
    for (unsigned k = 0; k < n; k++) {
        unsigned id = func_id(f, LLVMGetOperand(f->values[v], k));
        if (id == NO_ID || !activity_active(p->a, id) || !has_derivative(p, v, k) ||
            program_adds(op, id) != ACCUMULATE_KINDS)
            continue;
        enum accumulate how =
            op->row == ADJOINT_PHI ? ACCUMULATE_ADD : adds_to_value(p, f->block_of[v], id);
        op->adds[op->add_count++] = (struct adjoint_add){id, (uint8_t)how};
    }
}

/* The operand that points to the memory to the shadow of which it adds. */
static LLVMValueRef added_memory(const struct plan *p, unsigned v)
{
    const struct adjoint_row_info *row = plan_row(p, v);
    bool adds = row->effect == ADJOINT_ADDS || row->effect == ADJOINT_UPDATES;
    int k = adds ? row->pointer : row->source;
    LLVMValueRef pointer = k == NOWHERE ? NULL : LLVMGetOperand(p->f->values[v], (unsigned)k);
    return pointer && activity_has_shadow(activity_state(p->c, p->a, pointer)) ? pointer : NULL;
}

/* Other threads may add to it at the same time. */
static bool is_shared(const struct plan *p, LLVMValueRef pointer)
{
    return p->adds_atomically && !memory_is_own(p->m, pointer) &&
           !(target_is_device(p->f->module) && ezb_space_of(pointer) == EZB_SPACE_THREAD);
}

/* What all lanes of a warp read, a parameter, say, gets one addition from them. */
static bool is_reduced(const struct plan *p, const struct adjoint_op *op, LLVMValueRef pointer)
{
    return op->row == ADJOINT_LOAD && target_is_device(p->f->module) &&
           plan_is_same_in_warp(p->f, pointer);
}

static enum accumulate adds_to_memory(const struct plan *p, const struct adjoint_op *op)
{
    LLVMValueRef pointer = added_memory(p, op->inst);
    if (!pointer)
        return ACCUMULATE_NOTHING;
    if (op->tracked)
        return ACCUMULATE_ADD_TRACKED;
    if (!op->atomic && (!is_shared(p, pointer) || plan_adds_alone(p, op->inst, 0, 0)))
        return in_loop(p, func_loop_of(p->f, op->inst));
    if (plan_sums_has(p, op->inst))
        return ACCUMULATE_ADD_PRIVATE;
    return is_reduced(p, op, pointer) ? ACCUMULATE_ADD_REDUCED : ACCUMULATE_ADD_ATOMIC;
}

static bool is_tracked(const struct plan *p, unsigned v)
{
    const struct adjoint_row_info *row = plan_row(p, v);
    return (row->pointer != NOWHERE && p->bytes[v].tracked) ||
           (row->source != NOWHERE && p->bytes[v].tracked_source);
}

/* The bits of a pointer are loaded as a number that is not needed then. */
static bool may_add_to_pointer(const struct plan *p, unsigned v)
{
    return p->row[v] == ADJOINT_LOAD && p->bytes[v].reused &&
           value_access_is_of_type(p->f->values[v]);
}

/* Threads of a device may store one value to one place at the same time: of one of them it stays,
 * and one of them gets its adjoint. */
static bool is_stored_together(const struct plan *p, unsigned v)
{
    bool store = p->row[v] == ADJOINT_STORE, copy = p->row[v] == ADJOINT_COPY;
    return (store || copy) && target_is_device(p->f->module) &&
           is_shared(p, LLVMGetOperand(p->f->values[v], store ? 1 : 0));
}

/* A rule of the program's own may add to what other threads add to, and not by the runtime. */
static bool is_exclusive(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    if (!p->locks_lines || p->f->calls[v].cls != CALL_CUSTOM)
        return false;
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        if (activity_has_shadow(activity_state(p->c, p->a, o)) && is_shared(p, o))
            return true;
    }
    return false;
}

static bool is_atomic(const struct plan *p, unsigned v)
{
    if (is_stored_together(p, v))
        return true;
    bool access = p->row[v] == ADJOINT_LOAD || p->row[v] == ADJOINT_STORE;
    return access ? atomic_is_access(p->f->values[v]) : plan_row(p, v)->effect == ADJOINT_UPDATES;
}

static const struct lanes *find_lanes(const struct plan *p, unsigned v)
{
    unsigned n = func_operand_count(p->f, v);
    struct lanes *lanes = ARENA_ARRAY(p->f->arena, struct lanes, n);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef x = LLVMGetOperand(p->f->values[v], k);
        unsigned id = func_id(p->f, x);
        if (id != NO_ID && activity_active(p->a, id))
            lanes_from_operand(p->c, p->f, p->f->values[v], k, activity_adjoint_type(p->c, x),
                               &lanes[k]);
    }
    return lanes;
}

static struct adjoint_op make_op(const struct plan *p, unsigned v)
{
    bool vector = LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) == LLVMVectorTypeKind;
    uint8_t effect = plan_row(p, v)->effect;
    struct adjoint_op op = {.inst = v,
                            .row = p->row[v],
                            .atomic = is_atomic(p, v),
                            .part = p->row[v] == ADJOINT_STORE && p->bytes[v].store->parts,
                            .tracked = is_tracked(p, v),
                            .nonzero = may_add_to_pointer(p, v),
                            .looks = plan_sums_looks(p, v),
                            .settles = plan_sums_settles(p, v),
                            .ends_sums = plan_sums_ends(p, v),
                            .excludes = is_exclusive(p, v),
                            .clears = effect == ADJOINT_TAKES || effect == ADJOINT_CLEARS,
                            /* A vector may have lanes that nothing reads: zero adjoints of whatever
                               was computed there. */
                            .strong_zero = vector || bits_get(&p->speculated, v),
                            .reads = p->reads[v].items,
                            .read_count = p->reads[v].count};
    find_adds(p, &op);
    op.memory = (uint8_t)adds_to_memory(p, &op);
    if (op.row == ADJOINT_BITS)
        op.lanes = find_lanes(p, v);
    return op;
}

/* ---- one pass over a block ---- */

/* Of several loops each adds to some shadow memory only. What comes from outside gets its adjoint
 * in the last one, which clears as well. */
static void restrict_to_pass(const struct plan *p, struct adjoint_op *op, unsigned pass, bool last)
{
    unsigned l = func_loop_of(p->f, op->inst);
    if (op->row == ADJOINT_LOAD && p->pass[op->inst] != pass)
        op->memory = ACCUMULATE_NOTHING;
    op->clears &= last;
    for (unsigned i = 0; i < op->add_count && !last; i++)
        if (is_outside(p->f, l, op->adds[i].value))
            op->adds[i].how = ACCUMULATE_NOTHING;
}

/* In strips the first loop does everything but additions that disturb each other. */
static void restrict_to_strip(const struct plan *p, struct adjoint_op *op, unsigned pass)
{
    op->keeps = pass == 0 && op->row == ADJOINT_LOAD && p->pass[op->inst] != 0;
    op->kept = pass > 0 && op->row == ADJOINT_LOAD && p->pass[op->inst] == pass;
    if (op->keeps || (pass > 0 && !op->kept))
        op->memory = ACCUMULATE_NOTHING;
    op->clears &= pass == 0;
    for (unsigned i = 0; i < op->add_count && pass > 0; i++)
        op->adds[i].how = ACCUMULATE_NOTHING;
}

/* Leaves out what comes to nothing in this pass: from the end, operations that neither touch memory
 * nor add to anything that is left. */
static void leave_out(const struct plan *p, struct adjoint_part *part)
{
    struct bits left = bits_new(p->f->arena, p->f->value_count);
    unsigned kept = part->ops.count;
    for (unsigned i = part->ops.count; i-- > 0;) {
        struct adjoint_op *op = &part->ops.items[i];
        bool useful = op->memory != ACCUMULATE_NOTHING || op->clears || op->keeps;
        for (unsigned k = 0; k < op->add_count; k++) {
            if (!bits_get(&left, op->adds[k].value) &&
                p->f->block_of[op->adds[k].value] == p->f->block_of[op->inst])
                op->adds[k].how = ACCUMULATE_NOTHING;
            useful |= op->adds[k].how != ACCUMULATE_NOTHING;
        }
        if (!useful)
            continue;
        bits_set(&left, op->inst);
        part->ops.items[--kept] = *op;
    }
    part->ops.items += kept, part->ops.count -= kept, part->ops.cap -= kept;
}

/* The first contribution that reaches a register is what it holds then, others are added. */
static void find_first(const struct plan *p, struct adjoint_part *part)
{
    struct bits seen = bits_new(p->f->arena, p->f->value_count);
    for (unsigned i = 0; i < part->ops.count; i++)
        for (unsigned k = 0; k < part->ops.items[i].add_count; k++) {
            struct adjoint_add *add = &part->ops.items[i].adds[k];
            if (add->how == ACCUMULATE_ASSIGN && !bits_set(&seen, add->value))
                add->how = ACCUMULATE_ADD;
        }
}

static void make_ops(const struct plan *p, unsigned b, unsigned pass, struct adjoint_part *part)
{
    const struct func_block *block = &p->f->blocks[b];
    unsigned passes = block->loop == NO_ID ? 0 : p->passes[block->loop];
    bool strips = passes && p->strip[block->loop];
    for (unsigned v = block->first + block->count; v-- > block->first;) {
        if (!plan_has_adjoint(p, v))
            continue;
        struct adjoint_op op = make_op(p, v);
        if (p->rests[b].results.count && p->rests[b].store == v)
            op.rest = &p->rests[b].results;
        if (strips)
            restrict_to_strip(p, &op, pass);
        else if (passes > 1)
            restrict_to_pass(p, &op, pass, pass + 1 == passes);
        VEC_PUSH(p->f->arena, &part->ops, op);
    }
    if (passes > 1)
        leave_out(p, part);
    find_first(p, part);
}

/* All loads but the last one add to the sum: the last one of this term. */
static struct adjoint_op *sum_up(struct adjoint_part *term, struct adjoint_op *last)
{
    for (unsigned k = 0; k < term->ops.count; k++) {
        struct adjoint_op *op = &term->ops.items[k];
        if (op->row != ADJOINT_LOAD || op->memory == ACCUMULATE_NOTHING)
            continue;
        if (last)
            last->memory = ACCUMULATE_GATHER;
        last = op;
    }
    return last;
}

static void make_terms(const struct plan *p, unsigned b, const struct plan_gather *g,
                       struct adjoint_part *part)
{
    struct adjoint_op *last = NULL;
    part->term_count = g->count;
    part->terms = ARENA_ARRAY(p->f->arena, struct adjoint_part, g->count);
    for (unsigned i = 0; i < g->count; i++) {
        struct adjoint_part *term = &part->terms[i];
        make_ops(p, b, g->first + i, term);
        term->low = g->low[i], term->high = g->high[i];
        for (unsigned k = 0; k < term->ops.count; k++) {
            struct adjoint_op *op = &term->ops.items[k];
            if (op->row == ADJOINT_LOAD &&
                (op->memory == ACCUMULATE_ADD_ATOMIC || op->memory == ACCUMULATE_ADD_PRIVATE) &&
                plan_adds_alone(p, op->inst, term->low, term->high))
                op->memory = (uint8_t)in_loop(p, func_loop_of(p->f, op->inst));
        }
        last = sum_up(term, last);
    }
}

static void make_part(const struct plan *p, unsigned b, unsigned pass, struct adjoint_part *part)
{
    unsigned l = p->f->blocks[b].loop;
    const struct plan_gather *g = l == NO_ID ? NULL : plan_gather_of(p, l, pass);
    if (g && pass == g->first + g->count) {
        make_terms(p, b, g, part);
        return;
    }
    make_ops(p, b, pass, part);
    if (g) {
        part->ends = true;
        part->low = g->low[pass - g->first], part->high = g->high[pass - g->first];
    }
}

/* ---- nests ---- */

static bool contains(const unsigned *items, unsigned count, unsigned v)
{
    while (count && items[count - 1] != v)
        count--;
    return count > 0;
}

/* Each load adds in one pass, also those of loops outside, and everything else in the last one. */
static void restrict_to_nest(const struct plan *p, const struct plan_nest *n, struct adjoint_op *op,
                             unsigned pass)
{
    bool steady = contains(n->steady.items, n->steady.count, op->inst);
    if (op->row == ADJOINT_LOAD && (steady || plan_nest_pass(n, op->inst) != pass))
        op->memory = ACCUMULATE_NOTHING;
    op->clears &= !steady;
    for (unsigned i = 0; i < op->add_count; i++) {
        unsigned v = op->adds[i].value, in = NO_ID;
        if (contains(n->moved.items, n->moved.count, v))
            in = plan_nest_pass(n, v);
        else if (is_outside(p->f, n->loops[n->depth - 1], v))
            in = n->passes - 1;
        if (in != NO_ID && in != pass)
            op->adds[i].how = ACCUMULATE_NOTHING;
    }
}

static void add_nest_op(const struct plan *p, const struct plan_nest *n, unsigned v, unsigned pass,
                        struct adjoint_part *part)
{
    if (!plan_has_adjoint(p, v) || p->row[v] == ADJOINT_PHI)
        return;
    struct adjoint_op op = make_op(p, v);
    restrict_to_nest(p, n, &op, pass);
    VEC_PUSH(p->f->arena, &part->ops, op);
}

static void make_nest(const struct plan *p, const struct plan_nest *n, struct adjoint_block *block)
{
    const struct func_block *body = &p->f->blocks[p->f->loops[n->loops[n->depth - 1]].header];
    block->count = n->passes;
    block->parts = ARENA_ARRAY(p->f->arena, struct adjoint_part, n->passes);
    for (unsigned pass = 0; pass < n->passes; pass++) {
        struct adjoint_part *part = &block->parts[pass];
        for (unsigned v = body->first + body->count; v-- > body->first;)
            add_nest_op(p, n, v, pass, part);
        for (unsigned i = 0; i < n->moved.count; i++)
            add_nest_op(p, n, n->moved.items[i], pass, part);
        leave_out(p, part);
        find_first(p, part);
    }
}

/* ---- nests that gather ---- */

/* Each load adds in one pass, everything else happens in the last one. */
static void make_gather_ops(const struct plan *p, const struct plan_nest *n, unsigned pass,
                            struct adjoint_part *part)
{
    unsigned inner = n->loops[n->depth - 1];
    const struct func_block *body = &p->f->blocks[p->f->loops[inner].header];
    bool last = pass + 1 == n->passes;
    for (unsigned v = body->first + body->count; v-- > body->first;) {
        if (!plan_has_adjoint(p, v))
            continue;
        struct adjoint_op op = make_op(p, v);
        if (op.row == ADJOINT_LOAD && plan_nest_pass(n, v) != pass)
            op.memory = ACCUMULATE_NOTHING;
        op.clears &= last;
        for (unsigned i = 0; i < op.add_count && !last; i++)
            if (is_outside(p->f, inner, op.adds[i].value))
                op.adds[i].how = ACCUMULATE_NOTHING;
        VEC_PUSH(p->f->arena, &part->ops, op);
    }
    leave_out(p, part);
    find_first(p, part);
}

static void make_nest_terms(const struct plan *p, const struct plan_nest *n,
                            const struct plan_nest_gather *g, struct adjoint_part *part)
{
    part->term_count = g->count;
    part->terms = ARENA_ARRAY(p->f->arena, struct adjoint_part, g->count);
    struct adjoint_op *last = NULL;
    for (unsigned i = 0; i < g->count; i++) {
        part->terms[i].nest = &g->terms[i];
        make_gather_ops(p, n, g->terms[i].pass, &part->terms[i]);
        last = sum_up(&part->terms[i], last);
    }
}

/* For each gather the ends of its terms, and then the sums; all the rest. */
static void make_gathers(const struct plan *p, const struct plan_nest *n,
                         struct adjoint_block *block)
{
    unsigned count = n->passes + n->gathers.count;
    block->parts = ARENA_ARRAY(p->f->arena, struct adjoint_part, count);
    for (unsigned k = 0; k < n->gathers.count; k++) {
        const struct plan_nest_gather *g = n->gathers.items[k];
        for (unsigned i = 0; i < g->count; i++) {
            struct adjoint_part *part = &block->parts[block->count++];
            part->ends = true, part->nest = &g->terms[i];
            make_gather_ops(p, n, g->terms[i].pass, part);
        }
        make_nest_terms(p, n, g, &block->parts[block->count++]);
    }
    make_gather_ops(p, n, n->passes - 1, &block->parts[block->count++]);
}

struct program *program_make(const struct plan *p)
{
    const struct func *f = p->f;
    struct program *program = ARENA_NEW(f->arena, struct program);
    program->blocks = ARENA_ARRAY(f->arena, struct adjoint_block, f->block_count);
    for (unsigned b = 0; b < f->block_count; b++) {
        struct adjoint_block *block = &program->blocks[b];
        unsigned l = f->blocks[b].loop;
        block->count = l != NO_ID && p->passes[l] ? p->passes[l] : 1;
        block->parts = ARENA_ARRAY(f->arena, struct adjoint_part, block->count);
        for (unsigned pass = 0; pass < block->count; pass++)
            make_part(p, b, pass, &block->parts[pass]);
    }
    program->nests = ARENA_ARRAY(f->arena, struct adjoint_block, f->loop_count);
    for (unsigned l = 0; l < f->loop_count; l++)
        if (p->nests[l])
            (p->nests[l]->gathers.count ? make_gathers : make_nest)(p, p->nests[l],
                                                                    &program->nests[l]);
    return program;
}

/* ---- the dump ---- */

static const char *const accumulate_names[ACCUMULATE_KINDS] = {
    [ACCUMULATE_NOTHING] = "nothing",
    [ACCUMULATE_ASSIGN] = "assign",
    [ACCUMULATE_ADD] = "add",
    [ACCUMULATE_ADD_VECTOR] = "add-vector",
    [ACCUMULATE_ADD_ATOMIC] = "add-atomic",
    [ACCUMULATE_ADD_PRIVATE] = "add-private",
    [ACCUMULATE_ADD_REDUCED] = "add-reduced",
    [ACCUMULATE_GATHER] = "gather",
    [ACCUMULATE_ADD_TRACKED] = "add-tracked"};

/* "%5", or "the shadow of %5". */
static const char *read_text(const struct plan *p, unsigned cached)
{
    const struct func *f = p->f;
    if (cached < f->value_count)
        return text_operand(f->arena, f->values[cached]);
    if (cached >= cached_selector(p, 0))
        return plan_cached_text(p, cached);
    LLVMValueRef pointer = f->values[(cached - f->value_count) / p->width];
    return arena_printf(f->arena, "shadow of %s", text_operand(f->arena, pointer));
}

static void dump_adds(const struct plan *p, const struct adjoint_op *op)
{
    const char *separator = ": ";
    for (unsigned i = 0; i < op->add_count; i++) {
        if (op->adds[i].how == ACCUMULATE_NOTHING)
            continue;
        fprintf(stderr, "%s%s to %s", separator, accumulate_names[op->adds[i].how],
                text_operand(p->f->arena, p->f->values[op->adds[i].value]));
        separator = ", ";
    }
}

static void dump_op(const struct plan *p, const struct adjoint_op *op)
{
    const char *text = text_bare_value(p->f->arena, p->f->values[op->inst]), *separator = "reads ";
    fprintf(stderr, "    %s\n      %s", text + strspn(text, " "), plan_row(p, op->inst)->text);
    if (op->memory != ACCUMULATE_NOTHING)
        fprintf(stderr, " by %s", accumulate_names[op->memory]);
    if (op->ends_sums || op->looks)
        fputs(op->looks ? " and sums" : ", ends sums", stderr);
    if (op->settles)
        fputs(", and what sums have of it", stderr);
    if (op->excludes)
        fputs(", while no other thread adds", stderr);
    if (op->keeps || op->kept)
        fputs(op->keeps ? " later" : ", what was kept", stderr);
    dump_adds(p, op);
    fputs(op->read_count ? "\n      " : "", stderr);
    for (unsigned i = 0; i < op->read_count; i++, separator = ", ")
        fprintf(stderr, "%s%s (%s)", separator, read_text(p, op->reads[i]),
                plan_storage(p, op->reads[i]));
    fputc('\n', stderr);
}

static void dump_rest(const struct plan *p, const struct plan_results *rest)
{
    fputs("    the rest where they are not zero:", stderr);
    for (unsigned i = 0; i < rest->count; i++)
        fprintf(stderr, "%s %s", i ? "," : "",
                text_operand(p->f->arena, p->f->values[rest->values[i]]));
    fputc('\n', stderr);
}

static void dump_distances(const unsigned *distances)
{
    for (unsigned k = 0; k < NEST_DEPTH; k++)
        fprintf(stderr, "%s%u", k ? ", " : "", distances[k]);
}

static void dump_term(const struct adjoint_part *term)
{
    fputs("   as iteration + ", stderr);
    if (term->nest)
        dump_distances(term->nest->low);
    else
        fprintf(stderr, "%u", term->low);
    fputs(":\n", stderr);
}

static void dump_part(const struct plan *p, const struct adjoint_part *part)
{
    for (unsigned i = 0; i < part->ops.count; i++) {
        dump_op(p, &part->ops.items[i]);
        if (part->ops.items[i].rest)
            dump_rest(p, part->ops.items[i].rest);
    }
    for (unsigned i = 0; i < part->term_count; i++) {
        dump_term(&part->terms[i]);
        dump_part(p, &part->terms[i]);
    }
}

static void dump_block(const struct plan *p, unsigned b)
{
    const struct adjoint_block *block = &p->program->blocks[b];
    for (unsigned pass = 0; pass < block->count; pass++) {
        const struct adjoint_part *part = &block->parts[pass];
        if (!part->ops.count && !part->term_count)
            continue;
        fprintf(stderr, "  reverse of block %u", b);
        if (p->f->blocks[b].loop != NO_ID)
            fprintf(stderr, ", loop %u", p->f->blocks[b].loop);
        if (block->count > 1)
            fprintf(stderr, ", pass %u", pass);
        if (part->ends)
            fprintf(stderr, ", %u iterations at the start and %u at the end", part->low,
                    part->high);
        fputs(":\n", stderr);
        dump_part(p, part);
    }
}

static void dump_nest(const struct plan *p, unsigned l)
{
    const struct adjoint_block *block = &p->program->nests[l];
    for (unsigned pass = 0; pass < block->count; pass++) {
        const struct adjoint_part *part = &block->parts[pass];
        fprintf(stderr, "  reverse %s loop %u%s", p->nests[l]->gathers.count ? "of" : "with", l,
                p->nests[l]->gathers.count ? " and those inside" : " innermost");
        if (block->count > 1)
            fprintf(stderr, ", pass %u", pass);
        if (part->ends) {
            fputs(", iterations at the start: ", stderr);
            dump_distances(part->nest->low);
            fputs("; at the end: ", stderr);
            dump_distances(part->nest->high);
        }
        fputs(":\n", stderr);
        dump_part(p, part);
    }
}

void program_dump(const struct plan *p)
{
    for (unsigned b = p->f->block_count; b-- > 0;)
        dump_block(p, b);
    for (unsigned l = 0; l < p->f->loop_count; l++)
        dump_nest(p, l);
}
