/* Is what an instruction reads or has stored final?
 *
 * The question is whether there are two iterations, one of the access and one of the store, such
 * that the conditions hold under which either runs, the store comes later, and bytes are the same.
 * All of this is clauses of linear constraints over integers (facts/clauses.h).
 *
 * An offset such as 8 * n * i + 8 * j is not linear where n is a parameter. It is taken for a row i
 * and a place j if the place is proved to lie inside of a row of n elements, by the conditions
 * under which the access runs: then accesses that meet do so in the same row. */
#include "facts/final.h"
#include "facts/affine.h"
#include "facts/clauses.h"
#include <isl/ctx.h>
#include <isl/options.h>
#include <string.h>

LIMIT(QUESTIONS_MAX, 4000); /* about one function */
LIMIT(SHARES_MAX, 16);      /* loops shared by a team */
enum {
    SIDES = 2, /* the access and the store */
    NO = 1,    /* answers */
    YES
};

/* form + plus >= 0 in the block, or that was not proved. */
struct bound {
    unsigned block;
    struct affine form;
    int64_t plus;
    bool proved;
};

struct final {
    struct func *f;
    struct affine_context *affine;
    struct map answers;
    unsigned left;              /* questions */
    const struct bits *uniform; /* of a team; NULL: the sides are iterations of one thread */
    struct share *shares;       /* of loops that the team shares */
    unsigned share_count;
    VEC(struct bound) bounds; /* of a team */
};

/* The iterations `first` to `last` that a thread of a team gets (runtime/team.h): no other thread
 * gets one of them. Those of a static schedule are of 0 to `end`, which is the same in all threads;
 * of other schedules, where `end` is NULL, they are a chunk. */
struct share {
    unsigned first, last;
    LLVMValueRef end;
};

struct system {
    struct final *x;
    unsigned scope;
    struct arena *arena; /* for this question only */
    isl_ctx *isl;
    struct {
        unsigned atom, side;
    } unknowns[UNKNOWNS_MAX];
    unsigned meant;       /* of the first unknowns it was said what they are */
    unsigned loop[SIDES]; /* innermost, of either side; of a team only */
    bool thorough;        /* of the question; all about teams are */
    bool plain;           /* conditions that are disjunctions are left out, */
    bool left_out;        /* if there are any */
    bool failed;          /* too many unknowns, numbers too large */
    struct linear_problem p;
};

/* ---- rows ------------------------------------------------------------------------------------ */

/* An atom that has one value in the whole scope, or in all threads, is the same unknown for both
 * sides. */
static bool is_common(const struct final *x, unsigned atom, unsigned scope)
{
    if (x->uniform)
        return atom < x->f->value_count && bits_get(x->uniform, atom);
    return func_loop_contains(x->f, affine_atom_loop(x->f, atom), scope);
}

static unsigned unknown_of(struct system *s, unsigned atom, unsigned side)
{
    if (is_common(s->x, atom, s->scope))
        side = SIDES;
    for (unsigned i = 0; i < s->p.unknowns; i++)
        if (s->unknowns[i].atom == atom && s->unknowns[i].side == side)
            return i;
    if (s->p.unknowns == UNKNOWNS_MAX) {
        s->failed = true;
        return 0;
    }
    s->unknowns[s->p.unknowns].atom = atom;
    s->unknowns[s->p.unknowns].side = side;
    return s->p.unknowns++;
}

static void add_to_row(struct system *s, struct linear_row *r, const struct affine *a,
                       unsigned side, int64_t factor)
{
    int64_t k;
    s->failed |= !affine_is_linear(a) || __builtin_mul_overflow(a->constant, factor, &k) ||
                 __builtin_add_overflow(r->constant, k, &r->constant);
    for (unsigned i = 0; i < a->count && !s->failed; i++) {
        int64_t *to = &r->factors[unknown_of(s, a->terms[i].atoms[0], side)];
        s->failed |= __builtin_mul_overflow(a->terms[i].factor, factor, &k) ||
                     __builtin_add_overflow(*to, k, to);
    }
}

static struct linear_row row_of(struct system *s, const struct affine *a, unsigned side,
                                int64_t factor, int64_t plus)
{
    struct linear_row r = {.constant = plus};
    add_to_row(s, &r, a, side, factor);
    return r;
}

/* factor * (store's - access's) + plus */
static struct linear_row difference(struct system *s, const struct affine *access,
                                    const struct affine *store, int64_t factor, int64_t plus)
{
    struct linear_row r = row_of(s, store, 1, factor, plus);
    add_to_row(s, &r, access, 0, -factor);
    return r;
}

static void add_domain(struct system *s, unsigned v, unsigned side)
{
    const affine_clauses *domain = affine_domain(s->x->affine, s->x->f->block_of[v]);
    for (unsigned i = 0; i < domain->count; i++) {
        const struct affine_clause *k = &domain->items[i];
        struct linear_clause choice = {.count = k->count};
        if (k->count > 1 && s->plain) {
            s->left_out = true;
            continue;
        }
        for (unsigned a = 0; a < k->count; a++)
            for (unsigned n = 0; n < k->alternatives[a].count; n++) {
                const struct affine_constraint *x = &k->alternatives[a].constraints[n];
                struct linear_row r = row_of(s, &x->form, side, 1, 0);
                r.equal = x->equal;
                if (k->count == 1)
                    VEC_PUSH(s->arena, &s->p.rows, r);
                else
                    VEC_PUSH(s->arena, &choice.alternatives[a], r);
            }
        if (k->count > 1)
            VEC_PUSH(s->arena, &s->p.clauses, choice);
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

static void add_row(struct system *s, const struct affine *a, const struct affine *b, unsigned side,
                    int64_t plus)
{
    struct affine d = affine_sum(a, b, -1);
    if (affine_is_linear(&d))
        VEC_PUSH(s->arena, &s->p.rows, row_of(s, &d, side, 1, plus));
}

static void add_range(struct system *s, LLVMValueRef v, unsigned atom, unsigned side)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (bits > 32)
        return;
    struct affine self = affine_atom(atom);
    VEC_PUSH(s->arena, &s->p.rows, row_of(s, &self, side, 1, INT64_C(1) << (bits - 1)));
    VEC_PUSH(s->arena, &s->p.rows, row_of(s, &self, side, -1, (INT64_C(1) << (bits - 1)) - 1));
}

/* The unknown is the smaller of two numbers, or the larger: it is one of them. */
static void add_extremum(struct system *s, LLVMValueRef call, unsigned atom, unsigned side)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    bool least = id && id == LLVMLookupIntrinsicID("llvm.smin", 9),
         most = id && id == LLVMLookupIntrinsicID("llvm.smax", 9);
    struct affine self = affine_atom(atom);
    struct linear_clause one = {.count = 2};
    bool linear = least || most;
    for (unsigned k = 0; k < 2 && linear; k++) {
        struct affine operand = affine_of(s->x->affine, LLVMGetOperand(call, k)),
                      left = affine_sum(&operand, &self, -1);
        linear = affine_is_linear(&left);
        if (!linear)
            break;
        VEC_PUSH(s->arena, &s->p.rows, row_of(s, &left, side, least ? 1 : -1, 0));
        VEC_PUSH(s->arena, &one.alternatives[k], row_of(s, &left, side, least ? -1 : 1, 0));
    }
    if (linear)
        VEC_PUSH(s->arena, &s->p.clauses, one);
}

/* Adds to one clause that `form` is zero, and another one at least that. */
static void add_case(struct system *s, struct linear_clause *c, const struct affine *form,
                     int64_t plus, const struct linear_row *if_so, unsigned side)
{
    struct linear_row same = row_of(s, form, side, 1, plus);
    same.equal = true;
    VEC_PUSH(s->arena, &c->alternatives[c->count], same);
    if (if_so)
        VEC_PUSH(s->arena, &c->alternatives[c->count], *if_so);
    c->count++;
}

/* The unknown is the bits of a number of fewer bits: that, or 2^bits more if it is negative. */
static void add_extension(struct system *s, LLVMValueRef inst, unsigned atom, unsigned side)
{
    LLVMValueRef narrow = LLVMIsAZExtInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    if (!narrow || LLVMGetIntTypeWidth(LLVMTypeOf(narrow)) > 32)
        return;
    struct affine x = affine_of(s->x->affine, narrow), self = affine_atom(atom),
                  more = affine_sum(&self, &x, -1);
    if (!affine_is_linear(&more) || !affine_is_linear(&x))
        return;
    struct linear_clause c = {.count = 0};
    struct linear_row positive = row_of(s, &x, side, 1, 0), negative = row_of(s, &x, side, -1, -1);
    add_case(s, &c, &more, 0, &positive, side);
    add_case(s, &c, &more, -(INT64_C(1) << LLVMGetIntTypeWidth(LLVMTypeOf(narrow))), &negative,
             side);
    VEC_PUSH(s->arena, &s->p.clauses, c);
}

/* Of 64 bits: if a + sign * b wraps around, both summands have one sign, or there is no room for
 * the constant b. */
static void wrap_wide(struct system *s, struct linear_clause *c, const struct affine *a,
                      const struct affine *b, int64_t sign, unsigned side)
{
    bool room = sign > 0 && !b->count && b->constant > 0;
    int64_t least = room ? INT64_MIN + b->constant : sign > 0 ? -1 : 0;
    VEC_PUSH(s->arena, &c->alternatives[c->count], row_of(s, a, side, 1, least));
    VEC_PUSH(s->arena, &c->alternatives[c->count], row_of(s, b, side, sign, -1));
    c->count++;
    VEC_PUSH(s->arena, &c->alternatives[c->count], row_of(s, a, side, -1, -1));
    VEC_PUSH(s->arena, &c->alternatives[c->count], row_of(s, b, side, -sign, -1));
    c->count++;
}

/* The unknown is a sum, or a difference, that may wrap around. */
static void add_wrapping(struct system *s, LLVMValueRef inst, unsigned atom, unsigned side)
{
    LLVMOpcode op = LLVMIsAInstruction(inst) ? LLVMGetInstructionOpcode(inst) : LLVMRet;
    unsigned bits = op == LLVMAdd || op == LLVMSub ? LLVMGetIntTypeWidth(LLVMTypeOf(inst)) : 0;
    if (!bits || (bits > 32 && bits != 64))
        return;
    int64_t sign = op == LLVMAdd ? 1 : -1;
    struct affine a = affine_of(s->x->affine, LLVMGetOperand(inst, 0)),
                  b = affine_of(s->x->affine, LLVMGetOperand(inst, 1)),
                  sum = affine_sum(&a, &b, sign), self = affine_atom(atom),
                  more = affine_sum(&self, &sum, -1);
    if (!affine_is_linear(&more) || !affine_is_linear(&a) || !affine_is_linear(&b))
        return;
    struct linear_clause c = {.count = 0};
    add_case(s, &c, &more, 0, NULL, side);
    if (bits == 64) {
        wrap_wide(s, &c, &a, &b, sign, side);
    } else {
        int64_t all = INT64_C(1) << bits;
        struct linear_row above = row_of(s, &sum, side, 1, -all / 2),
                          below = row_of(s, &sum, side, -1, -all / 2 - 1);
        add_case(s, &c, &more, all, &above, side);
        add_case(s, &c, &more, -all, &below, side);
    }
    VEC_PUSH(s->arena, &s->p.clauses, c);
}

/* A counter counts what was before the current iteration. */
static void add_trips(struct system *s, unsigned loop, unsigned side)
{
    const struct func *f = s->x->f;
    if (!f->loops[loop].trips || !func_loop_contains(f, loop, s->loop[side]))
        return;
    struct affine trips = affine_of(s->x->affine, f->loops[loop].trips),
                  counter = affine_atom(affine_counter(f, loop));
    if (trips.known)
        add_row(s, &trips, &counter, side, -1);
}

/* From 0 to the end of the loop; a thread may get nothing. */
static void add_ends(struct system *s, const struct share *share, unsigned side)
{
    struct affine first = affine_atom(share->first), last = affine_atom(share->last),
                  zero = affine_constant(0), most = affine_constant(INT64_C(1) << 62),
                  end = affine_of(s->x->affine, share->end);
    add_row(s, &first, &zero, side, 0);
    add_row(s, &end, &last, side, 0);
    add_row(s, &most, &last, side, 0);
}

static void add_share(struct system *s, const struct share *share)
{
    struct affine first = affine_atom(share->first), last = affine_atom(share->last);
    struct linear_clause apart = {.count = SIDES};
    for (unsigned side = 0; side < SIDES; side++) {
        if (share->end)
            add_ends(s, share, side);
        add_row(s, &last, &first, side, share->end ? 1 : 0);
        struct linear_row before = row_of(s, &first, 1 - side, 1, -1);
        add_to_row(s, &before, &last, side, -1);
        VEC_PUSH(s->arena, &apart.alternatives[side], before);
    }
    VEC_PUSH(s->arena, &s->p.clauses, apart);
}

static bool is_of_share(const struct system *s, const struct share *share)
{
    for (unsigned i = 0; i < s->p.unknowns; i++)
        if (s->unknowns[i].atom == share->first || s->unknowns[i].atom == share->last)
            return true;
    return false;
}

/* Both accesses are in iterations of a chunk. Behind the loop over all chunks the bounds of the
 * last one are still there, while another thread may have come to the loop again. */
static bool runs_in_chunks(const struct system *s, const struct share *share)
{
    const struct func *f = s->x->f;
    unsigned l = func_loop_of(f, share->first);
    return share->end ||
           (func_loop_contains(f, l, s->loop[0]) && func_loop_contains(f, l, s->loop[1]));
}

/* What else is known of the unknowns, as these are. */
static void add_meanings(struct system *s)
{
    const struct func *f = s->x->f;
    uint64_t shared = 0;
    for (bool again = true; again && !s->failed;) {
        again = s->meant < s->p.unknowns;
        for (; s->meant < s->p.unknowns && !s->failed; s->meant++) {
            unsigned atom = s->unknowns[s->meant].atom, side = s->unknowns[s->meant].side;
            side = side == SIDES ? 0 : side; /* any: the unknown is that of both */
            if (atom >= f->value_count) {
                add_trips(s, atom - f->value_count, side);
                continue;
            }
            add_range(s, f->values[atom], atom, side);
            add_extremum(s, f->values[atom], atom, side);
            add_extension(s, f->values[atom], atom, side);
            add_wrapping(s, f->values[atom], atom, side);
        }
        for (unsigned i = 0; i < s->x->share_count; i++)
            if (!(shared >> i & 1) && is_of_share(s, &s->x->shares[i]) &&
                runs_in_chunks(s, &s->x->shares[i])) {
                shared |= UINT64_C(1) << i, again = true;
                add_share(s, &s->x->shares[i]);
            }
    }
}

static bool impossible(struct system *s)
{
    if (s->thorough)
        add_meanings(s);
    if (s->failed || !s->x->left)
        return false;
    s->x->left--;
    return clauses_contradict(&s->p, s->isl);
}

/* ---- order ----------------------------------------------------------------------------------- */

static struct affine counter_of(const struct func *f, unsigned loop)
{
    return affine_atom(affine_counter(f, loop));
}

/* The loops inside of the scope that contain both, outermost first. */
static unsigned common_loops(const struct func *f, const struct final_question *q, unsigned *loops,
                             unsigned max)
{
    unsigned count = 0, innermost = func_loop_of(f, q->access);
    while (!func_loop_contains(f, innermost, func_loop_of(f, q->store)))
        innermost = f->loops[innermost].parent;
    for (unsigned l = innermost; l != q->scope && l != NO_ID; l = f->loops[l].parent)
        count++;
    for (unsigned l = innermost, i = count; i-- > 0 && count <= max; l = f->loops[l].parent)
        loops[i] = l;
    return count;
}

/* The store runs later: in a later iteration of the outermost loop in which the iterations differ,
 * or in the same of all, if it follows there. */
static void add_order(struct system *s, const struct final_question *q)
{
    const struct func *f = s->x->f;
    unsigned loops[CHOICES - 1], count = common_loops(f, q, loops, CHOICES - 1);
    struct linear_clause later = {.count = 0};
    s->failed |= count > CHOICES - 1;
    for (unsigned d = 0; d < count + q->follows && !s->failed; d++) {
        for (unsigned i = 0; i <= d && i < count; i++) {
            struct affine counter = counter_of(f, loops[i]);
            struct linear_row r = difference(s, &counter, &counter, 1, -(i == d));
            r.equal = i < d;
            VEC_PUSH(s->arena, &later.alternatives[d], r);
        }
        later.count++;
    }
    VEC_PUSH(s->arena, &s->p.clauses, later);
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* The offset is the sum over k of strides[k] * places[k], and rest. The inner stride is a parameter
 * times a number, the outer one that times another parameter and another number. */
enum { INNER, OUTER, STRIDES };
struct stride {
    unsigned atoms[AFFINE_DEGREE]; /* in ascending order, then NO_ID */
    int64_t factor;                /* 0: there is no such stride */
};
struct pair {
    struct final *x;
    const struct final_question *q;
    const struct final_team_question *ends; /* of a team, if iterations are left out */
    isl_ctx *isl;
    unsigned access[SIDES];
    int64_t size[SIDES];
    struct affine offset[SIDES];
    struct stride strides[STRIDES];
    struct affine places[SIDES][STRIDES], rest[SIDES];
};

static bool is_parameter(const struct pair *p, unsigned atom)
{
    return atom < p->x->f->value_count && is_common(p->x, atom, p->q->scope);
}

static unsigned degree_of(const unsigned *atoms)
{
    unsigned n = 0;
    while (n < AFFINE_DEGREE && atoms[n] != NO_ID)
        n++;
    return n;
}

/* The atoms without those of `less`, each once; false if some of these are not there. */
static bool atoms_without(const unsigned *atoms, const unsigned *less, unsigned *rest)
{
    unsigned n = 0, k = 0;
    for (unsigned i = 0; i < degree_of(atoms); i++)
        if (k < degree_of(less) && atoms[i] == less[k])
            k++;
        else
            rest[n++] = atoms[i];
    for (unsigned i = n; i < AFFINE_DEGREE; i++)
        rest[i] = NO_ID;
    return k == degree_of(less);
}

static int64_t common_factor(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a, b = b < 0 ? -b : b;
    while (b) {
        int64_t t = a % b;
        a = b, b = t;
    }
    return a;
}

/* A product of parameters and one other atom shows a stride: the parameters. */
static bool note_stride(struct pair *p, const struct affine_term *t)
{
    struct stride found = {.atoms = {NO_ID, NO_ID, NO_ID}};
    unsigned others = 0, n = 0;
    for (unsigned i = 0; i < degree_of(t->atoms); i++)
        if (is_parameter(p, t->atoms[i]))
            found.atoms[n++] = t->atoms[i];
        else
            others++;
    if (!others || !n)
        return true;
    if (others > 1 || n > STRIDES || t->factor == INT64_MIN)
        return false;
    struct stride *to = &p->strides[n - 1];
    if (to->factor && memcmp(to->atoms, found.atoms, sizeof found.atoms))
        return false;
    memcpy(to->atoms, found.atoms, sizeof found.atoms);
    to->factor = common_factor(to->factor, t->factor);
    return true;
}

/* The parameter that the outer stride has beside that of the inner one; NO_ID: they do not fit. */
static unsigned outer_parameter(const struct pair *p)
{
    unsigned rest[AFFINE_DEGREE];
    const struct stride *in = &p->strides[INNER], *out = &p->strides[OUTER];
    bool fits =
        in->factor && atoms_without(out->atoms, in->atoms, rest) && out->factor % in->factor == 0;
    return fits ? rest[0] : NO_ID;
}

static bool is_parametric(const struct pair *p, const struct affine_term *t)
{
    for (unsigned i = 0; i < degree_of(t->atoms); i++)
        if (!is_parameter(p, t->atoms[i]))
            return false;
    return true;
}

/* Both offsets without the products of parameters that both have: the distance is the same. */
static void drop_common_terms(struct pair *p)
{
    for (unsigned i = p->offset[0].count; i-- > 0;) {
        const struct affine_term t = p->offset[0].terms[i];
        struct affine term = {.known = true, .count = 1, .terms = {t}};
        bool common = false;
        for (unsigned k = 0; k < p->offset[1].count; k++)
            common |= p->offset[1].terms[k].factor == t.factor &&
                      !memcmp(p->offset[1].terms[k].atoms, t.atoms, sizeof t.atoms);
        if (!common || degree_of(t.atoms) < 2 || !is_parametric(p, &t))
            continue;
        for (unsigned side = 0; side < SIDES; side++)
            p->offset[side] = affine_sum(&p->offset[side], &term, -1);
    }
}

static bool find_strides(struct pair *p)
{
    drop_common_terms(p);
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned i = 0; i < p->offset[side].count; i++)
            if (!note_stride(p, &p->offset[side].terms[i]))
                return false;
    return !p->strides[OUTER].factor || outer_parameter(p) != NO_ID;
}

/* The term is a multiple of the stride and of one atom at most. */
static bool term_of_stride(const struct affine_term *t, const struct stride *stride,
                           struct affine *place)
{
    unsigned rest[AFFINE_DEGREE];
    if (!stride->factor || t->factor % stride->factor ||
        !atoms_without(t->atoms, stride->atoms, rest) || degree_of(rest) > 1)
        return false;
    struct affine x = rest[0] == NO_ID ? affine_constant(1) : affine_atom(rest[0]);
    *place = affine_sum(place, &x, t->factor / stride->factor);
    return true;
}

static void take_apart(struct pair *p, unsigned side)
{
    struct affine *places = p->places[side], *rest = &p->rest[side];
    const struct affine *offset = &p->offset[side];
    *rest = affine_constant(offset->constant);
    places[INNER] = places[OUTER] = affine_constant(0);
    for (unsigned i = 0; i < offset->count; i++) {
        const struct affine_term *t = &offset->terms[i];
        struct affine term = {.known = true, .count = 1, .terms = {*t}};
        if (!term_of_stride(t, &p->strides[OUTER], &places[OUTER]) &&
            !term_of_stride(t, &p->strides[INNER], &places[INNER]))
            *rest = affine_sum(rest, &term, 1);
    }
}

static struct system new_system(struct pair *p, struct arena *a)
{
    const struct func *f = p->x->f;
    return (struct system){.x = p->x,
                           .scope = p->q->scope,
                           .arena = a,
                           .isl = p->isl,
                           .thorough = p->q->thorough || p->x->uniform,
                           .loop = {func_loop_of(f, p->access[0]), func_loop_of(f, p->access[1])}};
}

static bool same_form(const struct affine *a, const struct affine *b)
{
    return a->known == b->known && a->constant == b->constant && a->count == b->count &&
           !memcmp(a->terms, b->terms, a->count * sizeof *a->terms);
}

static bool prove_bound(struct pair *p, unsigned side, const struct affine *a, int64_t plus)
{
    struct arena arena;
    arena_init(&arena);
    struct system s = new_system(p, &arena);
    add_domain(&s, p->access[side], side);
    VEC_PUSH(&arena, &s.p.rows, row_of(&s, a, side, -1, -plus - 1));
    bool proved = impossible(&s);
    arena_free(&arena);
    return proved;
}

/* a + plus >= 0 whenever the access of this side runs. Of a team, rows are asked about once for
 * each access, and not for each pair of them. */
static bool is_proved(struct pair *p, unsigned side, const struct affine *a, int64_t plus)
{
    struct final *x = p->x;
    unsigned block = x->f->block_of[p->access[side]];
    if (!x->uniform)
        return prove_bound(p, side, a, plus);
    for (unsigned i = 0; i < x->bounds.count; i++) {
        const struct bound *b = &x->bounds.items[i];
        if (b->block == block && b->plus == plus && same_form(&b->form, a))
            return b->proved;
    }
    struct bound b = {block, *a, plus, prove_bound(p, side, a, plus)};
    VEC_PUSH(x->f->arena, &x->bounds, b);
    return b.proved;
}

/* 0 <= *inner and *inner + size <= factor * atom, if need be after some of it went to *outer. */
static bool fits_into(struct pair *p, unsigned side, struct affine *inner, int64_t size,
                      unsigned atom, int64_t factor, struct affine *outer)
{
    static const int64_t moves[] = {0, 1, -1};
    struct affine extent = affine_atom(atom), one = affine_constant(1);
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct affine moved = affine_sum(inner, &extent, -moves[i] * factor),
                      left = affine_sum(&extent, &extent, factor - 1);
        left = affine_sum(&left, &moved, -1);
        if (!is_proved(p, side, &moved, 0) || !is_proved(p, side, &left, -size))
            continue;
        *inner = moved;
        *outer = affine_sum(outer, &one, moves[i]);
        return true;
    }
    return false;
}

/* Every access lies inside of its row, and the row inside of its plane: what meets is in the same.
 */
static bool rows_are_apart(struct pair *p, unsigned side)
{
    const struct stride *in = &p->strides[INNER], *out = &p->strides[OUTER];
    struct affine *places = p->places[side];
    take_apart(p, side);
    if (in->factor && !fits_into(p, side, &p->rest[side], p->size[side], in->atoms[0], in->factor,
                                 &places[INNER]))
        return false;
    return !out->factor || fits_into(p, side, &places[INNER], 1, outer_parameter(p),
                                     out->factor / in->factor, &places[OUTER]);
}

static void add_overlap(struct pair *p, struct system *s)
{
    for (unsigned k = 0; k < STRIDES; k++) {
        struct linear_row same = difference(s, &p->places[0][k], &p->places[1][k], 1, 0);
        same.equal = true;
        if (p->strides[k].factor)
            VEC_PUSH(s->arena, &s->p.rows, same);
    }
    VEC_PUSH(s->arena, &s->p.rows, difference(s, &p->rest[0], &p->rest[1], 1, p->size[1] - 1));
    VEC_PUSH(s->arena, &s->p.rows, difference(s, &p->rest[0], &p->rest[1], -1, p->size[0] - 1));
}

/* The access runs in iterations that are neither among the first ones of its loop nor among the
 * last ones. */
static void leave_out_ends(struct pair *p, struct system *s)
{
    const struct func *f = p->x->f;
    unsigned l = s->loop[0];
    struct affine counter = affine_atom(affine_counter(f, l)),
                  trips = affine_of(p->x->affine, f->loops[l].trips),
                  low = affine_constant(p->ends->low), high = affine_constant(p->ends->high);
    struct affine left = affine_sum(&trips, &high, -1);
    add_row(s, &counter, &low, 0, 0);
    add_row(s, &left, &counter, 0, -1);
}

static bool contradict(struct pair *p, bool plain, bool *left_out)
{
    struct arena arena;
    arena_init(&arena);
    struct system s = new_system(p, &arena);
    s.plain = plain;
    for (unsigned side = 0; side < SIDES; side++)
        add_domain(&s, p->access[side], side);
    add_overlap(p, &s);
    if (p->ends)
        leave_out_ends(p, &s);
    if (!p->q->precedes)
        add_order(&s, p->q);
    bool never = impossible(&s);
    *left_out = s.left_out;
    arena_free(&arena);
    return never;
}

/* Most conditions have nothing to do with the question, and what there is to say about the unknowns
 * of some, such as tests whether arrays overlap, takes more than there is time for. */
static bool never_meet(struct pair *p)
{
    bool left_out;
    return find_strides(p) && rows_are_apart(p, 0) && rows_are_apart(p, 1) &&
           (contradict(p, true, &left_out) || (left_out && contradict(p, false, &left_out)));
}

/* ---- questions ------------------------------------------------------------------------------- */

static LLVMTypeRef accessed_type(LLVMValueRef access)
{
    return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

/* The base is the same in the whole scope, and both accesses start from there. */
static bool have_one_base(const struct final *x, unsigned scope, LLVMValueRef a, LLVMValueRef b)
{
    unsigned id = a ? func_id(x->f, a) : NO_ID;
    if (a && a == b && x->uniform)
        return (LLVMIsAGlobalValue(a) && !LLVMIsThreadLocal(a)) ||
               (id != NO_ID && bits_get(x->uniform, id));
    return a && a == b &&
           (LLVMIsAConstant(a) ||
            (id != NO_ID && func_loop_contains(x->f, func_loop_of(x->f, id), scope)));
}

static bool describe(struct pair *p)
{
    const struct func *f = p->x->f;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->module);
    LLVMValueRef base[SIDES];
    for (unsigned side = 0; side < SIDES; side++) {
        LLVMValueRef inst = f->values[p->access[side]];
        if (!LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst))
            return false;
        uint64_t size = LLVMStoreSizeOfType(layout, accessed_type(inst));
        struct affine_address a =
            affine_address_of(p->x->affine, LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0));
        if (!a.offset.known || size > INT32_MAX || LLVMGetVolatile(inst) ||
            LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
            return false;
        p->size[side] = (int64_t)size, p->offset[side] = a.offset, base[side] = a.base;
    }
    return have_one_base(p->x, p->q->scope, base[0], base[1]);
}

static bool are_apart(struct pair *p)
{
    p->isl = isl_ctx_alloc();
    isl_options_set_on_error(p->isl, ISL_ON_ERROR_CONTINUE);
    bool apart = never_meet(p);
    isl_ctx_free(p->isl);
    return apart;
}

static bool prove(struct final *x, const struct final_question *q)
{
    struct pair p = {.x = x, .q = q, .access = {q->access, q->store}};
    return func_loop_contains(x->f, q->scope, func_loop_of(x->f, q->access)) &&
           func_loop_contains(x->f, q->scope, func_loop_of(x->f, q->store)) && describe(&p) &&
           are_apart(&p);
}

bool final_proved(struct final *x, const struct final_question *q)
{
    uintptr_t pair = (uintptr_t)q->access * x->f->value_count + q->store,
              scope = q->scope == NO_ID ? 0 : (uintptr_t)q->scope + 1,
              key = (pair * (x->f->loop_count + 1) + scope) * 8 + 4 * q->thorough +
                    2 * q->precedes + q->follows;
    uintptr_t answer = (uintptr_t)map_get(&x->answers, (void *)(key + 1));
    if (!answer) {
        answer = prove(x, q) ? YES : NO;
        map_put(&x->answers, (void *)(key + 1), (void *)answer);
    }
    return answer == YES;
}

struct final *final_analyse(struct func *f)
{
    struct final *x = ARENA_NEW(f->arena, struct final);
    *x = (struct final){.f = f, .affine = affine_analyse(f), .left = QUESTIONS_MAX};
    map_init(&x->answers, f->arena);
    return x;
}

/* ---- teams ----------------------------------------------------------------------------------- */

static bool is_share_call(LLVMValueRef v, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
           !strncmp(LLVMGetValueName(callee), prefix, strlen(prefix));
}

static bool is_call_of(LLVMValueRef v, const char *name)
{
    return is_share_call(v, name) && !strcmp(LLVMGetValueName(LLVMGetCalledValue(v)), name);
}

static bool same_operands(LLVMValueRef a, LLVMValueRef b)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(a); k++)
        if (LLVMGetOperand(a, k) != LLVMGetOperand(b, k))
            return false;
    return true;
}

static void add_found(struct final *x, unsigned first, unsigned last, LLVMValueRef end)
{
    if (x->share_count < SHARES_MAX)
        x->shares[x->share_count++] = (struct share){first, last, end};
}

/* Calls with the same operands are one. */
static void find_last(struct final *x, unsigned v)
{
    const struct func *f = x->f;
    LLVMValueRef end = LLVMGetOperand(f->values[v], 0);
    unsigned id = func_id(f, end);
    bool uniform = LLVMIsAConstantInt(end) || (id != NO_ID && bits_get(x->uniform, id));
    for (unsigned w = f->arg_count; w < f->value_count && uniform; w++)
        if (is_share_call(f->values[w], "enz_rt_share_last_") &&
            same_operands(f->values[v], f->values[w]))
            add_found(x, v, w, end);
}

/* A chunk, in the loop over all chunks of a shared loop. Of unsigned counters of 32 bits the order
 * is another one. */
static void find_upper(struct final *x, unsigned v, const struct bits *once)
{
    static const char *const lower[] = {"enz_rt_chunk_lower_4", "enz_rt_chunk_lower_8",
                                        "enz_rt_chunk_lower_8u"},
                             *const upper[] = {"enz_rt_chunk_upper_4", "enz_rt_chunk_upper_8",
                                               "enz_rt_chunk_upper_8u"};
    const struct func *f = x->f;
    unsigned l = func_loop_of(f, v), b = f->block_of[v];
    if (l == NO_ID || !bits_get(once, l))
        return;
    for (unsigned w = f->blocks[b].first; w < f->blocks[b].first + f->blocks[b].count; w++)
        for (size_t i = 0; i < sizeof lower / sizeof *lower; i++)
            if (is_call_of(f->values[v], lower[i]) && is_call_of(f->values[w], upper[i]))
                add_found(x, v, w, NULL);
}

static void find_shares(struct final *x, const struct bits *once)
{
    struct func *f = x->f;
    x->shares = ARENA_ARRAY(f->arena, struct share, SHARES_MAX);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (is_share_call(f->values[v], "enz_rt_share_first_"))
            find_last(x, v);
        else if (is_share_call(f->values[v], "enz_rt_chunk_lower_"))
            find_upper(x, v, once);
}

struct final *final_analyse_team(struct func *f, const struct bits *uniform,
                                 const struct bits *once)
{
    struct final *x = final_analyse(f);
    x->uniform = uniform;
    find_shares(x, once);
    return x;
}

bool final_team_apart(struct final *x, const struct final_team_question *q)
{
    const struct final_question both = {.scope = NO_ID, .precedes = true};
    struct pair p = {.x = x, .q = &both, .access = {q->access, q->other}};
    unsigned l = func_loop_of(x->f, q->access);
    if (q->low || q->high) {
        if (l == NO_ID || !x->f->loops[l].trips)
            return false;
        p.ends = q;
    }
    if (p.ends)
        return describe(&p) && are_apart(&p);
    /* The same for both: which of them is in which thread does not matter. */
    unsigned least = q->access < q->other ? q->access : q->other,
             most = q->access < q->other ? q->other : q->access;
    void *key = (void *)((uintptr_t)least * x->f->value_count + most + 1);
    uintptr_t answer = (uintptr_t)map_get(&x->answers, key);
    if (!answer) {
        answer = describe(&p) && are_apart(&p) ? YES : NO;
        map_put(&x->answers, key, (void *)answer);
    }
    return answer == YES;
}
