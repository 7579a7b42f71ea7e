/* Values and conditions as integers without bounds: sums of products of loop counters and of values
 * that nothing is known of.
 *
 * Every form is exact, without wrap-around, in each execution in which the value is used as the
 * address of an access or decides a branch. Where that is the case, the value is not poison, and so
 * no instruction that it was computed from broke a promise that its flags make (nsw, nuw, nneg,
 * inbounds, ...). Where an instruction promises nothing, its result is an atom: a number of which
 * nothing is known. Integers stand for what their bits mean as signed numbers. */
#ifndef ENZCC_FACTS_AFFINE_H
#define ENZCC_FACTS_AFFINE_H
#include "base/limits.h"
#include "ir/func.h"

LIMIT(AFFINE_TERMS, 12);
enum { AFFINE_DEGREE = 3 };

/* factor * atoms[0] * atoms[1] * ...; atoms in ascending order, then NO_ID. An atom is the counter
 * of a loop (value_count + loop), which counts the iterations before the current one, or the number
 * of a value. */
struct affine_term {
    unsigned atoms[AFFINE_DEGREE];
    int64_t factor;
};
struct affine {
    bool known;
    int64_t constant;
    unsigned count;
    struct affine_term terms[AFFINE_TERMS];
};

/* base + offset bytes; base NULL: unknown. The distance of two addresses with one base is exact. */
struct affine_address {
    LLVMValueRef base;
    struct affine offset;
    bool may_wrap; /* the address may lie beyond the end of the address space */
};

/* form >= 0, or form == 0 */
struct affine_constraint {
    struct affine form;
    bool equal;
};
/* One of the alternatives holds: all its constraints do, which are linear. */
enum { AFFINE_ALTERNATIVES = 4, AFFINE_CONSTRAINTS = 2 };
struct affine_clause {
    unsigned count;
    struct {
        unsigned count;
        struct affine_constraint constraints[AFFINE_CONSTRAINTS];
    } alternatives[AFFINE_ALTERNATIVES];
};
typedef VEC(struct affine_clause) affine_clauses;

struct affine_context;
struct affine_context *affine_analyse(struct func *f);
struct affine affine_of(struct affine_context *c, LLVMValueRef v);
struct affine_address affine_address_of(struct affine_context *c, LLVMValueRef pointer);
/* What holds whenever block b runs, of the counters of the loops around it and of other atoms. */
const affine_clauses *affine_domain(struct affine_context *c, unsigned b);

/* The loop in whose iterations an atom has one value each: NO_ID for one value in all. */
unsigned affine_atom_loop(const struct func *f, unsigned atom);
static inline unsigned affine_counter(const struct func *f, unsigned loop)
{
    return f->value_count + loop;
}
bool affine_is_linear(const struct affine *a);
struct affine affine_constant(int64_t k);
struct affine affine_atom(unsigned atom);
/* a + factor * b; not known where numbers get too large or terms too many. */
struct affine affine_sum(const struct affine *a, const struct affine *b, int64_t factor);
struct affine affine_product(const struct affine *a, const struct affine *b);
#endif
