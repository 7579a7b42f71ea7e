/* See nests.h. Statements are contractions: values stay near one, whatever is read. */
#include "nests.h"
#include "rng.h"

#include <stdio.h>

enum { BLOCK = 48, POINTERS = 4, SPAN = 12, ROW = 3, NESTS = 5 };

struct nests {
    struct rng rng;
    int depth; /* of indentation */
};

static void line(const struct nests *s, const char *text)
{
    printf("%*s%s\n", 2 * s->depth, "", text);
}

static int pick(struct nests *s, int n)
{
    return rng_below(&s->rng, n);
}

/* ---- expressions ---- */

static int pointer(struct nests *s)
{
    return pick(s, POINTERS);
}

/* An element, by a subscript that `format` gives with the counter i. */
static void element(struct nests *s, const char *const *formats, int n)
{
    printf("p%d[%s]", pointer(s), formats[pick(s, n)]);
}

static void factor(struct nests *s, const char *const *formats, int n)
{
    static const char *const before[] = {"", "sin(", "damp(", "0.7 * ("};
    int k = pick(s, 4);
    printf("%s", before[k]);
    element(s, formats, n);
    printf("%s", k ? ")" : "");
}

/* One of several statements; targets and sources are subscripts. */
static void assignment(struct nests *s, const char *const *targets, int target_count,
                       const char *const *sources, int source_count)
{
    static const char *const starts[] = {" = 0.4 * ", " += 0.2 * ", " -= 0.1 * ",
                                         " = 0.2 + 0.3 * "};
    printf("%*s", 2 * s->depth, "");
    element(s, targets, target_count);
    printf("%s", starts[pick(s, 4)]);
    factor(s, sources, source_count);
    for (int more = pick(s, 3); more > 0; more--) {
        printf("%s", pick(s, 2) ? " * " : " + 0.2 * ");
        factor(s, sources, source_count);
    }
    printf(";\n");
}

/* ---- one loop ---- */

static const char *const plain[] = {"i", "SPAN - 1 - i", "(i * 5 + 1) % SPAN", "i / 2", "0"};
static const char *const stencil[] = {"i - 1", "i", "i + 1"};
enum { PLAIN = 5, STENCIL = 3 };

static const char *counter(struct nests *s)
{
    static const char *const types[] = {"int",    "unsigned", "long",
                                        "size_t", "short",    "unsigned char"};
    return types[pick(s, 6)];
}

static void body(struct nests *s, const char *const *formats, int n)
{
    s->depth++;
    for (int k = 1 + pick(s, 2); k > 0; k--)
        assignment(s, formats, n, formats, n);
    s->depth--;
}

static void upwards(struct nests *s)
{
    static const char *const ends[] = {"n", "SPAN", "n - 1", "SPAN - m"};
    printf("%*sfor (%s i = %d; i < %s; i += %d) {\n", 2 * s->depth, "", counter(s), pick(s, 3),
           ends[pick(s, 4)], 1 + pick(s, 3));
    body(s, plain, PLAIN);
    line(s, "}");
}

static void downwards(struct nests *s)
{
    static const char *const heads[] = {
        "for (int i = n - 1; i >= 0; i--) {", "for (long i = SPAN; i-- > 0;) {",
        "for (unsigned i = (unsigned)n; i-- > 1u;) {", "for (int i = n - 1; i > m; i -= 2) {"};
    line(s, heads[pick(s, 4)]);
    body(s, plain, PLAIN);
    line(s, "}");
}

static void at_the_end(struct nests *s)
{
    static const char *const ends[] = {"} while (++i < n);", "} while (i++ < n - 2);",
                                       "} while ((i += m) < SPAN);", "} while (++i != n);"};
    line(s, "{");
    s->depth++;
    printf("%*s%s i = 0;\n", 2 * s->depth, "", pick(s, 2) ? "int" : "size_t");
    line(s, "do {");
    body(s, plain, PLAIN);
    line(s, ends[pick(s, 4)]);
    s->depth--;
    line(s, "}");
}

static void neighbours(struct nests *s)
{
    printf("%*sfor (%s i = 1; i < %s; i++) {\n", 2 * s->depth, "", counter(s),
           pick(s, 2) ? "SPAN - 1" : "n - 1");
    s->depth++;
    for (int k = 1 + pick(s, 2); k > 0; k--)
        assignment(s, stencil, STENCIL, stencil, STENCIL);
    s->depth--;
    line(s, "}");
}

/* ---- several loops ---- */

static const char *const matrix[] = {"i * ROW + j", "j * ROW + i", "i", "j", "i + j"};
enum { MATRIX = 5 };

static void two_deep(struct nests *s)
{
    static const char *const inner[] = {"for (int j = 0; j < ROW; j++)",
                                        "for (int j = 0; j <= i; j++)",
                                        "for (int j = i + 1; j < ROW; j++)",
                                        "for (int j = i; j-- > 0;)", "for (int j = 0; j < m; j++)"};
    line(s, pick(s, 2) ? "for (int i = 0; i < ROW; i++)" : "for (int i = ROW - 1; i >= 0; i--)");
    s->depth++;
    printf("%*s%s {\n", 2 * s->depth, "", inner[pick(s, 5)]);
    body(s, matrix, MATRIX);
    line(s, "}");
    s->depth--;
}

static void product(struct nests *s)
{
    int a = pointer(s), b = pointer(s), c = pointer(s);
    line(s, "for (int i = 0; i < ROW; i++)");
    line(s, pick(s, 2) ? "  for (int k = 0; k < ROW; k++)" : "  for (int k = i; k < ROW; k++)");
    line(s, "    for (int j = 0; j < ROW; j++)");
    printf("%*sp%d[i * ROW + j] += 0.2 * p%d[i * ROW + k] * p%d[k * ROW + j];\n", 2 * s->depth + 6,
           "", c, a, b);
}

static void swapped(struct nests *s)
{
    printf("%*s{\n%*sdouble *a = p%d, *b = p%d;\n", 2 * s->depth, "", 2 * s->depth + 2, "",
           pointer(s), pointer(s));
    s->depth++;
    line(s, pick(s, 2) ? "for (int t = 0; t < m; t++) {" : "for (int t = m + 1; t; t--) {");
    line(s, "  for (int i = 1; i < n - 1; i++)");
    line(s, pick(s, 2) ? "    b[i] = 0.3 * (a[i - 1] + a[i] * a[i + 1]);"
                       : "    b[i] += 0.2 * a[i - 1] * a[i + 1] - 0.1 * a[i];");
    line(s, "  double *c = a;");
    line(s, "  a = b, b = c;");
    line(s, "}");
    s->depth--;
    line(s, "}");
}

/* Of steps: loops that load from places that a table has, and store to a range. */
static const char *const gathers[] = {"at[i]", "at[SPAN - 1 - i]", "at[at[i]]", "i",
                                      "SPAN - 1 - i"};
enum { GATHERS = 5 };

static void gather(struct nests *s)
{
    static const char *const one[] = {"i"}, *const two[] = {"2 * i", "2 * i + 1"},
                             *const last[] = {"n - 1 - i"};
    static const char *const heads[] = {"for (int i = 0; i < n; i++) {",
                                        "for (long i = n - 1; i >= 0; i--) {",
                                        "for (int i = m; i < n; i++) {"};
    int to = pointer(s);
    bool pairs = rng_chance(&s->rng, 30);
    line(s, pairs ? "for (int i = 0; i < SPAN / 2; i++) {" : heads[pick(s, 3)]);
    s->depth++;
    for (int k = 0; k < 1 + pairs; k++) {
        printf("%*sp%d[%s] %s 0.05 * ", 2 * s->depth, "", to,
               pairs ? two[k] : (rng_chance(&s->rng, 80) ? one : last)[0],
               rng_chance(&s->rng, 50) ? "=" : "+=");
        factor(s, gathers, GATHERS);
        for (int more = 1 + pick(s, 3); more > 0; more--) {
            printf("%s", pick(s, 3) ? " * " : " + 0.2 * ");
            factor(s, gathers, GATHERS);
        }
        printf(";\n");
    }
    if (rng_chance(&s->rng, 25))
        assignment(s, one, 1, gathers, GATHERS);
    s->depth--;
    line(s, "}");
}

/* A loop around one stores as well. */
static void gather_in_loop(struct nests *s)
{
    static const char *const row[] = {"r"}, *const places[] = {"at[r]", "r", "SPAN - 1 - r"};
    line(s, "for (int r = 0; r <= ROW; r++) {");
    s->depth++;
    gather(s);
    assignment(s, row, 1, places, 3);
    s->depth--;
    line(s, "}");
}

static void steps(struct nests *s)
{
    line(s, "for (int t = 0; t <= m; t++) {");
    s->depth++;
    for (int k = 1 + pick(s, 3); k > 0; k--)
        (rng_chance(&s->rng, 25) ? gather_in_loop : gather)(s);
    s->depth--;
    line(s, "}");
}

static void sum(struct nests *s)
{
    line(s, "{");
    s->depth++;
    line(s, "double r = 0;");
    printf("%*sfor (%s i = 0; i < n; i++)\n%*sr += 0.1 * ", 2 * s->depth, "", counter(s),
           2 * s->depth + 2, "");
    factor(s, plain, PLAIN);
    printf(" * ");
    factor(s, plain, PLAIN);
    printf(";\n%*sp%d[m] = r, result += r;\n", 2 * s->depth, "", pointer(s));
    s->depth--;
    line(s, "}");
}

/* Each element is a sum over its row, of which it may be part. */
static void in_place(struct nests *s)
{
    static const char *const columns[] = {"j < i", "j <= i", "j < m"}, *const terms[] = {
                                                                           "k < j", "k <= j",
                                                                           "k < i", "k < m"};
    int to = pointer(s), other = pick(s, 2) ? to : pointer(s);
    line(s, pick(s, 2) ? "for (int i = 0; i < m; i++)" : "for (long i = m - 1; i >= 0; i--)");
    s->depth++;
    printf("%*sfor (int j = 0; %s; j++)\n", 2 * s->depth, "", columns[pick(s, 3)]);
    s->depth++;
    printf("%*sfor (int k = 0; %s; k++)\n", 2 * s->depth, "", terms[pick(s, 4)]);
    s->depth++;
    printf("%*sp%d[i * m + j] %s 0.2 * damp(p%d[%s * m + k]) * damp(p%d[%s * m + k]);\n",
           2 * s->depth, "", to, pick(s, 4) ? "-=" : "=", to, pick(s, 3) ? "i" : "j", other,
           pick(s, 3) ? "j" : "i");
    s->depth -= 3;
}

/* The smallest or largest of several numbers, which integers of their own keep apart. */
static void search(struct nests *s)
{
    static const char *const choices[2][3] = {
        {"best = fmin(best, y);", "best = y < best ? y : best;", "if (y <= best) best = y;"},
        {"best = fmax(y, best);", "best = y > best ? y : best;", "if (!(y < best)) best = y;"}};
    int most = pick(s, 2);
    line(s, "{");
    s->depth++;
    line(s, most ? "double best = -20;" : "double best = 20;");
    printf("%*sfor (%s i = 0; i < n; i++) {\n", 2 * s->depth, "", counter(s));
    printf("%*sdouble y = (double)((i * 7 + %d) %% 13) + 0.2 * ", 2 * s->depth + 2, "",
           pick(s, 13));
    factor(s, plain, PLAIN);
    printf(" * ");
    factor(s, plain, PLAIN);
    printf(";\n%*s%s\n%*s}\n", 2 * s->depth + 2, "", choices[most][pick(s, 3)], 2 * s->depth, "");
    printf("%*sp%d[m] = 0.02 * best, result += 0.1 * best;\n", 2 * s->depth, "", pointer(s));
    s->depth--;
    line(s, "}");
}

static void block(struct nests *s)
{
    int to = pointer(s), from = pointer(s), length = 1 + pick(s, SPAN);
    if (pick(s, 2))
        printf("%*smemset(p%d, 0, %s * sizeof *p%d);\n", 2 * s->depth, "", to,
               pick(s, 2) ? "(size_t)n" : "3", to);
    else
        printf("%*smemmove(p%d, p%d, %d * sizeof *p%d);\n", 2 * s->depth, "", to, from, length, to);
}

typedef void statement(struct nests *);
static statement *const statements[] = {upwards, downwards, at_the_end, neighbours, two_deep,
                                        product, swapped,   sum,        block,      steps,
                                        steps,   in_place,  search};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static void nest(struct nests *s)
{
    statement *make = statements[pick(s, STATEMENTS)];
    bool guarded = rng_chance(&s->rng, 15);
    bool repeated = !guarded && make != steps && rng_chance(&s->rng, 15);
    if (guarded)
        line(s, "if (n > m) {");
    if (repeated)
        line(s, "for (int round = 0; round < m; round++) {");
    s->depth += guarded || repeated;
    make(s);
    s->depth -= guarded || repeated;
    if (guarded || repeated)
        line(s, "}");
}

/* ---- the program ---- */

static void function(struct nests *s)
{
    printf("static double f(double *p0, double *p1, double *p2, double *p3, int n, int m) {\n"
           "  double result = 0;\n");
    s->depth = 1;
    for (int k = 1 + pick(s, NESTS); k > 0; k--)
        nest(s);
    printf("  return result + p0[0] * p3[n - 1];\n}\n\n");
}

/* Where a pointer leads, by that of the one before it. */
static int place(struct nests *s, int before)
{
    int at;
    switch (pick(s, 5)) {
    case 0: return before;
    case 1: at = before + SPAN; break;
    case 2: at = before + 1 + pick(s, 3); break;
    case 3: at = before - 1 - pick(s, SPAN); break;
    default: at = pick(s, BLOCK - SPAN + 1);
    }
    return at < 0 || at + SPAN > BLOCK ? pick(s, BLOCK - SPAN + 1) : at;
}

/* Text of the operands: "in + 3, " or "a + 3, d + 3, ". */
static void operands(const int *places, const char *const *bases)
{
    for (int k = 0; k < POINTERS; k++)
        for (int b = 0; bases[b]; b++)
            printf("%s + %d, ", bases[b], places[k]);
}

static void glue(struct nests *s, const int *places)
{
    static const char *const primal[] = {"out", NULL}, *const both[] = {"a", "d", NULL};
    int n = 2 + pick(s, SPAN - 1), m = 1 + pick(s, 3);
    printf("static double primal(const double *in, double *out) {\n"
           "  memcpy(out, in, BLOCK * sizeof *out);\n  return f(");
    operands(places, primal);
    printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\n#ifndef FUZZ_PRIMAL_ONLY\n"
           "extern double __enzyme_fwddiff(void *, ...);\nextern void __enzyme_autodiff(void *, "
           "...);\nstatic double forward(const double *in, const double *dir, double *dout, "
           "double *value) {\n  double a[BLOCK], *d = dout;\n  memcpy(a, in, sizeof a);\n"
           "  memcpy(d, dir, sizeof a);\n  return __enzyme_fwddiff((void *)f, ",
           n, m);
    operands(places, both);
    printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\nstatic void reverse(const double *in, const "
           "double *seed, double *grad, double *out, double *value) {\n"
           "  double *a = out, *d = grad;\n  memcpy(a, in, BLOCK * sizeof *a);\n"
           "  memcpy(d, seed, BLOCK * sizeof *d);\n  __enzyme_autodiff((void *)f, ",
           n, m);
    operands(places, both);
    printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n#endif\n\n", n, m);
}

static void write_main(struct nests *s)
{
    printf("int main(void) {\n  static const double point[BLOCK] = {");
    for (int i = 0; i < BLOCK; i++)
        printf("%s%.2f", i ? ", " : "", 0.01 * (pick(s, 180) - 90));
    printf("};\n  struct fuzz_case c = {.leaves = BLOCK, .point = point, .primal = primal,\n"
           "#ifndef FUZZ_PRIMAL_ONLY\n    .forward = forward, .reverse = reverse,\n#endif\n  };\n"
           "  return fuzz_check(&c);\n}\n");
}

void nests_write(uint64_t seed)
{
    struct nests s = {rng_make(rng_mix(seed, 3)), 0};
    int places[POINTERS];
    places[0] = pick(&s, BLOCK - SPAN + 1);
    for (int k = 1; k < POINTERS; k++)
        places[k] = place(&s, places[k - 1]);
    printf("/* Random nests of loops of seed %llu. One unit. */\n#define _GNU_SOURCE\n"
           "#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
           "#include <string.h>\n#include \"fuzz_check.h\"\n\n"
           "enum { BLOCK = %d, SPAN = %d, ROW = %d };\n\n"
           "static double damp(double x) { return x / (1 + x * x); }\n\n",
           (unsigned long long)seed, BLOCK, SPAN, ROW);
    printf("int at[SPAN] = {");
    for (int i = 0; i < SPAN; i++)
        printf("%s%d", i ? ", " : "", pick(&s, SPAN));
    printf("};\n\n");
    function(&s);
    glue(&s, places);
    write_main(&s);
}
