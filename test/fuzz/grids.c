/* See grids.h. Statements are contractions: values stay near one, whatever is read. */
#include "grids.h"
#include "rng.h"

#include <stdarg.h>
#include <stdio.h>

enum { LEAVES = 48, GRIDS = 4, SPAN = 288, DIMENSIONS = 3, STATEMENTS_MAX = 3, TERMS_MAX = 6 };

struct grids {
    struct rng rng;
    int depth;             /* of indentation */
    int dimensions;        /* 2 or 3 */
    int size[DIMENSIONS];  /* columns, rows, planes */
    int row, plane;        /* from one to the next */
    bool single;           /* the last grid is of floats */
    bool constant;         /* loops over rows of constant length */
    bool tight;            /* loops over rows say that these are as long, and planes as large */
    bool apart;            /* and nothing takes the place of a grid */
    int reach[DIMENSIONS]; /* of the stencil that is written */
    int style;             /* of its subscripts */
    bool dear;             /* it calls functions */
    bool plain;            /* it is one that other programs have as well */
    bool whole;            /* it goes from one end to the other, whatever its reach */
};

static int pick(struct grids *s, int n)
{
    return rng_below(&s->rng, n);
}

static bool chance(struct grids *s, int percent)
{
    return rng_chance(&s->rng, percent);
}

__attribute__((format(printf, 2, 3))) static void line(const struct grids *s, const char *format,
                                                       ...)
{
    va_list list;
    va_start(list, format);
    printf("%*s", 2 * s->depth, "");
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

static void open(struct grids *s, const char *head)
{
    line(s, "%s{", head);
    s->depth++;
}

static void close(struct grids *s)
{
    s->depth--;
    line(s, "}");
}

static int grid(struct grids *s)
{
    return pick(s, GRIDS);
}

static const char *type_of(const struct grids *s, int g)
{
    return s->single && g == GRIDS - 1 ? "float" : "double";
}

/* ---- elements ---- */

static const char *const counters[DIMENSIONS] = {"j", "i", "h"};

static const char *bound(const struct grids *s, int k)
{
    static const char *const bounds[DIMENSIONS] = {"n", "m", "l"};
    return s->tight && k == 0 ? "s" : bounds[k];
}

/* What lies so far from the counter, which may be the place at the other end, or the last one. */
static void place_around(struct grids *s, int k, int offset)
{
    const char *c = counters[k], *b = bound(s, k);
    int way = offset < 0 ? -offset : offset;
    switch (pick(s, 3) + (offset < 0 ? 3 : 0)) {
    case 0: printf("(%s + %d) %% %s", c, way, b); break;
    case 1: printf("(%s + %d < %s ? %s + %d : %s - 1)", c, way, b, c, way, b); break;
    case 2: printf("(%s + %d >= %s ? 0 : %s + %d)", c, way, b, c, way); break;
    case 3: printf("(%s - %d + 2 * %s) %% %s", c, way, b, b); break;
    case 4: printf("(%s >= %d ? %s - %d : 0)", c, way, c, way); break;
    default: printf("(%s < %d ? %s - 1 : %s - %d)", c, way, b, c, way); break;
    }
}

/* "i + 1" */
static void place(struct grids *s, int k, int offset)
{
    if (offset && s->whole)
        place_around(s, k, offset);
    else if (offset)
        printf("%s %c %d", counters[k], offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
    else
        printf("%s", counters[k]);
}

static void planes(struct grids *s, const int *offsets)
{
    if (s->dimensions == 3) {
        printf("(");
        place(s, 2, offsets[2]);
        printf(s->tight ? ") * m * s + " : ") * q + ");
    }
}

enum { STYLES = 4, STYLE_ROWS = 3 };

static void element_at(struct grids *s, int g, const int *offsets)
{
    static const char *const rows[STYLES] = {") * s + ", ") * COLUMNS + ", ") * s)[", ")]["};
    const char *row = rows[s->style];
    if (s->style == STYLE_ROWS)
        printf("((%s(*)[s])(p%d + ", type_of(s, g), g), planes(s, offsets), printf("0))[(");
    else
        printf(s->style == 2 ? "(p%d + " : "p%d[", g), planes(s, offsets), printf("(");
    place(s, 1, offsets[1]);
    printf("%s", row);
    place(s, 0, offsets[0]);
    printf("]");
}

static void neighbour(struct grids *s, int g)
{
    int offsets[DIMENSIONS];
    for (int k = 0; k < DIMENSIONS; k++)
        offsets[k] = chance(s, 45) ? 0 : pick(s, 2 * s->reach[k] + 1) - s->reach[k];
    element_at(s, g, offsets);
}

static void factor(struct grids *s, int g)
{
    static const char *const before[] = {"", "", "", "sin(", "damp(", "c * ("};
    int k = s->dear ? pick(s, 6) : chance(s, s->plain ? 2 : 10) ? 5 : 0;
    printf("%s", before[k]);
    neighbour(s, g);
    printf("%s", k > 2 ? ")" : "");
}

static void sum(struct grids *s, const int *from)
{
    for (int terms = 1 + s->plain + pick(s, TERMS_MAX), i = 0; i < terms; i++) {
        printf("%s0.%d * ", i ? (chance(s, 70) ? " + " : " - ") : "", 1 + pick(s, 2));
        factor(s, from[pick(s, 2)]);
        if (chance(s, 25))
            printf(" * "), factor(s, from[pick(s, 2)]);
    }
}

static void update(struct grids *s, int to, const int *from)
{
    static const int nowhere[DIMENSIONS] = {0};
    static const char *const signs[] = {" = ", " = ", " = ", " += ", " -= "};
    static const char *const conditions[] = {"if ((i + j) % 2) ", "if (at[j]) ", "if (i != 2) "},
                             *const ends[] = {"if (j > 0) ", "if (j != n - 1) ", "if (i + 1 < m) "};
    bool guarded = chance(s, s->whole ? 25 : s->plain ? 0 : 10);
    printf("%*s%s", 2 * s->depth, "", guarded ? (s->whole ? ends : conditions)[pick(s, 3)] : "");
    if (s->plain || chance(s, 85))
        element_at(s, to, nowhere);
    else
        neighbour(s, to);
    printf("%s", signs[pick(s, 5)]);
    sum(s, from);
    printf(";\n");
}

/* ---- loops ---- */

static void upwards(struct grids *s, int k, int low, int high, int step)
{
    static const char *const signed_types[] = {"int", "int", "long", "short"};
    static const char *const others[] = {"unsigned", "size_t"};
    const char *c = counters[k], *b = bound(s, k);
    if (s->plain && !s->constant)
        line(s, "for (%s %s = %d; %s < %s - %d; %s++) {", pick(s, 2) ? "int" : "long", c, low, c, b,
             high, c);
    else if (s->constant)
        line(s, "for (%s %s = %d; %s < %d; %s += %d) {", signed_types[pick(s, 4)], c, low, c,
             s->size[k] - high, c, step);
    else if (chance(s, 30))
        line(s, "for (%s %s = %d; %s + %d < (unsigned)%s; %s += %d) {", others[pick(s, 2)], c, low,
             c, high, b, c, step);
    else
        line(s, "for (%s %s = %d; %s < %s - %d; %s += %d) {", signed_types[pick(s, 4)], c, low, c,
             b, high, c, step);
}

static void downwards(struct grids *s, int k, int low, int high, int step)
{
    const char *c = counters[k], *b = bound(s, k);
    if (chance(s, 25))
        line(s, "for (unsigned %s = %s > %d ? %s - %d : 0; %s-- > %du;) {", c, b, high, b, high, c,
             low);
    else
        line(s, "for (%s %s = %s - %d; %s >= %d; %s -= %d) {", pick(s, 2) ? "int" : "long", c, b,
             1 + high, c, low, c, step);
}

static void loop(struct grids *s, int k)
{
    int reach = s->whole ? 0 : s->reach[k], low = reach + chance(s, 15),
        high = reach + chance(s, 15), step = !s->plain && chance(s, 12) ? 2 : 1;
    (!s->plain && chance(s, 15) ? downwards : upwards)(s, k, low, high, step);
    s->depth++;
}

/* Rows outside, mostly. */
static void loops(struct grids *s)
{
    int order[DIMENSIONS] = {2, 1, 0};
    for (int k = 0; k < DIMENSIONS - 1 && !s->plain && chance(s, 20); k++) {
        int other = k + 1 + pick(s, DIMENSIONS - 1 - k), kept = order[k];
        order[k] = order[other], order[other] = kept;
    }
    for (int k = 0; k < DIMENSIONS; k++)
        if (order[k] < s->dimensions)
            loop(s, order[k]);
}

static bool rows_lie_apart(const struct grids *s)
{
    return s->row >= s->size[0];
}

static void stencil(struct grids *s)
{
    int depth = s->depth, to = grid(s);
    s->plain = chance(s, 65);
    s->whole = chance(s, 30);
    int from[2] = {s->plain || chance(s, 75) ? (to + 1) % GRIDS : grid(s), grid(s)};
    s->style = pick(s, rows_lie_apart(s) ? STYLES : STYLES - 1);
    if (s->plain && s->style == 1 && !s->constant)
        s->style = 0;
    s->dear = chance(s, s->plain ? 10 : 35);
    if (s->plain ? from[1] == to || chance(s, 70) : chance(s, 50))
        from[1] = from[0];
    for (int k = 0; k < DIMENSIONS; k++)
        s->reach[k] = chance(s, 75) ? 1 : pick(s, 3);
    loops(s);
    for (int k = s->plain || chance(s, 50) ? 1 : 1 + pick(s, 3); k > 0; k--)
        update(s, s->plain || chance(s, 70) ? to : grid(s), from);
    if (!s->plain && chance(s, 12))
        printf("%*sresult += 0.01 * ", 2 * s->depth, ""), factor(s, from[0]), printf(";\n");
    s->whole = false;
    while (s->depth > depth)
        close(s);
}

static void border(struct grids *s)
{
    int g = grid(s);
    line(s, pick(s, 2) ? "for (int i = 0; i < m; i++)" : "for (long i = m - 1; i >= 0; i--)");
    line(s, "  p%d[i * s] = 0.9 * p%d[i * s + 1];", g, chance(s, 80) ? g : grid(s));
}

/* ---- loops over places of a table ---- */

static const char *length(struct grids *s)
{
    static const char *const lengths[] = {"m * s", "n", "SPAN", "SPAN - m", "2 * n"};
    return lengths[pick(s, 5)];
}

static void gather(struct grids *s)
{
    static const char *const places[] = {"at[e]", "at[SPAN - 1 - e]", "at[at[e]]", "e"};
    int to = grid(s), from[2] = {chance(s, 85) ? (to + 1) % GRIDS : to, grid(s)};
    line(s, "for (%s e = 0; e < %s; e++)", pick(s, 2) ? "int" : "long", length(s));
    printf("%*sp%d[e] %s 0.%d * p%d[at[e]]", 2 * s->depth + 2, "", to,
           chance(s, 60) ? "=" : "+=", 1 + pick(s, 4), from[0]);
    for (int more = 1 + pick(s, 3); more > 0; more--)
        printf("%s%sp%d[%s])", chance(s, 50) ? " * " : " + 0.2 * ", chance(s, 30) ? "sin(" : "(",
               from[pick(s, 2)], places[pick(s, 4)]);
    printf(";\n");
}

static void overwrite(struct grids *s)
{
    static const char *const heads[] = {
        "for (int e = 0; e < %s; e++)", "for (int e = %s; e-- > 0;)",
        "for (long e = 0; e < %s; e += 2)", "for (int e = m; e < %s; e++)",
        "for (int e = 0; e < %s; e++) if (e % 3)"};
    static const char *const values[] = {"0.7 * p%d[e]", "0.4 * damp(p%d[e])",
                                         "0.3 * p%d[e] * p0[e]", "0.2 + 0.3 * p%d[SPAN - 1 - e]"};
    int to = grid(s), from = chance(s, 60) ? to : grid(s), head = pick(s, 5);
    const char *size = length(s);
    if (head == 4)
        line(s, "for (int e = 0; e < %s; e++) if (e %% 3)", size);
    else
        printf("%*s", 2 * s->depth, ""), printf(heads[head], size), printf("\n");
    printf("%*sp%d[e] %s ", 2 * s->depth + 2, "", to, chance(s, 70) ? "=" : "+=");
    printf(values[pick(s, 4)], from);
    printf(";\n");
}

static void block(struct grids *s)
{
    int to = pick(s, 3), from = pick(s, 3);
    if (chance(s, 30))
        line(s, "memset(p%d + %d, 0, (size_t)n * sizeof *p%d);", to, pick(s, 50), to);
    else
        line(s, "memmove(p%d, p%d + %d, %d * sizeof *p%d);", to, from, pick(s, 20),
             1 + pick(s, SPAN - 20), to);
}

/* ---- several of them ---- */

typedef void statement(struct grids *);

static void simple(struct grids *s)
{
    static statement *const all[] = {stencil, stencil, stencil, border, overwrite, block};
    all[pick(s, 6)](s);
}

static void any(struct grids *s)
{
    chance(s, 30) ? gather(s) : simple(s);
}

static void exchange(struct grids *s)
{
    int a = pick(s, 3), b = (a + 1) % 3;
    if (s->apart)
        return;
    line(s, "{ double *o = p%d; p%d = p%d, p%d = o; }", a, a, b, b);
}

static void leave(struct grids *s)
{
    static const char *const conditions[] = {"fabs(p%d[3]) < 0.05", "p%d[s] * p%d[1] > 0.6",
                                             "t > n && p%d[0] < 1"};
    int g = grid(s);
    printf("%*sif (", 2 * s->depth, "");
    printf(conditions[pick(s, 3)], g, g);
    printf(")\n%*sbreak;\n", 2 * s->depth + 2, "");
}

static void step(struct grids *s, statement *make)
{
    static const char *const conditions[] = {"if (t % 2) ", "if (t < m - 3) ", "if (n > m) ",
                                             "if (p1[s] > 0) "};
    bool guarded = chance(s, 12);
    if (guarded)
        open(s, conditions[pick(s, 4)]);
    make(s);
    if (guarded)
        close(s);
}

static void steps_of(struct grids *s, statement *first)
{
    static const char *const heads[] = {"for (int t = 0; t < k; t++) ",
                                        "for (long t = k; t > 0; t--) ",
                                        "for (unsigned t = 0; t <= (unsigned)k; t++) "};
    open(s, heads[pick(s, 3)]);
    if (chance(s, 15))
        leave(s);
    step(s, first);
    for (int more = pick(s, 3); more > 0; more--)
        step(s, any);
    if (chance(s, 40))
        exchange(s);
    if (chance(s, 20))
        leave(s);
    close(s);
}

static void steps(struct grids *s)
{
    steps_of(s, stencil);
}

static void gathering_steps(struct grids *s)
{
    steps_of(s, gather);
}

/* Memory of its own takes the place of a grid. */
static void fresh(struct grids *s)
{
    int g = pick(s, 3);
    if (s->apart) {
        stencil(s);
        return;
    }
    open(s, "");
    line(s, "double *kept = p%d;", g);
    line(s, "p%d = malloc(SPAN * sizeof *kept);", g);
    line(s, "memcpy(p%d, kept, SPAN * sizeof *kept);", g);
    chance(s, 50) ? gather(s) : stencil(s);
    simple(s);
    if (chance(s, 30))
        line(s, "p%d = realloc(p%d, (SPAN + m) * sizeof *kept);", g, g), stencil(s);
    line(s, "memcpy(kept, p%d, SPAN * sizeof *kept);", g);
    line(s, "free(p%d);", g);
    line(s, "p%d = kept;", g);
    close(s);
}

static void fresh_steps(struct grids *s)
{
    steps_of(s, fresh);
}

static statement *const statements[] = {stencil,         steps, steps, gathering_steps,
                                        gathering_steps, fresh, any,   fresh_steps};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* ---- the program ---- */

static const char sizes[] = "int n, int m, int l, int s, int q, int k";

static void function(struct grids *s)
{
    static const char *const kinds[] = {"", "__attribute__((noinline)) ",
                                        "__attribute__((always_inline)) inline "};
    const char *r = s->apart ? "restrict " : "";
    printf("%sstatic double g(double c, double *%sp0, double *%sp1, double *%sp2, %s *%sp3, %s) {\n"
           "  double result = 0;\n",
           kinds[pick(s, 3)], r, r, r, type_of(s, GRIDS - 1), r, sizes);
    s->depth = 1;
    for (int k = 1 + pick(s, STATEMENTS_MAX); k > 0; k--)
        statements[pick(s, STATEMENTS)](s);
    printf("  return result + 0.1 * p0[0] * p2[3];\n}\n\n");
}

static void own_memory(struct grids *s)
{
    for (int g = 0; g < GRIDS; g++)
        line(s, "p%d = malloc(SPAN * sizeof *p%d);", g, g);
}

static void entry(struct grids *s)
{
    bool own = chance(s, 25);
    printf("static double f(double *x, double *p0, double *p1, double *p2, %s *p3, %s) {\n",
           type_of(s, GRIDS - 1), sizes);
    if (own)
        own_memory(s);
    for (int g = 0; g < GRIDS; g++)
        line(s,
             "for (int e = 0; e < SPAN; e++) p%d[e] = 0.5 * x[(e + %d) %% LEAVES] + 0.3 * "
             "x[(e * 7 + 3) %% LEAVES];",
             g, 5 * g);
    line(s, "double r = g(x[5], p0, p1, p2, p3, n, m, l, s, q, k);");
    for (int g = 0; g < GRIDS; g++)
        line(s, "for (int e = 0; e < SPAN; e++) r += (0.02 + 0.01 * ((e + %d) %% 7)) * p%d[e];", g,
             g);
    for (int g = 0; g < GRIDS && own; g++)
        line(s, "free(p%d);", g);
    printf("  x[1] = 0.1 * r;\n  return r;\n}\n\n");
}

/* Where the grids lie in the block. */
static void choose_places(struct grids *s, int *places)
{
    for (int g = 0; g < GRIDS; g++)
        switch (s->apart ? 2 : pick(s, 8)) {
        case 0: places[g] = g ? places[g - 1] : 0; break;
        case 1: places[g] = g ? places[g - 1] + pick(s, 20) : 0; break;
        default: places[g] = g * SPAN;
        }
}

/* Text of the grids: "work + 3, dwork + 3, ", with `bases` for those of doubles. */
static void operands(const struct grids *s, const int *places, const char *const *bases)
{
    for (int g = 0; g < GRIDS; g++)
        for (int b = 0; bases[b]; b++)
            if (s->single && g == GRIDS - 1)
                printf(", single_%s", bases[b]);
            else
                printf(", %s + %d", bases[b], places[g]);
}

static void write_sizes(const struct grids *s, int k)
{
    int values[] = {s->size[0], s->size[1], s->size[2], s->row, s->plane, k};
    for (int i = 0; i < 6; i++)
        printf(", fuzz_opaque(%d)", values[i]);
}

enum way { WAY_PLAIN, WAY_LANES, WAY_SPLIT };

static const char *const primal_bases[] = {"work", NULL}, *const bases[] = {"work", "dwork", NULL},
                         *const lanes[] = {"work", "dwork", "ework", NULL};

static void write_forward(const struct grids *s, const int *places, int k)
{
    printf("static double forward(const double *in, const double *dir, double *dout, double "
           "*value) {\n  double a[LEAVES];\n  memcpy(a, in, sizeof a);\n"
           "  memcpy(dout, dir, sizeof a);\n  clear();\n"
           "  return __enzyme_fwddiff((void *)f, a, dout");
    operands(s, places, bases);
    write_sizes(s, k);
    printf(");\n}\n\n");
}

static void write_call(const struct grids *s, const int *places, int k, const char *call,
                       bool twice)
{
    printf("  %s, a, d", call);
    printf(twice ? ", e" : "");
    operands(s, places, twice ? lanes : bases);
    write_sizes(s, k);
}

static void write_reverse(const struct grids *s, const int *places, int k, enum way way)
{
    printf("static void reverse(const double *in, const double *seed, double *grad, double *out, "
           "double *value) {\n  double *a = out, *d = grad, e[LEAVES];\n"
           "  memcpy(a, in, sizeof e);\n  memcpy(d, seed, sizeof e);\n"
           "  for (int i = 0; i < LEAVES; i++)\n    e[i] = d[i];\n  clear();\n");
    switch (way) {
    case WAY_PLAIN: write_call(s, places, k, "__enzyme_autodiff((void *)f", false); break;
    case WAY_LANES:
        write_call(s, places, k, "__enzyme_autodiff((void *)f, enzyme_width, 2", true);
        break;
    case WAY_SPLIT:
        write_call(s, places, k, "void *tape = __enzyme_augmentfwd((void *)f", false);
        printf(");\n");
        write_call(s, places, k, "__enzyme_reverse((void *)f", false);
        printf(", 1.0, tape");
    }
    printf(");\n");
    if (way == WAY_LANES)
        printf("  for (int i = 0; i < LEAVES; i++)\n    d[i] = fuzz_lanes(d[i], 2 * e[i]);\n");
    printf("}\n");
}

static void write_glue(struct grids *s)
{
    int places[GRIDS], k = pick(s, 5);
    enum way way = chance(s, 60) ? WAY_PLAIN : chance(s, 60) ? WAY_LANES : WAY_SPLIT;
    choose_places(s, places);
    printf("static double work[WORK], dwork[WORK], ework[WORK];\n"
           "static float single_work[SPAN], single_dwork[SPAN], single_ework[SPAN];\n"
           "static void clear(void) {\n  memset(dwork, 0, sizeof dwork);\n"
           "  memset(ework, 0, sizeof ework);\n"
           "  memset(single_dwork, 0, sizeof single_dwork);\n"
           "  memset(single_ework, 0, sizeof single_ework);\n}\n\n"
           "static double primal(const double *in, double *out) {\n"
           "  memcpy(out, in, LEAVES * sizeof *out);\n  return f(out");
    operands(s, places, primal_bases);
    write_sizes(s, k);
    printf(");\n}\n\n#ifndef FUZZ_PRIMAL_ONLY\nextern int enzyme_width;\n"
           "extern double __enzyme_fwddiff(void *, ...);\n"
           "extern void __enzyme_autodiff(void *, ...), __enzyme_reverse(void *, ...);\n"
           "extern void *__enzyme_augmentfwd(void *, ...);\n");
    write_forward(s, places, k);
    write_reverse(s, places, k, way);
    printf("#endif\n\n");
}

static void write_main(struct grids *s)
{
    printf("int main(void) {\n  static const double point[LEAVES] = {");
    for (int i = 0; i < LEAVES; i++)
        printf("%s%.2f", i ? ", " : "", 0.01 * (pick(s, 180) - 90));
    printf("};\n  struct fuzz_case c = {.leaves = LEAVES, .point = point, .primal = primal, "
           ".single = %d,\n#ifndef FUZZ_PRIMAL_ONLY\n    .forward = forward, .reverse = reverse,\n"
           "#endif\n  };\n  return fuzz_check(&c);\n}\n",
           s->single);
}

/* All elements are within a span. */
static void choose_sizes(struct grids *s)
{
    s->dimensions = chance(s, 65) ? 2 : 3;
    s->size[0] = chance(s, 8) ? pick(s, 3) : 4 + pick(s, s->dimensions == 2 ? 12 : 6);
    s->size[1] = chance(s, 8) ? pick(s, 3) : 3 + pick(s, s->dimensions == 2 ? 10 : 4);
    s->size[2] = chance(s, 8) ? pick(s, 3) : 2 + pick(s, 3);
    s->row = s->size[0] + (chance(s, 50) ? 0 : pick(s, 6) - 3);
    if (s->row < 1)
        s->row = 1;
    s->plane = s->row * s->size[1] + (chance(s, 60) ? 0 : pick(s, 5) - 2);
    if (s->plane < 0)
        s->plane = 0;
    s->tight = chance(s, 80);
    if (s->tight && s->size[0] > 0)
        s->row = s->size[0], s->plane = s->row * s->size[1];
    s->tight &= s->size[0] > 0;
    s->apart = chance(s, 30);
    s->constant = chance(s, 12);
    s->single = chance(s, 12);
}

void grids_write(uint64_t seed)
{
    struct grids s = {.rng = rng_make(rng_mix(seed, 11))};
    choose_sizes(&s);
    printf("/* Random grids of seed %llu. One unit. */\n#define _GNU_SOURCE\n#include <math.h>\n"
           "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
           "#include \"fuzz_check.h\"\n\n"
           "enum { LEAVES = %d, SPAN = %d, WORK = %d, COLUMNS = %d };\n\n"
           "static double damp(double x) { return x / (1 + x * x); }\n\n",
           (unsigned long long)seed, LEAVES, SPAN, GRIDS * SPAN + 64, s.row);
    printf("int at[SPAN] = {");
    for (int i = 0; i < SPAN; i++)
        printf("%s%d", i ? ", " : "", pick(&s, SPAN));
    printf("};\n\n");
    function(&s);
    entry(&s);
    write_glue(&s);
    write_main(&s);
}
