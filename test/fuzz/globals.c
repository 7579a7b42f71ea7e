/* See globals.h. */
#include "globals.h"
#include "rng.h"

#include <stdio.h>

enum { SPAN = 6, STATEMENTS_MAX = 9, TEXT = 200 };

struct globals {
    struct rng rng;
};

static int pick(struct globals *s, int n)
{
    return rng_below(&s->rng, n);
}

/* ---- expressions ---- */

static const char *array(struct globals *s)
{
    static const char *const arrays[] = {
        "rows[0]",     "rows[1]",  "rows[2]",   "rows[(i + 1) % 3]",
        "space->a",    "space->b", "space->at", "table[0].of",
        "table[1].of", "named",    "here",      "node->of"};
    return arrays[pick(s, (int)(sizeof arrays / sizeof *arrays))];
}

static void element(struct globals *s, const char *const *places, int n)
{
    switch (pick(s, 8)) {
    case 0: printf("number"); return;
    case 1: printf("table[%d].number", pick(s, 2)); return;
    default: printf("%s[%s]", array(s), places[pick(s, n)]);
    }
}

static void read_one(struct globals *s)
{
    static const char *const places[] = {"i", "(i + 1) % n", "n - 1 - i", "0", "n - 1"};
    if (pick(s, 6))
        element(s, places, 5);
    else
        printf("x[(i + %d) %% n]", pick(s, SPAN));
}

static void expression(struct globals *s)
{
    static const char *const starts[] = {"0.4 * ", "0.3 + 0.2 * ", "0.6 * sin(", "0.5 * damp("};
    int k = pick(s, 4);
    printf("%s", starts[k]);
    read_one(s);
    printf("%s%s", k < 2 ? "" : ")", pick(s, 2) ? " * " : " + 0.3 * ");
    read_one(s);
}

static void assignment(struct globals *s)
{
    static const char *const places[] = {"i", "(i + 2) % n", "n - 1 - i", "1"};
    element(s, places, 4);
    printf("%s", pick(s, 3) ? " = " : " += 0.3 * ");
    expression(s);
    printf(";");
}

/* ---- statements ---- */

static void loop(struct globals *s)
{
    printf("  for (int i = 0; i < n; i++) {\n");
    for (int k = 1 + pick(s, 2); k > 0; k--) {
        printf("    ");
        assignment(s);
        printf("\n");
    }
    printf("  }\n");
}

static void exchange_rows(struct globals *s)
{
    int k = 1 + pick(s, 2);
    printf("  { double *t = rows[0]; rows[0] = rows[%d]; rows[%d] = t; }\n", k, k);
}

static void exchange_arrays(struct globals *s)
{
    (void)s;
    printf("  { double *t = space->a; space->a = space->b; space->b = t; }\n");
}

static void lead_elsewhere(struct globals *s)
{
    static const char *const to[] = {"rows[0]", "rows[2]", "table[1].of", "named", "node->of"};
    printf("  space->at = %s;\n", to[pick(s, 5)]);
}

static void choose(struct globals *s)
{
    static const char *const first[] = {"rows[0]", "space->a", "named"}, *const second[] = {
                                                                             "rows[1]", "space->b",
                                                                             "table[1].of"};
    printf("  here = x[%d] > 0.%d05 ? %s : %s;\n", pick(s, SPAN), 1 + pick(s, 5), first[pick(s, 3)],
           second[pick(s, 3)]);
}

static void copy(struct globals *s)
{
    static const char *const to[] = {"rows[0]", "space->a", "named"}, *const from[] = {
                                                                          "rows[1]", "space->b",
                                                                          "table[0].of"};
    printf("  memcpy(%s, %s, (size_t)n * sizeof(double));\n", to[pick(s, 3)], from[pick(s, 3)]);
}

static void call(struct globals *s)
{
    static const char *const to[] = {"rows[0]", "space->a", "named", "here"}, *const from[] = {
                                                                                  "rows[2]",
                                                                                  "space->b",
                                                                                  "table[0].of",
                                                                                  "space->at"};
    printf("  mix(%s, %s, n);\n", to[pick(s, 4)], from[pick(s, 4)]);
}

static void walk(struct globals *s)
{
    printf("  for (struct node *q = list; q; q = q->next) {\n    int i = q->key;\n    q->of[i] = ");
    expression(s);
    printf(";\n  }\n");
}

static void move_on(struct globals *s)
{
    (void)s;
    printf("  node = node->next ? node->next : list;\n");
}

static void block_for_a_while(struct globals *s)
{
    printf("  {\n    double *t = malloc((size_t)n * sizeof *t), *old = space->a;\n"
           "    for (int i = 0; i < n; i++)\n      t[i] = ");
    expression(s);
    printf(";\n    if (space->at == old)\n      space->at = rows[0];\n    space->a = t;\n"
           "    for (int i = 0; i < n; i++) {\n      ");
    assignment(s);
    printf("\n    }\n    space->a = old;\n    if (space->at == t)\n      space->at = old;\n"
           "    if (here == t)\n      here = named;\n    free(t);\n  }\n");
}

static void grow(struct globals *s)
{
    printf("  if (space->at != space->b && here != space->b) {\n"
           "    space->b = realloc(space->b, (size_t)(n + %d) * sizeof(double));\n"
           "    for (int i = 0; i < n; i++)\n      space->b[i] *= 0.%d;\n  }\n",
           1 + pick(s, 9), 2 + pick(s, 7));
}

static void copy_structs(struct globals *s)
{
    if (pick(s, 2)) {
        printf("  { struct entry t = table[0]; table[0] = table[1]; table[1] = t; }\n");
        return;
    }
    printf("  {\n    struct space t = *space;\n    t.a = space->b, t.b = space->a;\n"
           "    for (int i = 0; i < n; i++)\n      t.a[i] += ");
    expression(s);
    printf(";\n    *space = t;\n  }\n");
}

static void insert(struct globals *s)
{
    printf("  {\n    struct node *more = malloc(sizeof *more);\n    *more = *list;\n"
           "    more->next = list->next, more->key = 2;\n    for (int i = 0; i < n; i++)\n"
           "      more->of[i] += ");
    expression(s);
    printf(";\n    list->next = more;\n    for (struct node *q = list; q; q = q->next) {\n"
           "      int i = q->key;\n      ");
    assignment(s);
    printf("\n    }\n    list->next = more->next;\n    if (node == more)\n      node = list;\n"
           "    if (space->at == more->of)\n      space->at = list->of;\n    free(more);\n  }\n");
}

static void turn_rows(struct globals *s)
{
    printf("  {\n    double *t[3];\n    memcpy(t, rows, sizeof t);\n"
           "    for (int k = 0; k < 3; k++)\n      rows[k] = t[2 - k];\n"
           "    for (int i = 0; i < n; i++)\n      t[%d][i] = ",
           pick(s, 3));
    expression(s);
    printf(";\n  }\n");
}

typedef void statement(struct globals *);
static statement *const statements[] = {
    loop,   loop,         loop,   loop,     exchange_rows, exchange_arrays, lead_elsewhere,
    choose, copy,         call,   walk,     walk,          move_on,         block_for_a_while,
    grow,   copy_structs, insert, turn_rows};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* ---- the program ---- */

static const char declarations[] =
    "struct node { int key; double of[SPAN]; struct node *next; };\n"
    "struct space { double *a; int unused; double *b, *at; };\n"
    "struct entry { double number; double *of; };\n"
    "static double **rows, named[SPAN], number;\n"
    "static struct space *space;\nstatic struct entry *table;\nstatic struct node *list;\n\n"
    "static double damp(double x) { return x / (1 + x * x); }\n\n"
    "__attribute__((noinline)) static void mix(double *to, const double *from, int n) {\n"
    "  for (int i = 0; i < n; i++)\n"
    "    to[i] = 0.4 * to[i] * from[n - 1 - i] + 0.3 * from[i];\n}\n\n"
    "static double *fresh(void) { return malloc(SPAN * sizeof(double)); }\n\n"
    "static void allocate(void) {\n  if (rows)\n    return;\n"
    "  rows = malloc(3 * sizeof *rows);\n  for (int k = 0; k < 3; k++)\n    rows[k] = fresh();\n"
    "  space = malloc(sizeof *space);\n  *space = (struct space){fresh(), 0, fresh(), NULL};\n"
    "  table = malloc(2 * sizeof *table);\n  for (int k = 0; k < 2; k++)\n"
    "    table[k].of = fresh();\n  for (int k = 0; k < 4; k++) {\n"
    "    struct node *more = malloc(sizeof *more);\n    more->key = k, more->next = list;\n"
    "    list = more;\n  }\n}\n\n"
    "static void set(const double *x, int n) {\n  for (int i = 0; i < n; i++) {\n"
    "    for (int k = 0; k < 3; k++)\n      rows[k][i] = x[i] * (k + 1) * 0.3;\n"
    "    space->a[i] = x[i] * x[(i + 1) % n], space->b[i] = 0.5 * x[i];\n"
    "    named[i] = x[i] + i * 0.1;\n    for (int k = 0; k < 2; k++)\n"
    "      table[k].of[i] = x[i] * 0.7, table[k].number = x[k];\n"
    "    for (struct node *q = list; q; q = q->next)\n      q->of[i] = 0.2 * x[i] * q->key;\n"
    "  }\n  number = x[0], space->at = space->a;\n}\n\n";

static const char result[] =
    "  double sum = number + table[0].number * table[1].number;\n"
    "  for (int i = 0; i < n; i++)\n"
    "    sum += 0.3 * rows[0][i] + damp(rows[1][i] * rows[2][i]) + 0.7 * space->a[i] +\n"
    "           0.2 * space->b[i] + 0.5 * named[i] + 0.4 * table[0].of[i] + table[1].of[i] +\n"
    "           0.3 * space->at[i];\n"
    "  for (struct node *q = list; q; q = q->next)\n    sum += 0.3 * q->of[q->key] + q->of[0];\n"
    "  return sum;\n}\n\n";

static const char glue[] =
    "static double primal(const double *in, double *out) {\n  allocate();\n"
    "  memcpy(out, in, SPAN * sizeof *out);\n  return f(out, fuzz_opaque(SPAN));\n}\n\n"
    "#ifndef FUZZ_PRIMAL_ONLY\nextern double __enzyme_fwddiff(void *, ...);\n"
    "extern void __enzyme_autodiff(void *, ...);\n"
    "static double forward(const double *in, const double *dir, double *d, double *value) {\n"
    "  double a[SPAN];\n  allocate();\n  memcpy(a, in, sizeof a);\n  memcpy(d, dir, sizeof a);\n"
    "  return __enzyme_fwddiff((void *)f, a, d, fuzz_opaque(SPAN));\n}\n\n"
    "static void reverse(const double *in, const double *seed, double *d, double *a, "
    "double *value) {\n  allocate();\n  memcpy(a, in, SPAN * sizeof *a);\n"
    "  memcpy(d, seed, SPAN * sizeof *d);\n"
    "  __enzyme_autodiff((void *)f, a, d, fuzz_opaque(SPAN));\n}\n#endif\n\n";

static void write_main(struct globals *s)
{
    printf("int main(void) {\n  static const double point[SPAN] = {");
    for (int i = 0; i < SPAN; i++)
        printf("%s%.2f", i ? ", " : "", 0.01 * (pick(s, 180) - 90));
    printf("};\n  struct fuzz_case c = {.leaves = SPAN, .point = point, .primal = primal,\n"
           "#ifndef FUZZ_PRIMAL_ONLY\n    .forward = forward, .reverse = reverse,\n#endif\n  };\n"
           "  return fuzz_check(&c);\n}\n");
}

void globals_write(uint64_t seed)
{
    struct globals s = {rng_make(rng_mix(seed, 7))};
    printf("/* Random uses of memory behind globals, of seed %llu. One unit. */\n"
           "#define _GNU_SOURCE\n#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
           "#include \"fuzz_check.h\"\n\nenum { SPAN = %d };\n%s",
           (unsigned long long)seed, SPAN, declarations);
    printf("static double f(double *x, int n) {\n  double *here = named;\n"
           "  struct node *node = list;\n  set(x, n);\n");
    for (int k = 3 + pick(&s, STATEMENTS_MAX - 2); k > 0; k--)
        statements[pick(&s, STATEMENTS)](&s);
    printf("  (void)here, (void)node;\n%s%s", result, glue);
    write_main(&s);
}
