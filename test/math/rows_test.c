/* Every row of the rule tables against multi-precision differences of the function itself.
 *
 * usage: rows_test [row]     all rows, or one with every point printed that fails
 * For each FP type, in scalar and vector form, as library function and as intrinsic: pseudo-random
 * points of the row's samples column, edge points (zeros, subnormals, huge numbers), NaN operands,
 * zero seeds at infinite partials (strong zero), and the table of kinks and singular points
 * edges.def. A row without oracle fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm/Config/llvm-config.h>
#include "math_test.h"

enum { POINTS = 12, ULPS = 32 };

struct tally {
    unsigned long checks, failures, kinks, undefined;
};

static const char *only;

static bool selected(const struct test_row *row)
{
    return !only || !strcmp(only, row->id);
}

/* What a failure message says about the place. */
struct place {
    const struct variant *v;
    const struct test_row *row;
    mpfr_t *x;
    unsigned k;
    int c;
    const char *what;
};

static void report(const struct place *p, mpfr_t want, mpfr_t got)
{
    unsigned n = rule_operand_count(test_rule(p->row));
    fprintf(stderr, "%s %s%s x%u: d%d/d%u %s at", p->row->id, type_facts[p->v->type].name,
            p->v->intrinsic ? " intrinsic" : "", p->v->lanes, p->c, p->k, p->what);
    for (unsigned i = 0; i < n; i++)
        mpfr_fprintf(stderr, " %.17Rg", p->x[i]);
    mpfr_fprintf(stderr, ": want %.20Rg got %.20Rg\n", want, got);
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* |got - want| <= ULPS units in the last place of max(|want|, scale), plus the reciprocal of the
 * largest number: what is smaller may be lost to an overflowing denominator such as 1 + x^2. */
static bool close_enough(mpfr_t want, mpfr_t got, enum test_type type, double scale)
{
    const struct type_facts *t = &type_facts[type];
    mpfr_t error, bound, size;
    bool ok;
    if (!mpfr_number_p(want) || !mpfr_number_p(got))
        return mpfr_nan_p(want) ? mpfr_nan_p(got) : mpfr_equal_p(want, got);
    mpfr_inits2(256, error, bound, size, (mpfr_ptr)0);
    mpfr_sub(error, got, want, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    mpfr_abs(bound, want, MPFR_RNDN);
    if (mpfr_cmp_d(bound, scale) < 0)
        mpfr_set_d(bound, scale, MPFR_RNDN);
    mpfr_mul_ui(bound, bound, ULPS, MPFR_RNDN);
    mpfr_div_2si(bound, bound, t->precision, MPFR_RNDN);
    mpfr_set_ui_2exp(size, 1, 2 - t->emax, MPFR_RNDN);
    mpfr_add(bound, bound, size, MPFR_RNDN);
    ok = mpfr_lessequal_p(error, bound);
    mpfr_clears(error, bound, size, (mpfr_ptr)0);
    return ok;
}

/* Narrowing functions have tangents of the narrow type. */
static enum test_type tangent_type(const struct place *p)
{
    if (p->row->signature[0] != 'g' || p->row->opcode)
        return p->v->type;
    return p->v->type == TYPE_DOUBLE ? TYPE_FLOAT : TYPE_DOUBLE;
}

static void check(struct tally *t, const struct place *p, mpfr_t want, struct outcome *out,
                  double scale)
{
    static const char *const names[] = {"adjoint", "tangent"};
    for (int i = 0; i < 2; i++) {
        mpfr_t *got = i ? &out->tangent[p->c][p->k] : &out->adjoint[p->c][p->k];
        struct place at = *p;
        at.what = names[i];
        enum test_type type = i ? tangent_type(p) : p->v->type;
        mpfr_t rounded;
        mpfr_init2(rounded, mpfr_get_prec(want));
        mpfr_set(rounded, want, MPFR_RNDN);
        round_to_type(rounded, type);
        t->checks++;
        bool ok = close_enough(rounded, *got, type, scale);
        mpfr_clear(rounded);
        if (ok)
            continue;
        t->failures++;
        report(&at, want, *got);
    }
}

/* ---- points ---------------------------------------------------------------------------------- */

static double unit_random(unsigned long *state)
{
    *state = *state * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void sample_point(const struct test_row *row, unsigned index, mpfr_t *x, enum test_type type)
{
    unsigned n = rule_operand_count(test_rule(row));
    const char *operand = strchr(row->signature, ':') + 1;
    unsigned long state = index * 2654435761ul + 12345;
    for (unsigned k = 0; k < n; k++) {
        struct interval s = sample_interval(row->samples, k);
        double u = (unit_random(&state), unit_random(&state)), v = s.low + u * (s.high - s.low);
        if (operand[k] == 'i' || s.integer)
            v = floor(v);
        mpfr_set_d(x[k], v, MPFR_RNDN);
        round_to_type(x[k], type);
    }
}

/* Zeros, ones, subnormal, smallest and largest normal numbers of either sign. */
enum { EDGES = 13, MODERATE_EDGES = 7 };
static void edge_value(mpfr_t x, unsigned index, enum test_type type)
{
    const struct type_facts *t = &type_facts[type];
    static const double plain[] = {0.0, -0.0, 1, -1, 0.5, -2, 3};
    switch (index) {
    case 7: mpfr_set_si_2exp(x, 1, 3 - t->emax - t->precision, MPFR_RNDN); return;
    case 8: mpfr_set_si_2exp(x, -3, 3 - t->emax - t->precision, MPFR_RNDN); return;
    case 9: mpfr_set_si_2exp(x, 1, 2 - t->emax, MPFR_RNDN); return;
    case 10: mpfr_set_si_2exp(x, 3, t->emax - 2, MPFR_RNDN); return;
    case 11: mpfr_set_si_2exp(x, -3, t->emax - 2, MPFR_RNDN); return;
    case 12: mpfr_set_si_2exp(x, 5, t->emax / 2, MPFR_RNDN); return;
    default: mpfr_set_d(x, plain[index], MPFR_RNDN); return;
    }
}

/* ---- one point ------------------------------------------------------------------------------- */

/* Points where a partial is a convention, left to edges.def (sqrt, cbrt, hypot at 0, ties of min
 * and max), or where the result that the formula reads overflowed or is subnormal and has lost its
 * digits. */
static bool is_special(const struct place *p, struct outcome *out)
{
    const struct rule *r = test_rule(p->row);
    if (strstr(r->partial[0], "singular(") && mpfr_zero_p(out->result[p->c]))
        return true;
    if (strstr(r->partial[0], "pick(") && !mpfr_cmpabs(p->x[0], p->x[1]))
        return true;
    if (!(rule_needs(r, 0) & RULE_NEEDS_RESULT))
        return false;
    return mpfr_inf_p(out->result[p->c]) ||
           (mpfr_regular_p(out->result[p->c]) &&
            mpfr_get_exp(out->result[p->c]) < 3 - type_facts[p->v->type].emax);
}

/* The forms of one type that are compiled together: {library, intrinsic} x {scalar, vector}. */
enum { FORMS = 4 };
struct forms {
    struct variant v[FORMS];
    struct jit *jit[FORMS];
    bool *present[FORMS]; /* by row */
};

struct expectation {
    enum oracle_verdict verdict[MAX_RESULTS][MAX_OPERANDS];
    mpfr_t want[MAX_RESULTS][MAX_OPERANDS];
};

static bool is_fp(const struct test_row *row, unsigned c, unsigned k)
{
    char operand = strchr(row->signature, ':')[1 + k];
    return operand != 'i' && operand != 'p' && row->signature[c] != 'i';
}

/* Where one partial overflows (1/y at tiny y), the others at the same point are not asked for. */
static void expect_point(struct tally *t, const struct test_row *row, mpfr_t *x,
                         enum test_type type, struct expectation *e)
{
    const struct oracle *o = oracle_find(row->id);
    unsigned n = rule_operand_count(test_rule(row)), m = rule_result_count(test_rule(row));
    for (unsigned c = 0; c < m; c++) {
        bool overflow = false;
        for (unsigned k = 0; k < n; k++) {
            mpfr_ptr want = e->want[c][k];
            enum oracle_verdict v =
                is_fp(row, c, k) ? oracle_derivative(want, o, x, n, k, (int)c) : ORACLE_UNDEFINED;
            t->kinks += v == ORACLE_KINK;
            t->undefined += v == ORACLE_UNDEFINED;
            round_to_type(want, type);
            overflow |= v == ORACLE_VALUE && mpfr_inf_p(want);
            e->verdict[c][k] = v;
        }
        for (unsigned k = 0; k < n; k++)
            if (overflow && !mpfr_inf_p(e->want[c][k]))
                e->verdict[c][k] = ORACLE_UNDEFINED;
    }
}

static void check_form(struct tally *t, struct jit *j, struct place *p, struct expectation *e,
                       struct outcome *out)
{
    const struct rule *rule = test_rule(p->row);
    const struct oracle *o = oracle_find(p->row->id);
    double scale =
        o->flags & ORACLE_ROUGH ? ldexp(1, 12) : o->scale; /* of the size of 1/x^2 at the samples */
    jit_run(j, p->row, p->x, 1, out);
    for (p->c = 0; p->c < (int)rule_result_count(rule); p->c++)
        for (p->k = 0; p->k < rule_operand_count(rule) && !is_special(p, out); p->k++)
            if (e->verdict[p->c][p->k] == ORACLE_VALUE)
                check(t, p, e->want[p->c][p->k], out, scale);
}

/* A NaN operand gives NaN wherever the derivative reads an operand. */
static void check_nan(struct tally *t, struct jit *j, struct place *p, struct outcome *out)
{
    const struct rule *rule = test_rule(p->row);
    const char *operand = strchr(p->row->signature, ':') + 1;
    unsigned n = rule_operand_count(rule);
    if (oracle_find(p->row->id)->flags & (ORACLE_KEEPS_NAN | ORACLE_ROUGH))
        return;
    mpfr_t want;
    mpfr_init2(want, 64);
    mpfr_set_nan(want);
    for (unsigned i = 0; i < n; i++) {
        if (operand[i] != 'f')
            continue;
        sample_point(p->row, 1, p->x, p->v->type);
        mpfr_set_nan(p->x[i]);
        jit_run(j, p->row, p->x, 1, out);
        for (p->c = 0; p->c < (int)rule_result_count(rule); p->c++)
            for (p->k = 0; p->k < n; p->k++)
                if (rule_has_partial(rule, p->k) &&
                    rule_needs(rule, p->k) & ((1u << i) | RULE_NEEDS_RESULT))
                    check(t, p, want, out, 0);
    }
    mpfr_clear(want);
}

/* ---- all rows in one type -------------------------------------------------------------------- */

/* Types for which LLVM's code generator cannot select llvm.canonicalize: all, before version 20. */
#if LLVM_VERSION_MAJOR < 20
enum { NOT_CANONICALIZED = (1u << TYPE_COUNT) - 1 };
#else
enum { NOT_CANONICALIZED = 1u << TYPE_FP128 | 1u << TYPE_BFLOAT | 1u << TYPE_HALF };
#endif

/* Forms that the code generator for this machine cannot select; no program has them either. */
static bool unsupported(const struct variant *v, const struct test_row *row)
{
    static const struct {
        const char *row;
        unsigned types;
    } table[] = {
        {"canonicalize", NOT_CANONICALIZED},
        {"fmaximum", 1u << TYPE_FP80 | 1u << TYPE_FP128},
        {"fminimum", 1u << TYPE_FP80 | 1u << TYPE_FP128},
        {"split_modf", 1u << TYPE_HALF | 1u << TYPE_BFLOAT},
    };
    if (!v->intrinsic)
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(row->id, table[i].row) && table[i].types >> v->type & 1)
            return true;
    return false;
}

static void forms_init(struct forms *f, enum test_type type)
{
    for (unsigned i = 0; i < FORMS; i++) {
        f->v[i] = (struct variant){.type = type, .lanes = i & 1 ? 4 : 1, .intrinsic = i >> 1};
        f->jit[i] = jit_new(&f->v[i]);
        f->present[i] = calloc(test_row_count, sizeof(bool));
        for (size_t r = 0; r < test_row_count; r++) {
            const struct test_row *row = &test_rows[r];
            f->present[i][r] = selected(row) && oracle_find(row->id) &&
                               !unsupported(&f->v[i], row) &&
                               strchr(row->signature, ':')[-1] != 'i' && jit_add(f->jit[i], row);
        }
        jit_compile(f->jit[i]);
    }
}

static void forms_free(struct forms *f)
{
    for (unsigned i = 0; i < FORMS; i++) {
        free(f->present[i]);
        jit_free(f->jit[i]);
    }
}

/* One row in every form: what each function here gets. */
struct run {
    struct tally *t;
    struct forms *f;
    size_t row;
    mpfr_t *x;
    struct outcome out;
    struct expectation expected;
};

static void run_point(struct run *r)
{
    bool known = false;
    for (unsigned i = 0; i < FORMS; i++) {
        struct place p = {.v = &r->f->v[i], .row = &test_rows[r->row], .x = r->x};
        if (!r->f->present[i][r->row])
            continue;
        if (!known)
            expect_point(r->t, p.row, r->x, p.v->type, &r->expected);
        known = true;
        check_form(r->t, r->f->jit[i], &p, &r->expected, &r->out);
    }
}

/* Edge values in the first two operands, combined. */
static void run_edges(struct run *r)
{
    const struct test_row *row = &test_rows[r->row];
    const char *operand = strchr(row->signature, ':') + 1;
    unsigned flags = oracle_find(row->id)->flags,
             count = flags & ORACLE_MODERATE ? MODERATE_EDGES : EDGES;
    bool first = operand[0] == 'f',
         second = operand[1] == 'f' && !sample_interval(row->samples, 1).integer;
    enum test_type type = r->f->v[0].type;
    if (flags & (ORACLE_NO_EDGES | ORACLE_ROUGH))
        return;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < (second ? count : 1); b++) {
            sample_point(row, 2, r->x, type);
            if (first)
                edge_value(r->x[0], a, type);
            if (second)
                edge_value(r->x[1], b, type);
            run_point(r);
        }
}

static void run_row(struct run *r)
{
    for (unsigned point = 0; point < POINTS; point++) {
        sample_point(&test_rows[r->row], point, r->x, r->f->v[0].type);
        run_point(r);
    }
    run_edges(r);
    for (unsigned i = 0; i < FORMS; i++) {
        struct place p = {.v = &r->f->v[i], .row = &test_rows[r->row], .x = r->x};
        if (r->f->present[i][r->row])
            check_nan(r->t, r->f->jit[i], &p, &r->out);
    }
}

static void test_type(struct tally *t, enum test_type type)
{
    struct forms f;
    mpfr_t x[MAX_OPERANDS];
    struct run r = {.t = t, .f = &f, .x = x};
    outcome_init(&r.out);
    for (unsigned k = 0; k < MAX_OPERANDS; k++)
        mpfr_init2(x[k], 128);
    for (unsigned c = 0; c < MAX_RESULTS; c++)
        for (unsigned k = 0; k < MAX_OPERANDS; k++)
            mpfr_init2(r.expected.want[c][k], 256);
    forms_init(&f, type);
    for (r.row = 0; r.row < test_row_count; r.row++)
        if (f.present[0][r.row] || f.present[1][r.row] || f.present[2][r.row] ||
            f.present[3][r.row])
            run_row(&r);
    forms_free(&f);
    for (unsigned k = 0; k < MAX_OPERANDS; k++)
        mpfr_clear(x[k]);
}

static void test_types(struct tally *t)
{
    for (enum test_type type = 0; type < TYPE_COUNT; type++) {
        unsigned long before = t->checks;
        test_type(t, type);
        fprintf(stderr, "%s: %lu checks\n", type_facts[type].name, t->checks - before);
    }
}

/* ---- kinks and singular points --------------------------------------------------------------- */

struct edge {
    const char *row;
    unsigned k;
    double x, y;
    enum rule_ties ties;
    bool ieee;
    double want;
};
static const struct edge edges[] = {
#define EDGE(row, k, x, y, ties, ieee, want) {#row, k, x, y, RULE_TIES_##ties, ieee, want},
#include "edges.def"
#undef EDGE
};

static const struct test_row *row_named(const char *id)
{
    for (size_t i = 0; i < test_row_count; i++)
        if (!strcmp(test_rows[i].id, id))
            return &test_rows[i];
    fprintf(stderr, "edges.def names %s, which is no row\n", id);
    exit(1);
}

static void test_edge(struct tally *t, const struct edge *e, bool intrinsic)
{
    const struct test_row *row = row_named(e->row);
    struct variant v = {.type = TYPE_DOUBLE,
                        .lanes = 1,
                        .intrinsic = intrinsic,
                        .singular_ieee = e->ieee,
                        .ties = e->ties};
    struct jit *j = jit_new(&v);
    struct outcome out;
    mpfr_t x[MAX_OPERANDS], want;
    outcome_init(&out);
    mpfr_init2(want, 64);
    for (unsigned k = 0; k < MAX_OPERANDS; k++)
        mpfr_init2(x[k], 64);
    mpfr_set_d(x[0], e->x, MPFR_RNDN);
    mpfr_set_d(x[1], e->y, MPFR_RNDN);
    mpfr_set_d(want, e->want, MPFR_RNDN);
    bool present = jit_add(j, row);
    jit_compile(j);
    if (present) {
        struct place p = {.v = &v, .row = row, .x = x, .k = e->k};
        jit_run(j, row, x, 1, &out);
        check(t, &p, want, &out, 0);
        jit_run(j, row, x, 0, &out); /* IEEE: infinite partials keep a zero factor zero */
        mpfr_set_zero(want, 1);
        if (e->ieee)
            check(t, &p, want, &out, 0);
    }
    for (unsigned k = 0; k < MAX_OPERANDS; k++)
        mpfr_clear(x[k]);
    mpfr_clear(want);
    jit_free(j);
}

/* Strong zero: factor 0 gives 0 whatever the partial is. */
static void test_strong_zero(struct tally *t)
{
    struct variant v = {.type = TYPE_DOUBLE, .lanes = 1, .strong_zero = true};
    struct jit *j = jit_new(&v);
    struct outcome out;
    mpfr_t x[MAX_OPERANDS], want;
    outcome_init(&out);
    mpfr_init2(want, 64);
    mpfr_set_zero(want, 1);
    for (unsigned k = 0; k < MAX_OPERANDS; k++)
        mpfr_init2(x[k], 64);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        if (selected(row_named(edges[i].row)) && (i == 0 || strcmp(edges[i].row, edges[i - 1].row)))
            jit_add(j, row_named(edges[i].row));
    jit_compile(j);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        const struct test_row *row = row_named(edges[i].row);
        struct place p = {.v = &v, .row = row, .x = x, .k = edges[i].k};
        if (!selected(row) || row->flags & RULE_LLVM)
            continue;
        mpfr_set_d(x[0], edges[i].x, MPFR_RNDN);
        mpfr_set_d(x[1], edges[i].y, MPFR_RNDN);
        jit_run(j, row, x, 0, &out);
        check(t, &p, want, &out, 0);
    }
    mpfr_clear(want);
    jit_free(j);
}

/* ---- main ------------------------------------------------------------------------------------ */

static void require_oracles(struct tally *t)
{
    for (size_t i = 0; i < test_row_count; i++) {
        t->checks++;
        if (oracle_find(test_rows[i].id) && test_rule(&test_rows[i]))
            continue;
        t->failures++;
        fprintf(stderr, "row %s has no oracle in oracle.def\n", test_rows[i].id);
    }
}

int main(int argc, char **argv)
{
    struct tally t = {0};
    only = argc > 1 ? argv[1] : NULL;
    require_oracles(&t);
    test_types(&t);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        if (selected(row_named(edges[i].row))) {
            test_edge(&t, &edges[i], false);
            test_edge(&t, &edges[i], true);
        }
    test_strong_zero(&t);
    printf("%lu checks, %lu failures; %lu points at kinks, %lu outside domains\n", t.checks,
           t.failures, t.kinks, t.undefined);
    return t.failures != 0 || t.checks < 1000 * !only;
}
