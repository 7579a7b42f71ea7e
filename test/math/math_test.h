/* Shared by the tests of the rule tables: rows as the .def files list them, multi-precision
 * oracles, IR and JIT.
 *
 * A row is tested by building its primal and rule_adjoint / rule_tangent in IR for one FP type,
 * compiling that, and comparing with differences of the function itself in multi-precision
 * arithmetic. */
#ifndef MATH_TEST_H
#define MATH_TEST_H
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include "rules/table.h"

#define MAX_OPERANDS RULE_MAX_OPERANDS
#define MAX_RESULTS  RULE_MAX_RESULTS

/* ---- rows ------------------------------------------------------------------------------------ */

struct test_row {
    const char *id, *name, *signature, *samples;
    unsigned flags;
    LLVMOpcode opcode; /* 0: a function */
};
extern const struct test_row test_rows[];
extern const size_t test_row_count;
const struct rule *test_rule(const struct test_row *row);

struct interval {
    double low, high;
    bool integer;
};
/* Interval of operand k in the samples column. */
struct interval sample_interval(const char *samples, unsigned k);

/* ---- oracles --------------------------------------------------------------------------------- */

/* r = component c of the function at x. */
typedef void oracle_fn(mpfr_t r, mpfr_t *x, int c);

#define ORACLE_KEEPS_NAN                                                                           \
    1u /* the derivative does not read the operands' values: NaN operands need not give NaN */
#define ORACLE_NO_EDGES                                                                            \
    2u /* only the row's samples: the function itself is not computed far outside */
#define ORACLE_MODERATE                                                                            \
    4u /* no subnormal or huge edges: the formula's intermediate powers overflow or lose y - 1 */
#define ORACLE_ROUGH 8u /* 12-bit approximations: three decimals count; ordinary points only */

struct oracle {
    const char *id;
    oracle_fn *fn;
    double scale; /* errors are relative to max(|derivative|, scale) */
    unsigned flags;
};
const struct oracle *oracle_find(const char *id);

enum oracle_verdict { ORACLE_VALUE, ORACLE_KINK, ORACLE_UNDEFINED };
/* d(component c)/d(operand k) at x[0..n); kinks and points outside the domain are told apart. */
enum oracle_verdict oracle_derivative(mpfr_t r, const struct oracle *o, mpfr_t *x, unsigned n,
                                      unsigned k, int c);

/* ---- types and code -------------------------------------------------------------------------- */

enum test_type {
    TYPE_HALF,
    TYPE_BFLOAT,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_FP80,
    TYPE_FP128,
    TYPE_COUNT
};
struct type_facts {
    const char *name;
    int precision, emax; /* mantissa bits, largest exponent as in <float.h> */
};
extern const struct type_facts type_facts[TYPE_COUNT];

struct variant {
    enum test_type type;
    unsigned lanes; /* 1 = scalar */
    bool strong_zero, singular_ieee, intrinsic;
    enum rule_ties ties;
};

struct jit;
struct jit *jit_new(const struct variant *v);
/* Adds the code of a row; false if it has no such form (intrinsic of a library function, vector of
 * a libm call). */
bool jit_add(struct jit *j, const struct test_row *row);
/* Verifies and compiles what was added; aborts with a message on invalid IR. */
void jit_compile(struct jit *j);
LLVMModuleRef jit_module(struct jit *j);
void jit_free(struct jit *j);

struct outcome {
    mpfr_t result[MAX_RESULTS], adjoint[MAX_RESULTS][MAX_OPERANDS],
        tangent[MAX_RESULTS][MAX_OPERANDS];
};
void outcome_init(struct outcome *o);
/* Runs the row at x (rounded to the type) with factor seed in every lane; lane 0's outcome. */
void jit_run(struct jit *j, const struct test_row *row, mpfr_t *x, double seed,
             struct outcome *out);
/* Rounds to the type's format, with its overflow and subnormals. */
void round_to_type(mpfr_t x, enum test_type type);

/* Implementations for names that the C library of this machine lacks; NULL if it is not one of
 * them. */
void *missing_function(const char *name);
#endif
