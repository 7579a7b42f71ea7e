/*
 * Automatic against hand-written gradients, measured side by side.
 *
 * Usage: bench [--data directory] [--about text] [--facts file] [--check] [case or group ...].
 * Cases are named by prefix. For each case: primal and gradient times, bytes on the tape, and, from
 * the file of facts, how loops are reversed and whether the compiler has vectorised them; at the
 * end of each group and of all geometric means. With --check nothing is timed, and problems are
 * small; the exit status says whether all gradients are right.
 */
#include "facts.h"
#include "harness.h"
#include "suite.h"
#ifdef __ENZCC__
#include <enzcc/runtime.h>
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct bench_case cases[] = {
#define CASE(name, family, group, argument, small)                                                 \
    {name,                                                                                         \
     #group,                                                                                       \
     &family##_family,                                                                             \
     argument,                                                                                     \
     small,                                                                                        \
     family##_enzyme_restrict,                                                                     \
     family##_enzyme_plain},
#include "cases.def"
#undef CASE
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* What is measured of a case. */
enum subject {
    PRIMAL_RESTRICT,
    PRIMAL_PLAIN,
    HAND,
    ENZYME_RESTRICT,
    ENZYME_PLAIN,
    SUBJECTS,
    SETUP = SUBJECTS
};

enum { ROUNDS = 15 };
#define ROUND_SECONDS 0.02 /* at least, per subject and round */
#define TOLERANCE     1e-9 /* of --check, relative to the largest entry */

struct job {
    const struct bench_case *c;
    const char *data;
    const char *argument; /* of open */
    enum subject only;    /* of a memory measurement */
    bool works[SUBJECTS]; /* of a time measurement */
};

struct times {
    double seconds[SUBJECTS];
    double error[SUBJECTS];
    size_t tape[SUBJECTS]; /* bytes; of automatic gradients */
};

struct row {
    const struct bench_case *c;
    struct times t;
    long extra_kib[SUBJECTS];
    bool works[SUBJECTS];
};

struct options {
    const char *data, *about, *facts;
    bool check;
    int prefixes;
    char **prefix;
};

static volatile double sink;

static gradient_fn *gradient_of(const struct bench_case *c, enum subject s)
{
    return s == HAND              ? c->family->hand
           : s == ENZYME_RESTRICT ? c->enzyme_restrict
                                  : c->enzyme_plain;
}

static void run(const struct bench_case *c, enum subject s, void *problem, double *gradient)
{
    if (s == PRIMAL_RESTRICT)
        sink = c->family->primal_restrict(problem);
    else if (s == PRIMAL_PLAIN)
        sink = c->family->primal_plain(problem);
    else
        gradient_of(c, s)(problem, gradient);
}

/* The problem and a gradient whose pages are all present. */
static void *open_case(const struct job *j, double **gradient, size_t *n)
{
    void *problem = j->c->family->open(j->data, j->argument);

    if (problem == NULL)
        exit(1);
    *n = j->c->family->size(problem);
    *gradient = malloc(*n * sizeof **gradient);
    for (size_t i = 0; i < *n; i++)
        (*gradient)[i] = NAN;
    return problem;
}

/* Child: one run, for its peak memory. */
static void run_once(const void *argument, void *result)
{
    const struct job *j = argument;
    double *gradient;
    size_t n;
    void *problem = open_case(j, &gradient, &n);

    (void)result;
    if (j->only != SETUP)
        run(j->c, j->only, problem, gradient);
}

/* The bytes that tapes have held since the last call; other compilers do not say. */
static size_t tape_bytes(void)
{
#ifdef __ENZCC__
    return enz_rt_tape_peak();
#else
    return 0;
#endif
}

static double error_of(size_t n, const double *got, const double *want)
{
    double worst = 0.0, largest = 0.0;

    for (size_t i = 0; i < n; i++) {
        double error = fabs(got[i] - want[i]);
        if (error > worst || isnan(error))
            worst = error;
        if (isnan(error))
            break;
        largest = fmax(largest, fabs(want[i]));
    }
    return worst / largest;
}

static double seconds_of(const struct bench_case *c, enum subject s, void *problem,
                         double *gradient, long calls)
{
    double start = cpu_seconds();

    for (long i = 0; i < calls; i++)
        run(c, s, problem, gradient);
    return cpu_seconds() - start;
}

static long calls_per_round(const struct bench_case *c, enum subject s, void *problem,
                            double *gradient)
{
    long calls = 1;

    while (seconds_of(c, s, problem, gradient, calls) < ROUND_SECONDS)
        calls *= 2;
    return calls;
}

/* Child: all subjects in turn, round after round, so that a disturbance of the
 * machine meets all of them. */
static void time_subjects(const void *argument, void *result)
{
    const struct job *j = argument;
    struct times *t = result;
    double rounds[SUBJECTS][ROUNDS], *gradient, *hand;
    long calls[SUBJECTS];
    size_t n;
    void *problem = open_case(j, &gradient, &n);

    hand = malloc(n * sizeof *hand);
    run(j->c, HAND, problem, hand);
    for (int s = 0; s < SUBJECTS; s++) {
        if (!j->works[s])
            continue;
        if (s >= HAND) {
            tape_bytes();
            run(j->c, s, problem, gradient);
            t->tape[s] = tape_bytes();
            t->error[s] = error_of(n, gradient, hand);
        }
        calls[s] = calls_per_round(j->c, s, problem, gradient);
    }
    for (int r = 0; r < ROUNDS; r++)
        for (int s = 0; s < SUBJECTS; s++)
            if (j->works[s])
                rounds[s][r] = seconds_of(j->c, s, problem, gradient, calls[s]) / (double)calls[s];
    for (int s = 0; s < SUBJECTS; s++)
        t->seconds[s] = j->works[s] ? median(ROUNDS, rounds[s]) : NAN;
}

static bool right(const struct row *r)
{
    return r->t.error[ENZYME_RESTRICT] <= TOLERANCE && r->t.error[ENZYME_PLAIN] <= TOLERANCE;
}

static bool measure(struct job *j, struct row *row)
{
    long setup, peak;
    char nothing;

    row->c = j->c;
    j->only = SETUP;
    if (!in_child(run_once, j, &nothing, 1, &setup))
        return false;
    bool all = true;
    for (int s = 0; s < SUBJECTS; s++) {
        j->only = s;
        row->works[s] = j->works[s] = in_child(run_once, j, &nothing, 1, &peak);
        row->extra_kib[s] = peak > setup ? peak - setup : 0;
        all = all && row->works[s];
    }
    return in_child(time_subjects, j, &row->t, sizeof row->t, NULL) && all && right(row);
}

static void print_head(const struct options *o)
{
    if (o->about != NULL)
        printf("%s\n\n", o->about);
    printf(
        "ms: time of the primal (with restrict). /p: time over that of the primal. /h: time over\n"
        "that of the hand-written gradient. tape: MiB on the tape. vec: innermost loops of the\n"
        "reverse sweep that are vectorised, of all. reversed: what the loops do.\n\n");
    printf(
        "| %-16s | %7s | %6s | %6s | %6s | %7s | %5s | %-18s | %6s | %6s | %7s | %5s | %-18s |\n",
        "case", "ms", "hand/p", "/p", "/h", "tape", "vec", "reversed", "plain/p", "/h", "tape",
        "vec", "reversed");
    printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

static const char *or_dash(const char *text)
{
    return *text != '\0' ? text : "-";
}

static void print_variant(const struct options *o, const struct row *r, enum subject enzyme,
                          enum subject primal)
{
    const double *t = r->t.seconds;
    char derivative[128];
    struct facts facts;

    if (!r->works[enzyme] || !(r->t.error[enzyme] <= TOLERANCE)) {
        printf(" %6s | %6s | %7s | %5s | %-18s |", r->works[enzyme] ? "WRONG" : "failed", "", "",
               "", "");
        return;
    }
    snprintf(derivative, sizeof derivative, "%s_%s", r->c->family->name,
             enzyme == ENZYME_RESTRICT ? "restrict" : "plain");
    facts_find(o->facts, derivative, &facts);
    printf(" %6.2f | %6.2f | %7.2f | %5s | %-18s |", t[enzyme] / t[primal], t[enzyme] / t[HAND],
           (double)r->t.tape[enzyme] / 0x1p20, or_dash(facts.vectorised), or_dash(facts.schedule));
}

static void print_row(const struct options *o, const struct row *r)
{
    const double *t = r->t.seconds;

    printf("| %-16s | %7.3f | %6.2f |", r->c->name, 1e3 * t[PRIMAL_RESTRICT],
           t[HAND] / t[PRIMAL_RESTRICT]);
    print_variant(o, r, ENZYME_RESTRICT, PRIMAL_RESTRICT);
    print_variant(o, r, ENZYME_PLAIN, PRIMAL_PLAIN);
    printf("\n");
}

/* Geometric mean over the cases of a group, or of all, of one time over another. */
static double mean_ratio(int count, const struct row *rows, const char *group, enum subject a,
                         enum subject b)
{
    double sum = 0.0;
    int n = 0;

    for (int i = 0; i < count; i++)
        if (group == NULL || strcmp(rows[i].c->group, group) == 0) {
            sum += log(rows[i].t.seconds[a] / rows[i].t.seconds[b]);
            n++;
        }
    return exp(sum / n);
}

static void print_mean(int count, const struct row *rows, const char *group)
{
    printf("| %-16s | %7s | %6.2f | %6.2f | %6.2f | %7s | %5s | %-18s | %6.2f | %6.2f | %7s | %5s "
           "| %-18s |\n",
           group != NULL ? group : "all", "", mean_ratio(count, rows, group, HAND, PRIMAL_RESTRICT),
           mean_ratio(count, rows, group, ENZYME_RESTRICT, PRIMAL_RESTRICT),
           mean_ratio(count, rows, group, ENZYME_RESTRICT, HAND), "", "", "",
           mean_ratio(count, rows, group, ENZYME_PLAIN, PRIMAL_PLAIN),
           mean_ratio(count, rows, group, ENZYME_PLAIN, HAND), "", "", "");
}

/* The rows of a group stand together. */
static void print_means(int count, const struct row *rows)
{
    printf("\nGeometric means per group, of the cases above that work.\n\n");
    printf(
        "| %-16s | %7s | %6s | %6s | %6s | %7s | %5s | %-18s | %6s | %6s | %7s | %5s | %-18s |\n",
        "group", "", "hand/p", "/p", "/h", "", "", "", "plain/p", "/h", "", "", "");
    printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(rows[i].c->group, rows[i - 1].c->group) != 0)
            print_mean(count, rows, rows[i].c->group);
    print_mean(count, rows, NULL);
}

/* Child: error of one automatic gradient, and its verified values. */
static void check_subject(const void *argument, void *result)
{
    const struct job *j = argument;
    const struct family *f = j->c->family;
    double *gradient;
    size_t n;
    void *problem = open_case(j, &gradient, &n);
    double *hand = malloc(n * sizeof *hand);
    double value = f->primal_restrict(problem);

    run(j->c, HAND, problem, hand);
    run(j->c, j->only, problem, gradient);
    double error = error_of(n, gradient, hand);
    bool ok = error <= TOLERANCE;
    printf("    %-16s %7zu values, error against hand-written %8.2e  %s\n", "gradient", n, error,
           ok ? "ok" : "WRONG");
    ok &= f->verify(j->data, j->argument, problem, value, gradient) == 0;
    *(bool *)result = ok;
}

static bool check_case(struct job *j)
{
    bool all = true;

    for (int s = ENZYME_RESTRICT; s <= ENZYME_PLAIN; s++) {
        bool ok = false;
        j->only = s;
        printf("%s, %s\n", j->c->name, s == ENZYME_RESTRICT ? "restrict" : "without restrict");
        if (!in_child(check_subject, j, &ok, sizeof ok, NULL)) {
            printf("    FAILED: the process did not end well\n");
            ok = false;
        }
        all = all && ok;
    }
    return all;
}

static bool selected(const struct options *o, const struct bench_case *c)
{
    for (int i = 0; i < o->prefixes; i++)
        if (strncmp(c->name, o->prefix[i], strlen(o->prefix[i])) == 0 ||
            strcmp(c->group, o->prefix[i]) == 0)
            return true;
    return o->prefixes == 0;
}

static bool check_cases(const struct options *o)
{
    bool all = true;

    for (int i = 0; i < CASES; i++) {
        struct job j = {.c = &cases[i], .data = o->data, .argument = cases[i].small};
        if (selected(o, j.c))
            all = check_case(&j) && all;
    }
    printf("%s\n", all ? "all gradients are right" : "SOME GRADIENTS ARE WRONG");
    return all;
}

static bool measure_cases(const struct options *o)
{
    struct row rows[CASES];
    int complete = 0;
    bool all = true;

    print_head(o);
    for (int i = 0; i < CASES; i++) {
        struct job j = {.c = &cases[i], .data = o->data, .argument = cases[i].argument};
        if (!selected(o, j.c))
            continue;
        bool ok = measure(&j, &rows[complete]);
        print_row(o, &rows[complete]);
        complete += ok;
        all = all && ok;
    }
    if (complete > 1)
        print_means(complete, rows);
    return all;
}

int main(int argc, char **argv)
{
    struct options o = {.data = "../examples/data"};
    int i = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--check") == 0)
            o.check = true;
        else if (strcmp(argv[i], "--data") == 0 && i + 1 < argc)
            o.data = argv[++i];
        else if (strcmp(argv[i], "--about") == 0 && i + 1 < argc)
            o.about = argv[++i];
        else if (strcmp(argv[i], "--facts") == 0 && i + 1 < argc)
            o.facts = argv[++i];
        else {
            fprintf(stderr,
                    "usage: %s [--data directory] [--about text] [--facts file] "
                    "[--check] [case or group ...]\n",
                    argv[0]);
            return 2;
        }
    }
    o.prefixes = argc - i;
    o.prefix = argv + i;
    return (o.check ? check_cases(&o) : measure_cases(&o)) ? 0 : 1;
}
