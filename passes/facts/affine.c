/* Values and conditions as integers without bounds. */
#include "facts/affine.h"
#include <string.h>

struct affine_context {
    struct func *f;
    struct affine_address **memo; /* per value */
    VEC(unsigned) phis;           /* header phis that are being looked at: no memo meanwhile */
    unsigned left;                /* values that may still be looked at for this question */
    affine_clauses **domains;     /* per block */
};

LIMIT(AFFINE_STEPS, 64);    /* depth of expressions, and of phis inside of phis */
LIMIT(AFFINE_VALUES, 1024); /* looked at for one question */

/* ---- forms ----------------------------------------------------------------------------------- */

static struct affine unknown(void)
{
    return (struct affine){.known = false};
}

struct affine affine_constant(int64_t k)
{
    return (struct affine){.known = true, .constant = k};
}

struct affine affine_atom(unsigned atom)
{
    struct affine a = {.known = true, .count = 1};
    a.terms[0] = (struct affine_term){.atoms = {atom, NO_ID, NO_ID}, .factor = 1};
    return a;
}

static void add_term(struct affine *a, const struct affine_term *t)
{
    for (unsigned i = 0; i < a->count; i++) {
        if (memcmp(a->terms[i].atoms, t->atoms, sizeof t->atoms))
            continue;
        a->known &= !__builtin_add_overflow(a->terms[i].factor, t->factor, &a->terms[i].factor);
        if (!a->terms[i].factor)
            a->terms[i] = a->terms[--a->count];
        return;
    }
    if (a->count == AFFINE_TERMS)
        a->known = false;
    else if (t->factor)
        a->terms[a->count++] = *t;
}

struct affine affine_sum(const struct affine *a, const struct affine *b, int64_t factor)
{
    struct affine sum = *a;
    int64_t k;
    sum.known = a->known && b->known && !__builtin_mul_overflow(b->constant, factor, &k) &&
                !__builtin_add_overflow(a->constant, k, &sum.constant);
    for (unsigned i = 0; i < b->count && sum.known; i++) {
        struct affine_term t = b->terms[i];
        sum.known = !__builtin_mul_overflow(t.factor, factor, &t.factor);
        add_term(&sum, &t);
    }
    return sum;
}

static unsigned degree(const struct affine_term *t)
{
    unsigned n = 0;
    while (n < AFFINE_DEGREE && t->atoms[n] != NO_ID)
        n++;
    return n;
}

static bool multiply_terms(const struct affine_term *a, const struct affine_term *b,
                           struct affine_term *product)
{
    unsigned i = 0, k = 0, n = degree(a), m = degree(b);
    if (n + m > AFFINE_DEGREE || __builtin_mul_overflow(a->factor, b->factor, &product->factor))
        return false;
    for (unsigned x = 0; x < AFFINE_DEGREE; x++) {
        bool first = i < n && (k == m || a->atoms[i] <= b->atoms[k]);
        product->atoms[x] = first ? a->atoms[i++] : k < m ? b->atoms[k++] : NO_ID;
    }
    return true;
}

struct affine affine_product(const struct affine *a, const struct affine *b)
{
    if (!a->known || !b->known)
        return unknown();
    struct affine zero = affine_constant(0), product = affine_sum(&zero, a, b->constant), rest = *b;
    rest.constant = 0;
    for (unsigned k = 0; k < rest.count && product.known; k++) {
        struct affine_term t = rest.terms[k];
        product.known = !__builtin_mul_overflow(t.factor, a->constant, &t.factor);
        add_term(&product, &t);
        for (unsigned i = 0; i < a->count && product.known; i++) {
            product.known = multiply_terms(&a->terms[i], &rest.terms[k], &t);
            add_term(&product, &t);
        }
    }
    return product;
}

bool affine_is_linear(const struct affine *a)
{
    for (unsigned i = 0; i < a->count; i++)
        if (degree(&a->terms[i]) > 1)
            return false;
    return a->known;
}

unsigned affine_atom_loop(const struct func *f, unsigned atom)
{
    return atom >= f->value_count ? atom - f->value_count : func_loop_of(f, atom);
}

/* Nothing in it changes while `loop` runs. */
static bool is_invariant(const struct func *f, const struct affine *a, unsigned loop)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned k = 0; k < degree(&a->terms[i]); k++)
            if (func_loop_contains(f, loop, affine_atom_loop(f, a->terms[i].atoms[k])))
                return false;
    return a->known;
}

/* The form without the terms that have exactly this atom; *factor: of these. */
static struct affine without_atom(const struct affine *a, unsigned atom, int64_t *factor)
{
    struct affine rest = *a;
    *factor = 0;
    for (unsigned i = 0; i < rest.count; i++)
        if (rest.terms[i].atoms[0] == atom && degree(&rest.terms[i]) == 1) {
            *factor = rest.terms[i].factor;
            rest.terms[i] = rest.terms[--rest.count];
            break;
        }
    return rest;
}

/* ---- values ---------------------------------------------------------------------------------- */

static struct affine_address look(struct affine_context *c, LLVMValueRef v, unsigned steps);

static struct affine look_number(struct affine_context *c, LLVMValueRef v, unsigned steps)
{
    return look(c, v, steps).offset;
}

static bool is_number(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64;
}

static struct affine constant_number(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) ? affine_constant(LLVMConstIntGetSExtValue(v)) : unknown();
}

/* A shift by a constant as a product. A shift that keeps the sign multiplies by a power of two. */
static struct affine shifted(const struct affine *a, const struct affine *by)
{
    if (!by->known || by->count || by->constant < 0 || by->constant > 62)
        return unknown();
    struct affine power = affine_constant((int64_t)1 << by->constant);
    return affine_product(a, &power);
}

static struct affine binary(struct affine_context *c, LLVMValueRef v, LLVMOpcode op, unsigned steps)
{
    struct affine a = look_number(c, LLVMGetOperand(v, 0), steps),
                  b = look_number(c, LLVMGetOperand(v, 1), steps);
    switch (op) {
    case LLVMAdd:
    case LLVMOr: return affine_sum(&a, &b, 1);
    case LLVMSub: return affine_sum(&a, &b, -1);
    case LLVMMul: return affine_product(&a, &b);
    default: return shifted(&a, &b);
    }
}

/* What an instruction computes, by its flags, over the integers; not known without them. Of two
 * numbers that have no bit in common, the sum has no carry. */
static struct affine arithmetic(struct affine_context *c, LLVMValueRef v, unsigned steps)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        return LLVMGetNSW(v) || ezb_scev_no_signed_wrap(c->f->cx, v) ? binary(c, v, op, steps)
                                                                     : unknown();
    case LLVMOr: return LLVMGetIsDisjoint(v) ? binary(c, v, op, steps) : unknown();
    case LLVMSExt: return look_number(c, LLVMGetOperand(v, 0), steps);
    case LLVMZExt: return LLVMGetNNeg(v) ? look_number(c, LLVMGetOperand(v, 0), steps) : unknown();
    case LLVMTrunc: return LLVMGetNSW(v) ? look_number(c, LLVMGetOperand(v, 0), steps) : unknown();
    default: return unknown();
    }
}

/* Steps of one that begin at a constant cannot wrap around with 64 bits: no loop runs so long. */
static bool counts_by_one(LLVMValueRef phi, LLVMValueRef next, LLVMValueRef start, int64_t *step)
{
    LLVMOpcode op = LLVMIsAInstruction(next) ? LLVMGetInstructionOpcode(next) : LLVMRet;
    if ((op != LLVMAdd && op != LLVMSub) || LLVMGetOperand(next, 0) != phi ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)) || !LLVMIsAConstantInt(start) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(phi)) != 64)
        return false;
    int64_t k = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)),
            from = LLVMConstIntGetSExtValue(start);
    *step = op == LLVMAdd ? k : -k;
    return (k == 1 || k == -1) && from >= -INT32_MAX && from <= INT32_MAX;
}

/* Scalar evolution has proved that the phi goes from start in constant steps without signed
 * wrap-around. */
static bool proved_steps(const struct func *f, LLVMValueRef phi, unsigned l, int64_t *step)
{
    EzbLoop loop;
    EzbScev first, by, s = ezb_scev_of(f->cx, f->fn, phi);
    return s && ezb_scev_is_addrec(f->cx, s, &loop, &first, &by) && loop == f->loops[l].handle &&
           ezb_scev_has_nsw(s) && ezb_scev_const(by, step);
}

static unsigned latch_entry(const struct func *f, LLVMValueRef phi, unsigned l)
{
    return func_block_id(f, LLVMGetIncomingBlock(phi, 0)) == f->loops[l].latch ? 0 : 1;
}

static struct affine times_counter(const struct func *f, const struct affine *start, unsigned l,
                                   const struct affine *step)
{
    struct affine counter = affine_atom(affine_counter(f, l)),
                  distance = affine_product(&counter, step);
    return affine_sum(start, &distance, 1);
}

/* start + counter * step: if each value is the one before plus something that the loop does not
 * change, without wrap-around, and poison if that is not so, then a value that is not poison is the
 * exact sum of all steps before. */
static struct affine_address header_phi(struct affine_context *c, unsigned v, unsigned l,
                                        unsigned steps)
{
    const struct func *f = c->f;
    LLVMValueRef phi = f->values[v];
    unsigned latch = latch_entry(f, phi, l);
    bool pointer = !is_number(LLVMTypeOf(phi));
    LLVMValueRef next = LLVMGetIncomingValue(phi, latch),
                 start = LLVMGetIncomingValue(phi, 1 - latch);
    VEC_PUSH(f->arena, &c->phis, v);
    struct affine_address after = look(c, next, steps), first = {.base = NULL};
    c->phis.count--;
    int64_t factor = 1, k;
    struct affine step = pointer ? after.offset : without_atom(&after.offset, v, &factor);
    bool regular = after.offset.known && factor == 1 && is_invariant(f, &step, l) &&
                   (!pointer || (after.base == phi && !after.may_wrap));
    if (!regular && !pointer &&
        (counts_by_one(phi, next, start, &k) || proved_steps(f, phi, l, &k)))
        step = affine_constant(k), regular = true;
    if (!regular)
        return first;
    first = look(c, start, steps);
    first.offset = times_counter(f, &first.offset, l, &step);
    return first;
}

static struct affine_address look_phi(struct affine_context *c, unsigned v, unsigned steps)
{
    const struct func *f = c->f;
    LLVMValueRef phi = f->values[v];
    unsigned l = func_loop_of(f, v);
    if (LLVMCountIncoming(phi) == 1) {
        LLVMValueRef only = LLVMGetIncomingValue(phi, 0);
        unsigned id = func_id(f, only);
        if (id == NO_ID || func_loop_contains(f, func_loop_of(f, id), l))
            return look(c, only, steps);
    }
    if (l == NO_ID || f->block_of[v] != f->loops[l].header || LLVMCountIncoming(phi) != 2)
        return (struct affine_address){.base = NULL};
    if (v == f->loops[l].counter)
        return (struct affine_address){.offset = affine_atom(affine_counter(f, l))};
    return header_phi(c, v, l, steps);
}

enum { INDEX_BITS = 38 };

/* Sums of products of such indices with sizes of elements stay far away from 2^63. */
static bool is_small(struct affine_context *c, LLVMValueRef index)
{
    const struct func *f = c->f;
    if (LLVMIsAConstantInt(index)) {
        int64_t k = LLVMConstIntGetSExtValue(index);
        return k >= INT32_MIN && k <= INT32_MAX;
    }
    EzbScev s = is_number(LLVMTypeOf(index)) ? ezb_scev_of(f->cx, f->fn, index) : NULL;
    return s && ezb_scev_fits_signed(f->cx, f->fn, s, INDEX_BITS);
}

/* Nothing wraps around on the way from the base to the address. */
static bool promises_course(LLVMValueRef gep)
{
    return (LLVMGEPGetNoWrapFlags(gep) & (LLVMGEPFlagInBounds | LLVMGEPFlagNUSW)) != 0;
}

/* The distance from the base is exact: by what the instruction promises, or because it is too small
 * to wrap around. */
static bool is_exact_course(struct affine_context *c, LLVMValueRef gep)
{
    enum { ELEMENT_MAX = 1 << 20 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->f->module);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    if (!LLVMTypeIsSized(t))
        return false;
    if (promises_course(gep))
        return true;
    for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++)
        if (!is_small(c, LLVMGetOperand(gep, i)))
            return false;
    return LLVMABISizeOfType(layout, t) <= ELEMENT_MAX;
}

static bool add_index(struct affine_context *c, struct affine *offset, LLVMValueRef index,
                      uint64_t size, unsigned steps)
{
    struct affine i = look_number(c, index, steps);
    if (size > INT32_MAX)
        return false;
    *offset = affine_sum(offset, &i, (int64_t)size);
    return offset->known;
}

static struct affine_address look_gep(struct affine_context *c, LLVMValueRef gep, unsigned steps)
{
    struct affine_address none = {.base = NULL}, a = look(c, LLVMGetOperand(gep, 0), steps);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->f->module);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    if (!a.base || !is_exact_course(c, gep))
        return none;
    a.may_wrap |= !promises_course(gep);
    for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        bool is_struct = i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind;
        if (is_struct) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            struct affine k = affine_constant((int64_t)LLVMOffsetOfElement(layout, t, field));
            a.offset = affine_sum(&a.offset, &k, 1);
            t = LLVMStructGetTypeAtIndex(t, field);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
            return none;
        t = i > 1 ? LLVMGetElementType(t) : t;
        if (!add_index(c, &a.offset, index, LLVMABISizeOfType(layout, t), steps))
            return none;
    }
    return a.offset.known ? a : none;
}

static struct affine_address look_constant(struct affine_context *c, LLVMValueRef v, unsigned steps)
{
    struct affine_address a = {.base = NULL};
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)
        a = look_gep(c, v, steps);
    if (a.base || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind)
        return a;
    return (struct affine_address){.base = v, .offset = affine_constant(0)};
}

/* The value itself, of which nothing is known. */
static struct affine_address itself(const struct func *f, unsigned v)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(f->values[v])) == LLVMPointerTypeKind;
    return (struct affine_address){.base = pointer ? f->values[v] : NULL,
                                   .offset = pointer ? affine_constant(0) : affine_atom(v)};
}

static struct affine_address take_apart(struct affine_context *c, unsigned v, unsigned steps)
{
    LLVMValueRef inst = c->f->values[v];
    struct affine_address a = {.base = NULL};
    if (v < c->f->arg_count || !steps || !c->left)
        return itself(c->f, v);
    c->left--;
    if (LLVMIsAPHINode(inst))
        a = look_phi(c, v, steps - 1);
    else if (LLVMIsAGetElementPtrInst(inst))
        a = look_gep(c, inst, steps - 1);
    else
        a.offset = arithmetic(c, inst, steps - 1);
    return a.offset.known && (a.base || is_number(LLVMTypeOf(inst))) ? a : itself(c->f, v);
}

static bool is_pending(const struct affine_context *c, unsigned v)
{
    for (unsigned i = 0; i < c->phis.count; i++)
        if (c->phis.items[i] == v)
            return true;
    return false;
}

static struct affine_address look(struct affine_context *c, LLVMValueRef v, unsigned steps)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!is_number(t) && LLVMGetTypeKind(t) != LLVMPointerTypeKind)
        return (struct affine_address){.base = NULL};
    if (LLVMIsAConstant(v))
        return is_number(t) ? (struct affine_address){.offset = constant_number(v)}
                            : look_constant(c, v, steps);
    unsigned id = func_id(c->f, v);
    if (id == NO_ID)
        return (struct affine_address){.base = NULL};
    if (c->memo[id])
        return *c->memo[id];
    if (is_pending(c, id))
        return itself(c->f, id);
    struct affine_address a = take_apart(c, id, steps);
    if (c->phis.count == 0)
        *(c->memo[id] = ARENA_NEW(c->f->arena, struct affine_address)) = a;
    return a;
}

struct affine_address affine_address_of(struct affine_context *c, LLVMValueRef pointer)
{
    c->left = AFFINE_VALUES;
    return look(c, pointer, AFFINE_STEPS);
}

struct affine affine_of(struct affine_context *c, LLVMValueRef v)
{
    return affine_address_of(c, v).offset;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* A condition that decides a branch of block `at`. */
struct condition {
    affine_clauses *into;
    unsigned at;
    unsigned before; /* a loop: what held in the iteration before, unless this is the first */
};

static void add_constraint(struct affine_clause *k, unsigned alternative, const struct affine *form,
                           int64_t factor, int64_t plus, bool equal)
{
    struct affine constant = affine_constant(plus);
    struct affine_constraint *x =
        &k->alternatives[alternative].constraints[k->alternatives[alternative].count++];
    x->form = affine_sum(&constant, form, factor);
    x->equal = equal;
}

/* In the iteration of `loop` before: what else changes in the loop makes the form unknown. */
static bool move_back(const struct func *f, struct affine *a, unsigned loop)
{
    int64_t factor;
    struct affine rest = without_atom(a, affine_counter(f, loop), &factor);
    return is_invariant(f, &rest, loop) &&
           !__builtin_sub_overflow(a->constant, factor, &a->constant);
}

static bool alternative_is_usable(const struct func *f, struct affine_clause *k, unsigned i,
                                  unsigned before)
{
    unsigned kept = 0;
    for (unsigned n = 0; n < k->alternatives[i].count; n++) {
        struct affine_constraint *x = &k->alternatives[i].constraints[n];
        if (affine_is_linear(&x->form) && (before == NO_ID || move_back(f, &x->form, before)))
            k->alternatives[i].constraints[kept++] = *x;
    }
    k->alternatives[i].count = kept;
    return kept > 0;
}

/* Leaves out what is not linear, and with that the clause if something is left that always holds.
 */
static void add_clause(const struct func *f, const struct condition *at, struct affine_clause *k)
{
    for (unsigned i = 0; i < k->count; i++)
        if (!alternative_is_usable(f, k, i, at->before))
            return;
    if (at->before != NO_ID) {
        struct affine counter = affine_atom(affine_counter(f, at->before));
        add_constraint(k, k->count++, &counter, 1, 0, true);
    }
    VEC_PUSH(f->arena, at->into, *k);
}

/* x < y (strict) or x <= y, as unsigned numbers: in order, where the signs are the same; or only y
 * is negative. */
static void unsigned_order(struct affine_clause *k, const struct affine *x, const struct affine *y,
                           bool strict)
{
    struct affine d = affine_sum(y, x, -1);
    k->count = 3;
    add_constraint(k, 0, x, 1, 0, false), add_constraint(k, 0, &d, 1, -strict, false);
    add_constraint(k, 1, x, 1, 0, false), add_constraint(k, 1, y, -1, -1, false);
    add_constraint(k, 2, y, -1, -1, false), add_constraint(k, 2, &d, 1, -strict, false);
}

/* The loop that is left if the condition does not hold, where that is asked in every iteration. */
static unsigned loop_gone_on(const struct func *f, const struct condition *at)
{
    unsigned l = f->blocks[at->at].loop;
    bool leaves = false;
    for (unsigned i = 0; i < f->blocks[at->at].succ_count; i++)
        leaves |= !func_loop_contains(f, l, f->blocks[f->blocks[at->at].succs[i]].loop);
    return l != NO_ID && leaves && func_dominates(f, at->at, f->loops[l].latch) ? l : NO_ID;
}

/* d != 0. If a loop goes on only where that holds, and d goes in steps of one, then d has never
 * been zero: it has the sign still that it had in the first iteration. */
static void unequal(const struct func *f, const struct condition *at, const struct affine *d)
{
    struct affine_clause k = {.count = 2};
    unsigned l = loop_gone_on(f, at);
    int64_t step = 0;
    struct affine first = l == NO_ID ? *d : without_atom(d, affine_counter(f, l), &step);
    if (l == NO_ID || (step != 1 && step != -1) || !is_invariant(f, &first, l))
        first = *d, step = 1;
    add_constraint(&k, 0, d, -step, -1, false);
    add_constraint(&k, 1, &first, step, -1, false);
    add_clause(f, at, &k);
}

static void order(const struct func *f, const struct condition *at, LLVMIntPredicate p,
                  const struct affine *x, const struct affine *y, bool same_sign)
{
    struct affine_clause k = {.count = 1};
    struct affine d = affine_sum(y, x, -1);
    switch (p) {
    case LLVMIntEQ: add_constraint(&k, 0, &d, 1, 0, true); break;
    case LLVMIntNE: unequal(f, at, &d); return;
    case LLVMIntSGT:
    case LLVMIntSGE: add_constraint(&k, 0, &d, -1, -(p == LLVMIntSGT), false); break;
    case LLVMIntSLT:
    case LLVMIntSLE: add_constraint(&k, 0, &d, 1, -(p == LLVMIntSLT), false); break;
    case LLVMIntUGT:
    case LLVMIntUGE:
        if (same_sign)
            add_constraint(&k, 0, &d, -1, -(p == LLVMIntUGT), false);
        else
            unsigned_order(&k, y, x, p == LLVMIntUGT);
        break;
    default:
        if (same_sign)
            add_constraint(&k, 0, &d, 1, -(p == LLVMIntULT), false);
        else
            unsigned_order(&k, x, y, p == LLVMIntULT);
    }
    add_clause(f, at, &k);
}

static LLVMIntPredicate inverse(LLVMIntPredicate p)
{
    static const LLVMIntPredicate of[] = {[LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,
                                          [LLVMIntUGT] = LLVMIntULE, [LLVMIntUGE] = LLVMIntULT,
                                          [LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
                                          [LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT,
                                          [LLVMIntSLT] = LLVMIntSGE, [LLVMIntSLE] = LLVMIntSGT};
    return of[p];
}

/* Addresses are equal if their offsets are, and ordered as these where nothing wraps around. */
static void compare(struct affine_context *c, const struct condition *at, LLVMValueRef test,
                    bool holds)
{
    LLVMValueRef x = LLVMGetOperand(test, 0), y = LLVMGetOperand(test, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(test);
    bool pointers = LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMPointerTypeKind;
    struct affine_address a = affine_address_of(c, x), b = affine_address_of(c, y);
    if (!a.offset.known || !b.offset.known || (pointers && (!a.base || a.base != b.base)) ||
        (pointers && p >= LLVMIntSGT) ||
        (p != LLVMIntEQ && p != LLVMIntNE && (a.may_wrap || b.may_wrap)))
        return;
    if (pointers && !LLVMIsAConstant(a.base)) {
        unsigned base = func_id(c->f, a.base);
        if (base == NO_ID || func_loop_of(c->f, base) != NO_ID)
            return;
    }
    order(c->f, at, holds ? p : inverse(p), &a.offset, &b.offset, pointers || ezb_same_sign(test));
}

/* The operands of a condition of several, all of which have the value `holds`: those of an `and`
 * that is true, of an `or` that is false. 0 if there are none. */
static bool parts_of(LLVMValueRef cond, bool holds, LLVMValueRef *a, LLVMValueRef *b)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(cond);
    *a = LLVMGetOperand(cond, 0);
    if (op == (holds ? LLVMAnd : LLVMOr)) {
        *b = LLVMGetOperand(cond, 1);
        return true;
    }
    if (op != LLVMSelect)
        return false;
    LLVMValueRef fixed = LLVMGetOperand(cond, holds ? 2 : 1);
    *b = LLVMGetOperand(cond, holds ? 1 : 2);
    return LLVMIsAConstantInt(fixed) && (LLVMConstIntGetZExtValue(fixed) != 0) != holds;
}

/* A branch on poison is undefined: neither the condition nor what it is made of is poison. */
static void assume(struct affine_context *c, const struct condition *at, LLVMValueRef cond,
                   bool holds, unsigned steps)
{
    LLVMValueRef a, b;
    if (!LLVMIsAInstruction(cond) || !steps ||
        LLVMGetTypeKind(LLVMTypeOf(cond)) != LLVMIntegerTypeKind)
        return;
    if (LLVMIsAICmpInst(cond)) {
        compare(c, at, cond, holds);
    } else if (parts_of(cond, holds, &a, &b)) {
        assume(c, at, a, holds, steps - 1);
        assume(c, at, b, holds, steps - 1);
    }
}

static bool is_conditional(LLVMValueRef terminator)
{
    return LLVMGetInstructionOpcode(terminator) == LLVMBr && LLVMIsConditional(terminator) &&
           LLVMGetSuccessor(terminator, 0) != LLVMGetSuccessor(terminator, 1);
}

/* Every way to b leads through the branch from its dominator d to x, in the same iteration of the
 * loops around d. */
static void assume_edge(struct affine_context *c, affine_clauses *into, unsigned d, unsigned x,
                        unsigned b)
{
    const struct func *f = c->f;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(f->blocks[d].ref);
    struct condition at = {.into = into, .at = d, .before = NO_ID};
    if (f->blocks[x].pred_count != 1 || f->blocks[x].preds[0] != d || !is_conditional(branch) ||
        !func_loop_contains(f, f->blocks[d].loop, f->blocks[b].loop))
        return;
    assume(c, &at, LLVMGetCondition(branch), LLVMGetSuccessor(branch, 0) == f->blocks[x].ref,
           ADDRESS_STEPS);
}

/* The latch has led to another iteration each time but the first. */
static void assume_latch(struct affine_context *c, affine_clauses *into, unsigned l)
{
    const struct func *f = c->f;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].latch].ref);
    struct condition at = {.into = into, .at = f->loops[l].latch, .before = l};
    if (is_conditional(branch))
        assume(c, &at, LLVMGetCondition(branch),
               LLVMGetSuccessor(branch, 0) == f->blocks[f->loops[l].header].ref, ADDRESS_STEPS);
}

static void assume_counter(const struct func *f, affine_clauses *into, unsigned l)
{
    struct affine_clause k = {.count = 1};
    struct affine counter = affine_atom(affine_counter(f, l));
    add_constraint(&k, 0, &counter, 1, 0, false);
    VEC_PUSH(f->arena, into, k);
}

const affine_clauses *affine_domain(struct affine_context *c, unsigned b)
{
    const struct func *f = c->f;
    if (c->domains[b])
        return c->domains[b];
    affine_clauses *into = c->domains[b] = ARENA_NEW(f->arena, affine_clauses);
    for (unsigned l = f->blocks[b].loop; l != NO_ID; l = f->loops[l].parent) {
        assume_counter(f, into, l);
        assume_latch(c, into, l);
    }
    for (unsigned x = b; f->blocks[x].idom != NO_ID; x = f->blocks[x].idom)
        assume_edge(c, into, f->blocks[x].idom, x, b);
    return into;
}

struct affine_context *affine_analyse(struct func *f)
{
    struct affine_context *c = ARENA_NEW(f->arena, struct affine_context);
    c->f = f;
    c->memo = ARENA_ARRAY(f->arena, struct affine_address *, f->value_count);
    c->domains = ARENA_ARRAY(f->arena, affine_clauses *, f->block_count);
    return c;
}
