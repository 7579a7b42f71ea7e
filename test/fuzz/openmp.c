/* See openmp.h. Statements are contractions: values stay near one, whatever is read. */
#include "openmp.h"
#include "rng.h"

#include <stdio.h>

enum { SPAN = 12, ROW = 3, ARRAYS = 4, STATEMENTS_MAX = 4 };

struct writer {
    struct rng rng;
    int depth;    /* of indentation */
    bool serial;  /* leaves pragmas out */
    int written;  /* an array that the loop writes, and nobody may read: -1 for none */
    int written2; /* another one */
    bool tasks;   /* the program has tasks that add up */
};

static int pick(struct writer *w, int n)
{
    return rng_below(&w->rng, n);
}

static void line(const struct writer *w, const char *text)
{
    printf("%*s%s\n", 2 * w->depth, "", text);
}

static void open(struct writer *w, const char *text)
{
    line(w, text);
    w->depth++;
}

static void close(struct writer *w)
{
    w->depth--;
    line(w, "}");
}

/* A pragma; parts are put together. */
static void pragma(const struct writer *w, const char *directive, const char *clauses,
                   const char *more)
{
    if (!w->serial)
        printf("#pragma omp %s %s%s\n", directive, clauses, more);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static int array(struct writer *w)
{
    return pick(w, ARRAYS);
}

/* One that the loop does not write. */
static int source(struct writer *w)
{
    int k = array(w);
    while (k == w->written || k == w->written2)
        k = (k + 1) % ARRAYS;
    return k;
}

static void element(struct writer *w)
{
    static const char *const subscripts[] = {"i", "SPAN - 1 - i",  "(i * 5 + 1) % SPAN", "i / 2",
                                             "0", "(i + m) % SPAN"};
    printf("p%d[%s]", source(w), subscripts[pick(w, 6)]);
}

static void factor(struct writer *w)
{
    static const char *const before[] = {"", "sin(", "damp(", "0.7 * ("};
    int k = pick(w, 4);
    printf("%s", before[k]);
    element(w);
    printf("%s", k ? ")" : "");
}

static void expression(struct writer *w)
{
    factor(w);
    for (int more = pick(w, 3); more > 0; more--) {
        printf("%s", pick(w, 2) ? " * " : " + 0.2 * ");
        factor(w);
    }
}

/* `start` expression `end` on a line of its own. */
static void statement(struct writer *w, const char *start, const char *end)
{
    printf("%*s%s", 2 * w->depth, "", start);
    expression(w);
    printf("%s\n", end);
}

/* ---- clauses --------------------------------------------------------------------------------- */

/* Iterations that threads may take from each other end programs of clang and libomp 22 now and
 * then, without any derivative: "Assertion failure at kmp_dispatch.cpp(1618)". */
static const char *schedule(struct writer *w)
{
    static const char *const schedules[] = {"",
                                            "schedule(static) ",
                                            "schedule(static, 1) ",
                                            "schedule(monotonic : dynamic) ",
                                            "schedule(monotonic : dynamic, 2) ",
                                            "schedule(guided) ",
                                            "schedule(auto) ",
                                            "schedule(static, 3) "};
    return schedules[pick(w, 8)];
}

/* Dynamic ones lose lastprivate values in libomp 22. */
static const char *static_schedule(struct writer *w)
{
    static const char *const schedules[] = {"", "schedule(static) ", "schedule(static, 2) "};
    return schedules[pick(w, 3)];
}

static const char *threads(struct writer *w)
{
    static const char *const clauses[] = {
        "",          "num_threads(1) ", "num_threads(2) ", "num_threads(3) ", "num_threads(m + 1) ",
        "if(n > m) "};
    return clauses[pick(w, 6)];
}

static void loop(struct writer *w)
{
    static const char *const heads[] = {
        "for (int i = 0; i < n; i++) {", "for (long i = 0; i < SPAN; i++) {",
        "for (unsigned i = 1; i < (unsigned)n; i += 2) {", "for (int i = n - 1; i >= 0; i--) {"};
    open(w, heads[pick(w, 4)]);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* Each iteration has an element of its own. `directive`: "for", or with "parallel". */
static void map(struct writer *w, const char *directive)
{
    static const char *const starts[] = {"p%d[i] = 0.2 + 0.3 * (", "p%d[i] += 0.2 * (",
                                         "p%d[i] = 0.4 * p%d[i] * ("};
    char start[64];
    int target = array(w), form = pick(w, 3);
    w->written = target;
    snprintf(start, sizeof start, starts[form], target, target);
    pragma(w, directive, schedule(w), "");
    loop(w);
    if (pick(w, 2)) {
        statement(w, "double t = ", ";");
        snprintf(start, sizeof start, "p%d[i] += 0.3 * t * (", target);
    }
    statement(w, start, ");");
    close(w);
    w->written = -1;
}

/* Several iterations add to one element. */
static void scatter(struct writer *w, const char *directive)
{
    static const char *const places[] = {"i / 2", "(i * 7) % SPAN", "m", "i % 3"},
                             *const updates[] = {"+= 0.2 * (", "-= 0.1 * (", "*= 1 + 0.1 * ("};
    char start[64];
    w->written = array(w);
    pragma(w, directive, schedule(w), "");
    loop(w);
    const char *place = places[pick(w, 4)];
    snprintf(start, sizeof start, "p%d[%s] %s", w->written, place, updates[pick(w, 3)]);
    pragma(w, "atomic", "", "");
    statement(w, start, ");");
    close(w);
    w->written = -1;
}

/* With an inner loop, or over two counters at once. */
static void nested(struct writer *w, const char *directive)
{
    bool collapsed = pick(w, 2);
    w->written = array(w);
    pragma(w, directive, schedule(w), collapsed ? "collapse(2)" : "");
    open(w, "for (int r = 0; r < ROW; r++)");
    open(w, "for (int c = 0; c < ROW; c++) {");
    line(w, "int i = r * ROW + c;");
    if (pick(w, 2)) {
        line(w, "double s = 0;");
        open(w, "for (int k = 0; k <= r; k++)");
        printf("%*ss += 0.3 * p%d[k * ROW + c] * p%d[r * ROW + k];\n", 2 * w->depth, "", source(w),
               source(w));
        w->depth--;
        printf("%*sp%d[i] = 0.5 * s;\n", 2 * w->depth, "", w->written);
    } else {
        printf("%*sp%d[i] = 0.3 * p%d[c * ROW + r] * ", 2 * w->depth, "", w->written, source(w));
        factor(w);
        printf(";\n");
    }
    close(w);
    w->depth--;
    w->written = -1;
}

/* ---- what goes into one number --------------------------------------------------------------- */

static void reduction(struct writer *w)
{
    static const char *const clauses[] = {"reduction(+ : r) ", "reduction(* : r) ",
                                          "reduction(max : r) ", "reduction(min : r) "},
                             *const starts[] = {"r += 0.1 * (", "r *= 1 + 0.05 * (",
                                                "double v = ", "double v = "},
                             *const ends[] = {");", ");", "; r = v > r ? v : r;",
                                              "; r = v < r ? v : r;"},
                             *const first[] = {"0.1", "0.9", "-9", "9"};
    int kind = pick(w, 4);
    open(w, "{");
    printf("%*sdouble r = %s;\n", 2 * w->depth, "", first[kind]);
    pragma(w, "parallel for", clauses[kind], pick(w, 2) ? schedule(w) : threads(w));
    loop(w);
    statement(w, starts[kind], ends[kind]);
    close(w);
    printf("%*sp%d[m] = 0.2 * r, result += 0.1 * r;\n", 2 * w->depth, "", array(w));
    close(w);
}

static void arrays_reduced(struct writer *w)
{
    open(w, "{");
    line(w, "double r[ROW] = {0.1, 0.2, 0.3};");
    pragma(w, "parallel for", "reduction(+ : r) ", schedule(w));
    loop(w);
    statement(w, "r[i % ROW] += 0.1 * (", ");");
    close(w);
    printf("%*sp%d[m] *= 0.3 * r[0] * r[1] + r[2];\n", 2 * w->depth, "", array(w));
    close(w);
}

/* One thread after the other, in any order. */
static void section_of_one(struct writer *w)
{
    static const char *const names[] = {"", "(first)", "(second)"};
    open(w, "{");
    line(w, "double s = 0.1, q = 0.8;");
    pragma(w, "parallel for", schedule(w), threads(w));
    loop(w);
    statement(w, "double t = ", ";");
    pragma(w, "critical", names[pick(w, 3)], "");
    open(w, "{");
    line(w, "s += 0.1 * t;");
    line(w, pick(w, 2) ? "q *= 1 + 0.05 * t;" : "q += 0.1 * t * t;");
    close(w);
    close(w);
    printf("%*sp%d[m] = 0.3 * s * q;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* Atomically; the extreme one, a product, and what was taken out with what is left. */
static void atomics(struct writer *w)
{
    int kind = pick(w, 3);
    open(w, "{");
    line(w, "double s = 0.5, u = 0;");
    pragma(w, "parallel for", schedule(w), "reduction(+ : u)");
    loop(w);
    statement(w, "double t = ", ", old = 0;");
    if (kind == 0) {
        line(w, "t += 0.003 * (double)i;"); /* of equal ones any may win */
        pragma(w, "atomic compare", "", "");
        line(w, "s = t > s ? t : s;");
    } else if (kind == 1) {
        pragma(w, "atomic", "", "");
        line(w, "s *= 1 + 0.05 * t;");
    } else {
        pragma(w, "atomic capture", "", "");
        open(w, "{");
        line(w, "old = s;");
        line(w, "s = t;");
        close(w);
    }
    line(w, "u += 0.1 * sin(old);");
    close(w);
    line(w, kind == 2 ? "u += 0.1 * sin(s);" : "u += 0.2 * s;");
    printf("%*sp%d[m] += u;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* In the order of the iterations. */
static void in_order(struct writer *w)
{
    open(w, "{");
    line(w, "double s = 0.2;");
    w->written = array(w);
    pragma(w, "parallel for ordered", schedule(w), threads(w));
    loop(w);
    statement(w, "double t = ", ";");
    pragma(w, "ordered", "", "");
    open(w, "{");
    line(w, "s = 0.5 * s * t + 0.3 * s + 0.1 * t;");
    printf("%*sp%d[i] = s;\n", 2 * w->depth, "", w->written);
    close(w);
    close(w);
    w->written = -1;
    line(w, "result += 0.2 * s;");
    close(w);
}

/* ---- variables of a thread's own ------------------------------------------------------------- */

static void own_variables(struct writer *w)
{
    open(w, "{");
    w->written = array(w);
    printf("%*sdouble t = p%d[m], u = 0, v[2] = {0.3 * p%d[0], p%d[1]};\n", 2 * w->depth, "",
           array(w), array(w), array(w));
    pragma(w, "parallel for firstprivate(t, v) lastprivate(u)", static_schedule(w), threads(w));
    open(w, "for (int i = 0; i < n; i++) {");
    statement(w, "double own = 0.3 * t + v[i % 2] * (", ");");
    line(w, "u = own * own;");
    printf("%*sp%d[i] = 0.4 * own;\n", 2 * w->depth, "", w->written);
    close(w);
    w->written = -1;
    printf("%*sp%d[m] += 0.2 * u * t;\n", 2 * w->depth, "", array(w));
    close(w);
}

static void per_thread(struct writer *w)
{
    open(w, "{");
    line(w, "double part[8] = {0}, s = 0;");
    pragma(w, "parallel", threads(w), "");
    open(w, "{");
    line(w, w->serial ? "int t = 0;" : "int t = omp_get_thread_num();");
    line(w, "double own = 0;");
    pragma(w, "for", schedule(w), pick(w, 2) ? "nowait" : "");
    loop(w);
    statement(w, "own += 0.1 * (", ");");
    close(w);
    line(w, "part[t] = own;");
    close(w);
    line(w, "for (int t = 0; t < 8; t++)");
    line(w, "  s += part[t];");
    printf("%*sp%d[m] = 0.3 * s;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* One thread calculates, all get it. */
static void handed_out(struct writer *w)
{
    open(w, "{");
    line(w, "double u = 0;");
    pragma(w, "parallel reduction(+ : u)", threads(w), "");
    open(w, "{");
    line(w, "double t = 0;");
    pragma(w, "single copyprivate(t)", "", "");
    printf("%*st = 0.3 * p%d[m] + sin(p%d[0]);\n", 2 * w->depth, "", array(w), array(w));
    pragma(w, "for", schedule(w), "");
    loop(w);
    statement(w, "u += 0.1 * t * (", ");");
    close(w);
    close(w);
    printf("%*sp%d[m] += u;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* Variables of the threads: copies of the master's, and what one region leaves to the next one. */
static void thread_private(struct writer *w)
{
    const char *team = threads(w);
    open(w, "{");
    line(w, "double s = 0;");
    w->written = array(w);
    printf("%*sscale = 0.3 * p%d[m] + 0.2;\n", 2 * w->depth, "", array(w));
    pragma(w, "parallel copyin(scale)", team, "");
    open(w, "{");
    line(w, "own = 0.1;");
    pragma(w, "for", schedule(w), "");
    loop(w);
    statement(w, "double t = scale * (", ");");
    printf("%*sp%d[i] = t, own += 0.1 * t * t;\n", 2 * w->depth, "", w->written);
    close(w);
    line(w, pick(w, 2) ? "own = 0.5 * own - 0.05;" : "own -= 0.1;");
    close(w);
    pragma(w, "parallel reduction(+ : s)", team, "");
    line(w, "s += own;");
    w->written = -1;
    printf("%*sp%d[m] += 0.2 * s, result += 0.1 * scale;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* Tasks add up in copies of their own. */
static void tasks_reduced(struct writer *w)
{
    open(w, "{");
    line(w, "double r = 0.1, q = 0.9;");
    pragma(w, "parallel", threads(w), "");
    pragma(w, "single", "", "");
    pragma(w, "taskgroup", "task_reduction(+ : r) task_reduction(* : q)", "");
    open(w, "for (int i = 0; i < n; i++) {");
    pragma(w, "task", "in_reduction(+ : r) in_reduction(* : q) firstprivate(i)", "");
    open(w, "{");
    statement(w, "double t = ", ";");
    line(w, "r += 0.1 * t * t;");
    line(w, pick(w, 2) ? "q *= 1 + 0.05 * t;" : "q *= 0.9 + 0.1 * sin(t);");
    close(w);
    close(w);
    printf("%*sp%d[m] = 0.3 * r * q;\n", 2 * w->depth, "", array(w));
    close(w);
}

/* ---- regions of several parts ---------------------------------------------------------------- */

static void by_one(struct writer *w)
{
    int target = array(w);
    if (pick(w, 2)) {
        pragma(w, "single", "", "");
        printf("%*sp%d[m] = 0.3 * p%d[0] * sin(p%d[n - 1]);\n", 2 * w->depth, "", target, array(w),
               array(w));
        return;
    }
    pragma(w, "master", "", "");
    printf("%*sp%d[m] = 0.3 * p%d[0] * sin(p%d[n - 1]);\n", 2 * w->depth, "", target, array(w),
           array(w));
    pragma(w, "barrier", "", "");
}

static void sections(struct writer *w)
{
    int first = array(w), second = (first + 1) % ARRAYS, other = (first + 2) % ARRAYS;
    pragma(w, "sections", "", "");
    open(w, "{");
    for (int k = 0; k < 2; k++) {
        pragma(w, "section", "", "");
        printf("%*sp%d[%s] = 0.3 * p%d[0] * p%d[m];\n", 2 * w->depth, "", k ? second : first,
               pick(w, 2) ? "m" : "1", other, other);
    }
    close(w);
}

/* Two loops without a barrier between them, on arrays of their own. */
static void side_by_side(struct writer *w)
{
    int first = array(w), second = (first + 1) % ARRAYS;
    w->written = first, w->written2 = second;
    for (int k = 0; k < 2; k++) {
        char start[64];
        snprintf(start, sizeof start, "p%d[i] = 0.4 * (", k ? second : first);
        pragma(w, "for", schedule(w), k ? "" : "nowait");
        loop(w);
        statement(w, start, ");");
        close(w);
    }
    w->written = w->written2 = -1;
}

static void region(struct writer *w)
{
    pragma(w, "parallel", threads(w), "");
    open(w, "{");
    for (int k = 1 + pick(w, 3); k > 0; k--)
        switch (pick(w, 6)) {
        case 0: map(w, "for"); break;
        case 1: scatter(w, "for"); break;
        case 2: nested(w, "for"); break;
        case 3: by_one(w); break;
        case 4: sections(w); break;
        default: side_by_side(w);
        }
    close(w);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void loop_alone(struct writer *w)
{
    static void (*const loops[])(struct writer *, const char *) = {map, scatter, nested};
    loops[pick(w, 3)](w, "parallel for");
}

/* Between regions one thread goes on. */
static void between(struct writer *w)
{
    w->written = array(w);
    open(w, "for (int i = 1; i < n; i++)");
    printf("%*sp%d[i] = 0.3 * p%d[i - 1] + 0.4 * ", 2 * w->depth, "", w->written, w->written);
    factor(w);
    printf(";\n");
    w->depth--;
    w->written = -1;
}

typedef void part(struct writer *);
static part *const parts[] = {loop_alone, loop_alone, reduction,     arrays_reduced, section_of_one,
                              atomics,    in_order,   own_variables, per_thread,     region,
                              region,     handed_out, between,       thread_private, tasks_reduced};
enum { PARTS = sizeof parts / sizeof *parts };

/* In a function with tasks, thread-local variables of active values are refused, and so are atomic
 * operations on memory that tasks get. */
static bool goes_with_tasks(part *p)
{
    return p != thread_private && p != atomics && p != region && p != loop_alone;
}

static part *choose_part(struct writer *w)
{
    for (;;) {
        part *p = parts[pick(w, PARTS)];
        if (w->tasks ? goes_with_tasks(p) : p != tasks_reduced)
            return p;
    }
}

static void write_part(struct writer *w)
{
    bool guarded = rng_chance(&w->rng, 15), repeated = !guarded && rng_chance(&w->rng, 20);
    if (guarded)
        open(w, "if (n > m) {");
    if (repeated)
        open(w, "for (int round = 0; round < m; round++) {");
    choose_part(w)(w);
    if (guarded || repeated)
        close(w);
}

static void write_function(struct writer w, const char *name, bool serial)
{
    w.serial = serial;
    w.tasks = rng_chance(&w.rng, 20);
    printf("static double %s(double *p0, double *p1, double *p2, double *p3, int n, int m) {\n"
           "  double result = 0;\n",
           name);
    w.depth = 1;
    for (int k = 1 + pick(&w, STATEMENTS_MAX); k > 0; k--)
        write_part(&w);
    printf("  return result + p0[0] * p3[n - 1];\n}\n\n");
}

static void write_calls(int n, int m)
{
    static const char *const places[] = {"", " + SPAN", " + 2 * SPAN", " + 3 * SPAN"};
    for (int k = 0; k < 2; k++) {
        printf("static double %s(const double *in, double *out) {\n"
               "  memcpy(out, in, BLOCK * sizeof *out);\n  return %s(",
               k ? "serial" : "primal", k ? "one_thread" : "f");
        for (int p = 0; p < ARRAYS; p++)
            printf("out%s, ", places[p]);
        printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\n", n, m);
    }
    printf("#ifndef FUZZ_PRIMAL_ONLY\nextern double __enzyme_fwddiff(void *, ...);\n"
           "extern void __enzyme_autodiff(void *, ...);\n"
           "static double forward(const double *in, const double *dir, double *d, double *value) "
           "{\n  double a[BLOCK];\n  memcpy(a, in, sizeof a);\n  memcpy(d, dir, sizeof a);\n"
           "  return __enzyme_fwddiff((void *)f, ");
    for (int p = 0; p < ARRAYS; p++)
        printf("a%s, d%s, ", places[p], places[p]);
    printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\n"
           "static void reverse(const double *in, const double *seed, double *d, double *a, "
           "double *value) {\n  memcpy(a, in, BLOCK * sizeof *a);\n"
           "  memcpy(d, seed, BLOCK * sizeof *d);\n  __enzyme_autodiff((void *)f, ",
           n, m);
    for (int p = 0; p < ARRAYS; p++)
        printf("a%s, d%s, ", places[p], places[p]);
    printf("fuzz_opaque(%d), fuzz_opaque(%d));\n}\n#endif\n\n", n, m);
}

/* Distinct numbers: where the smallest of them is looked for, differences must meet no tie. */
static void write_point(struct writer *w)
{
    enum { CHOICES = 180 };
    bool taken[CHOICES] = {false};
    for (int i = 0; i < ARRAYS * SPAN; i++) {
        int choice = pick(w, CHOICES);
        while (taken[choice])
            choice = (choice + 1) % CHOICES;
        taken[choice] = true;
        printf("%s%.2f", i ? ", " : "", 0.01 * (choice - CHOICES / 2));
    }
}

static void write_main(struct writer *w)
{
    printf("int main(void) {\n  static const double point[BLOCK] = {");
    write_point(w);
    printf("};\n  struct fuzz_case c = {.leaves = BLOCK, .point = point, .primal = primal,\n"
           "    .serial = serial, .reordered = 1,\n"
           "#ifndef FUZZ_PRIMAL_ONLY\n    .forward = forward, .reverse = reverse,\n#endif\n  };\n"
           "  omp_set_num_threads(%d);\n  return fuzz_check(&c);\n}\n",
           1 + pick(w, 4));
}

void openmp_write(uint64_t seed)
{
    struct writer w = {.rng = rng_make(rng_mix(seed, 5)), .written = -1, .written2 = -1};
    printf("/* Random parallel regions of seed %llu. One unit. */\n#define _GNU_SOURCE\n"
           "#include <math.h>\n#include <omp.h>\n#include <stddef.h>\n#include <stdint.h>\n"
           "#include <stdlib.h>\n#include <string.h>\n#include \"fuzz_check.h\"\n\n"
           "enum { SPAN = %d, ROW = %d, BLOCK = %d * SPAN };\n\n"
           "static double damp(double x) { return x / (1 + x * x); }\n\n"
           "static double scale, own;\n#pragma omp threadprivate(scale, own)\n\n",
           (unsigned long long)seed, SPAN, ROW, ARRAYS);
    int n = 4 + pick(&w, SPAN - 3), m = 1 + pick(&w, 3);
    write_function(w, "f", false);
    write_function(w, "one_thread", true);
    write_calls(n, m);
    write_main(&w);
}
