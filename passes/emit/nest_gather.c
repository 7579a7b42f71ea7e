/* The adjoint of a nest of loops that gathers (plan/nest_gather.c): one nest of loops after the
 * other, in the primal's order. */
#include "emit/derivative.h"
#include "plan/nest.h"

struct nest {
    struct gen *g;
    const struct plan_nest *n;
    const LLVMValueRef *trips; /* per loop */
    LLVMBasicBlockRef again[NEST_DEPTH];
};

static LLVMValueRef counter_slot(struct nest *s, unsigned k)
{
    return gen_reverse_counter(s->g, s->n->loops[k]);
}

static LLVMValueRef load_counter(struct nest *s, unsigned k)
{
    return LLVMBuildLoad2(s->g->b, gen_i64(s->g), counter_slot(s, k), "");
}

static unsigned inner(const struct nest *s)
{
    return s->n->depth - 1;
}

/* Loop number k, from `first` on. */
static void begin_loop(struct nest *s, unsigned k, LLVMValueRef first)
{
    LLVMBuildStore(s->g->b, first, counter_slot(s, k));
    s->again[k] = gen_block(s->g);
    LLVMBuildBr(s->g->b, s->again[k]);
    LLVMPositionBuilderAtEnd(s->g->b, s->again[k]);
    gen_new_stretch(s->g);
}

/* It goes on with iteration `next`, unless that is the end. */
static void end_loop(struct nest *s, unsigned k, LLVMValueRef next, LLVMValueRef end)
{
    LLVMBasicBlockRef behind = gen_block(s->g);
    LLVMBuildStore(s->g->b, next, counter_slot(s, k));
    LLVMBuildCondBr(s->g->b, LLVMBuildICmp(s->g->b, LLVMIntEQ, next, end, ""), behind, s->again[k]);
    LLVMPositionBuilderAtEnd(s->g->b, behind);
    gen_new_stretch(s->g);
}

static LLVMValueRef next_of(struct nest *s, LLVMValueRef count)
{
    return LLVMBuildNUWAdd(s->g->b, count, gen_const_i64(s->g, 1), "");
}

/* The body as iteration of all loops that the counters say. */
static void body(struct nest *s, const struct adjoint_part *part)
{
    gen_reverse_part(s->g, s->g->f->loops[s->n->loops[inner(s)]].header, part);
    s->g->reversing = NO_ID;
}

/* Goes on in a block that runs only if the condition holds; *rest: where to go on. */
static void begin_if(struct nest *s, LLVMValueRef cond, LLVMBasicBlockRef *rest)
{
    LLVMBasicBlockRef some = gen_block(s->g);
    *rest = gen_block(s->g);
    LLVMBuildCondBr(s->g->b, cond, some, *rest);
    LLVMPositionBuilderAtEnd(s->g->b, some);
    gen_new_stretch(s->g);
}

static void end_if(struct nest *s, LLVMBasicBlockRef rest)
{
    LLVMBuildBr(s->g->b, rest);
    LLVMPositionBuilderAtEnd(s->g->b, rest);
    gen_new_stretch(s->g);
}

/* ---- all iterations ---- */

static void whole(struct nest *s, const struct adjoint_part *part)
{
    for (unsigned k = 0; k < s->n->depth; k++)
        begin_loop(s, k, gen_const_i64(s->g, 0));
    body(s, part);
    for (unsigned k = s->n->depth; k-- > 0;)
        end_loop(s, k, next_of(s, load_counter(s, k)), s->trips[k]);
}

/* ---- the ends ---- */

/* The current iteration of loop k is one of the first, or of the last. */
static LLVMValueRef is_at_end(struct nest *s, const struct plan_nest_term *t, unsigned k)
{
    struct gen *g = s->g;
    LLVMValueRef count = load_counter(s, k), left = LLVMBuildNUWSub(g->b, s->trips[k], count, "");
    return LLVMBuildOr(g->b,
                       LLVMBuildICmp(g->b, LLVMIntULT, count, gen_const_i64(g, t->low[k]), ""),
                       LLVMBuildICmp(g->b, LLVMIntULE, left, gen_const_i64(g, t->high[k]), ""), "");
}

static bool has_ends(const struct nest *s, const struct plan_nest_term *t)
{
    unsigned any = 0;
    for (unsigned k = 0; k < s->n->depth; k++)
        any |= t->low[k] | t->high[k];
    return any;
}

/* Iterations of the innermost loop from `first` on, up to `end`, if there are any. */
static void row(struct nest *s, const struct adjoint_part *part, LLVMValueRef first,
                LLVMValueRef end)
{
    LLVMBasicBlockRef rest;
    begin_if(s, LLVMBuildICmp(s->g->b, LLVMIntULT, first, end, ""), &rest);
    begin_loop(s, inner(s), first);
    body(s, part);
    end_loop(s, inner(s), next_of(s, load_counter(s, inner(s))), end);
    end_if(s, rest);
}

/* Of the innermost loop all iterations where a loop around it is at one of its ends, else those at
 * its own. These are loops of their own, since one that leaves out what is between would not be
 * vectorised. */
static void ends_inside(struct nest *s, const struct adjoint_part *part)
{
    struct gen *g = s->g;
    const struct plan_nest_term *t = part->nest;
    unsigned k = inner(s);
    LLVMValueRef all = LLVMConstInt(LLVMInt1TypeInContext(g->context), 0, 0), trips = s->trips[k],
                 zero = gen_const_i64(g, 0);
    for (unsigned i = 0; i < k; i++)
        all = LLVMBuildOr(g->b, all, is_at_end(s, t, i), "");
    LLVMValueRef low = gen_smaller(g, gen_const_i64(g, t->low[k]), trips),
                 left = LLVMBuildNUWSub(g->b, trips, low, ""),
                 high = gen_smaller(g, gen_const_i64(g, t->high[k]), left),
                 behind = LLVMBuildNUWSub(g->b, trips, high, "");
    LLVMBasicBlockRef rest, others;
    begin_if(s, all, &rest);
    row(s, part, zero, trips);
    end_if(s, rest);
    begin_if(s, LLVMBuildNot(g->b, all, ""), &others);
    if (t->low[k])
        row(s, part, zero, low);
    if (t->high[k])
        row(s, part, behind, trips);
    end_if(s, others);
}

/* Of several terms, one nest for all of them: they only add. */
static void ends(struct nest *s, const struct adjoint_part *parts, unsigned count)
{
    for (unsigned k = 0; k < inner(s); k++)
        begin_loop(s, k, gen_const_i64(s->g, 0));
    for (unsigned i = 0; i < count; i++)
        if (has_ends(s, parts[i].nest))
            ends_inside(s, &parts[i]);
    for (unsigned k = inner(s); k-- > 0;)
        end_loop(s, k, next_of(s, load_counter(s, k)), s->trips[k]);
}

/* ---- sums ---- */

/* Iterations of loop k that are at an end of one term or another; of each term they are as many. */
static LLVMValueRef ends_of(struct nest *s, const struct adjoint_part *part, unsigned k)
{
    const struct plan_nest_term *t = part->terms[0].nest;
    return gen_const_i64(s->g, t->low[k] + t->high[k]);
}

static void sums_inside(struct nest *s, const struct adjoint_part *part)
{
    struct gen *g = s->g;
    LLVMValueRef element[NEST_DEPTH];
    for (unsigned k = 0; k < s->n->depth; k++)
        element[k] = load_counter(s, k);
    for (unsigned i = 0; i < part->term_count; i++) {
        for (unsigned k = 0; k < s->n->depth; k++) {
            LLVMValueRef distance = gen_const_i64(g, part->terms[i].nest->low[k]);
            LLVMBuildStore(g->b, LLVMBuildNUWAdd(g->b, element[k], distance, ""),
                           counter_slot(s, k));
        }
        body(s, &part->terms[i]);
    }
    for (unsigned k = 0; k < s->n->depth; k++)
        LLVMBuildStore(g->b, element[k], counter_slot(s, k));
}

static void sums(struct nest *s, const struct adjoint_part *part)
{
    struct gen *g = s->g;
    LLVMValueRef all = NULL, end[NEST_DEPTH];
    for (unsigned k = 0; k < s->n->depth; k++) {
        LLVMValueRef cut = ends_of(s, part, k),
                     some = LLVMBuildICmp(g->b, LLVMIntULT, cut, s->trips[k], "");
        end[k] = LLVMBuildSub(g->b, s->trips[k], cut, "");
        all = all ? LLVMBuildAnd(g->b, all, some, "") : some;
    }
    LLVMBasicBlockRef rest;
    begin_if(s, all, &rest);
    for (unsigned k = 0; k < s->n->depth; k++)
        begin_loop(s, k, gen_const_i64(g, 0));
    sums_inside(s, part);
    for (unsigned k = s->n->depth; k-- > 0;)
        end_loop(s, k, next_of(s, load_counter(s, k)), end[k]);
    end_if(s, rest);
}

void gen_nest_gathers(struct gen *g, const struct plan_nest *n, const LLVMValueRef *trips)
{
    struct nest s = {.g = g, .n = n, .trips = trips};
    const struct adjoint_block *program = &g->plan->program->nests[n->loops[0]];
    for (unsigned i = 0, count; i < program->count; i += count) {
        const struct adjoint_part *part = &program->parts[i];
        for (count = 1; part->ends && i + count < program->count && part[count].ends;)
            count++;
        if (part->ends)
            ends(&s, part, count);
        else
            (part->term_count ? sums : whole)(&s, part);
    }
}
