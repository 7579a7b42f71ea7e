/* Every row of the rule tables against multi-precision differences of the function itself.
 *
 * usage: rows_test [row]     all rows, or one with every point printed that fails
 * For each FP type, in scalar and vector form, as library function and as intrinsic: pseudo-random points of the row's
 * samples column, edge points (zeros, subnormals, huge numbers), NaN operands, zero seeds at infinite partials
 * (strong zero), and the table of kinks and singular points edges.def. A row without oracle fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "math_test.h"

enum { POINTS = 12, ULPS = 32 };

struct tally {
  unsigned long checks, failures, kinks, undefined;
};

static const char *only;

static bool selected(const struct test_row *row) { return !only || !strcmp(only, row->id); }

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

/* ---- comparison -------------------------------------------------------------------------------------------------------- */

/* |got - want| <= ULPS units in the last place of max(|want|, scale), plus a few of the smallest subnormal. */
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
  mpfr_set_ui_2exp(size, 4, 3 - t->emax - t->precision, MPFR_RNDN);
  mpfr_add(bound, bound, size, MPFR_RNDN);
  ok = mpfr_lessequal_p(error, bound);
  mpfr_clears(error, bound, size, (mpfr_ptr)0);
  return ok;
}

static void check(struct tally *t, const struct place *p, mpfr_t want, struct outcome *out, double scale)
{
  static const char *const names[] = {"adjoint", "tangent"};
  for (int i = 0; i < 2; i++) {
    mpfr_t *got = i ? &out->tangent[p->c][p->k] : &out->adjoint[p->c][p->k];
    struct place at = *p;
    at.what = names[i];
    t->checks++;
    if (close_enough(want, *got, p->v->type, scale))
      continue;
    t->failures++;
    report(&at, want, *got);
  }
}

/* ---- points -------------------------------------------------------------------------------------------------------------- */

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
enum { EDGES = 13 };
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

/* ---- one point ------------------------------------------------------------------------------------------------------------- */

static double error_scale(const struct oracle *o, const struct rule *r) { (void)r; return o->scale; }

static void check_point(struct tally *t, struct jit *j, struct place *p, struct outcome *out)
{
  const struct rule *rule = test_rule(p->row);
  const struct oracle *o = oracle_find(p->row->id);
  const char *operand = strchr(p->row->signature, ':') + 1;
  unsigned n = rule_operand_count(rule);
  mpfr_t want;
  mpfr_init2(want, 256);
  jit_run(j, p->row, p->x, 1, out);
  for (p->c = 0; p->c < (int)rule_result_count(rule); p->c++)
    for (p->k = 0; p->k < n; p->k++) {
      if (operand[p->k] == 'i' || operand[p->k] == 'p' || p->row->signature[p->c] == 'i')
        continue;
      enum oracle_verdict v = oracle_derivative(want, o, p->x, n, p->k, p->c);
      t->kinks += v == ORACLE_KINK;
      t->undefined += v == ORACLE_UNDEFINED;
      if (v != ORACLE_VALUE)
        continue;
      round_to_type(want, p->v->type);
      check(t, p, want, out, error_scale(o, rule));
    }
  mpfr_clear(want);
}

/* A NaN operand gives NaN wherever the derivative reads an operand. */
static void check_nan(struct tally *t, struct jit *j, struct place *p, struct outcome *out)
{
  const struct rule *rule = test_rule(p->row);
  const char *operand = strchr(p->row->signature, ':') + 1;
  unsigned n = rule_operand_count(rule);
  if (oracle_find(p->row->id)->flags & ORACLE_KEEPS_NAN)
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
        if (rule_has_partial(rule, p->k) && rule_needs(rule, p->k) & ((1u << i) | RULE_NEEDS_RESULT))
          check(t, p, want, out, 0);
  }
  mpfr_clear(want);
}

/* ---- a form of all rows ------------------------------------------------------------------------------------------------------ */

/* Forms that the code generator for this machine cannot select; no program has them either. */
static bool unsupported(const struct variant *v, const struct test_row *row)
{
  if (!v->intrinsic)
    return false;
  if (!strcmp(row->id, "canonicalize"))
    return v->type == TYPE_FP128 || v->type == TYPE_BFLOAT || v->type == TYPE_HALF;
  return false;
}

/* Widest operands are long double: the samples of fp128 come from there, and libm's functions that go through MPFR. */
static void test_variant(struct tally *t, const struct variant *v)
{
  struct jit *j = jit_new(v);
  bool *present = calloc(test_row_count, sizeof *present);
  struct outcome out;
  mpfr_t x[MAX_OPERANDS];
  outcome_init(&out);
  for (unsigned k = 0; k < MAX_OPERANDS; k++)
    mpfr_init2(x[k], 128);
  for (size_t i = 0; i < test_row_count; i++)
    present[i] = selected(&test_rows[i]) && oracle_find(test_rows[i].id) && !unsupported(v, &test_rows[i]) &&
                 strchr(test_rows[i].signature, ':')[-1] != 'i' && jit_add(j, &test_rows[i]);
  jit_compile(j);
  for (size_t i = 0; i < test_row_count; i++) {
    const struct test_row *row = &test_rows[i];
    struct place p = {.v = v, .row = row, .x = x};
    if (!present[i])
      continue;
    for (unsigned point = 0; point < POINTS; point++) {
      sample_point(row, point, x, v->type);
      check_point(t, j, &p, &out);
    }
    check_nan(t, j, &p, &out);
    if (oracle_find(row->id)->flags & ORACLE_NO_EDGES)
      continue;
    unsigned n = rule_operand_count(test_rule(row));
    for (unsigned a = 0; a < EDGES; a++)
      for (unsigned b = 0; b < (n > 1 ? EDGES : 1); b++) {
        const char *operand = strchr(row->signature, ':') + 1;
        sample_point(row, 2, x, v->type);
        if (operand[0] == 'f')
          edge_value(x[0], a, v->type);
        if (n > 1 && operand[1] == 'f' && !sample_interval(row->samples, 1).integer)
          edge_value(x[1], b, v->type);
        check_point(t, j, &p, &out);
      }
  }
  for (unsigned k = 0; k < MAX_OPERANDS; k++)
    mpfr_clear(x[k]);
  free(present);
  jit_free(j);
}

static void test_variants(struct tally *t)
{
  for (enum test_type type = 0; type < TYPE_COUNT; type++)
    for (int intrinsic = 0; intrinsic < 2; intrinsic++)
      for (unsigned lanes = 1; lanes <= 4; lanes += 3) {
        struct variant v = {.type = type, .lanes = lanes, .intrinsic = intrinsic};
        struct tally before = *t;
        fprintf(stderr, "%s%s x%u\n", type_facts[type].name, intrinsic ? " intrinsics" : "", lanes);
        test_variant(t, &v);
        fprintf(stderr, "   %lu checks\n", t->checks - before.checks);
      }
}

/* ---- kinks and singular points -------------------------------------------------------------------------------------------------- */

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
  struct variant v = {.type = TYPE_DOUBLE, .lanes = 1, .intrinsic = intrinsic, .singular_ieee = e->ieee, .ties = e->ties};
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

/* ---- main ---------------------------------------------------------------------------------------------------------------------------- */

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
  test_variants(&t);
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    if (selected(row_named(edges[i].row))) {
      test_edge(&t, &edges[i], false);
      test_edge(&t, &edges[i], true);
    }
  test_strong_zero(&t);
  printf("%lu checks, %lu failures; %lu points at kinks, %lu outside domains\n", t.checks, t.failures, t.kinks, t.undefined);
  return t.failures != 0 || t.checks < 1000 * !only;
}
