/* See threads.h. Statements are contractions: values stay near one, whatever is read. */
#include "threads.h"
#include "rng.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum { SPAN = 12, ARRAYS = 4, PARTS_MAX = 3, PHASES_MAX = 3 };
enum meeting { BARRIER, CONDITION, JOINED, MEETINGS };

struct part {
    int phases[PHASES_MAX], count, threads; /* phases: their numbers */
    enum meeting meeting;
    bool starter_works; /* the thread that starts the others is one of them */
};

struct writer {
    struct rng rng;
    int depth;          /* of indentation */
    int sliced, locked; /* arrays that the phase writes */
    bool sums_read;     /* the phase may read sums, and does not change them */
    struct part parts[PARTS_MAX];
    int part_count, phase_count;
};

static int pick(struct writer *w, int n)
{
    return rng_below(&w->rng, n);
}

__attribute__((format(printf, 2, 3))) static void line(const struct writer *w, const char *format,
                                                       ...)
{
    va_list args;
    printf("%*s", 2 * w->depth, "");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static void open(struct writer *w, const char *text)
{
    line(w, "%s", text);
    w->depth++;
}

static void close(struct writer *w)
{
    w->depth--;
    line(w, "}");
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* An array that the phase does not write. */
static int source(struct writer *w)
{
    int k = pick(w, ARRAYS);
    while (k == w->sliced || k == w->locked)
        k = (k + 1) % ARRAYS;
    return k;
}

static void element(struct writer *w)
{
    static const char *const subscripts[] = {"i",     "SPAN - 1 - i", "(i * 5 + 1) % SPAN",
                                             "i / 2", "j->self",      "(i + j->m) % SPAN"},
                             *const sums[] = {"sum", "product", "chain"};
    if (w->sums_read && rng_chance(&w->rng, 20))
        printf("damp(j->values->%s)", sums[pick(w, 3)]);
    else
        printf("j->p[%d][%s]", source(w), subscripts[pick(w, 6)]);
}

static void expression(struct writer *w)
{
    static const char *const before[] = {"", "sin(", "damp(", "0.7 * ("};
    for (int more = pick(w, 3), first = 1; more >= 0; more--, first = 0) {
        int k = pick(w, 4);
        printf("%s%s", first ? "" : pick(w, 2) ? " * " : " + 0.2 * ", before[k]);
        element(w);
        printf("%s", k ? ")" : "");
    }
}

/* `start` expression `end` on a line of its own. */
static void statement(struct writer *w, const char *start, const char *end)
{
    printf("%*s%s", 2 * w->depth, "", start);
    expression(w);
    printf("%s\n", end);
}

/* ---- what a thread does in a phase ----------------------------------------------------------- */

static void loop(struct writer *w)
{
    open(w, pick(w, 2) ? "for (int i = j->from; i < j->to; i++) {"
                       : "for (int i = j->to - 1; i >= j->from; i--) {");
}

static void slice(struct writer *w)
{
    loop(w);
    statement(w, "double t = ", ";");
    line(w, pick(w, 2) ? "j->p[%d][i] = 0.3 * t + 0.2 * t * t;" : "j->p[%d][i] *= 0.4 * t + 0.1;",
         w->sliced);
    close(w);
}

static void scatter(struct writer *w)
{
    static const char *const places[] = {"i / 2", "(i * 7) % SPAN", "j->m", "i % 3"},
                             *const updates[] = {"+= 0.2 * t", "-= 0.1 * t", "*= 1 + 0.1 * t"};
    const char *place = places[pick(w, 4)], *update = updates[pick(w, 3)];
    loop(w);
    statement(w, "double t = ", ";");
    line(w, "pthread_mutex_lock(&j->sync->mutex);");
    line(w, "j->p[%d][%s] %s;", w->locked, place, update);
    line(w, "pthread_mutex_unlock(&j->sync->mutex);");
    close(w);
}

static void sum(struct writer *w)
{
    line(w, "double own = 0;");
    loop(w);
    statement(w, "own += 0.1 * (", ");");
    close(w);
    line(w, "pthread_mutex_lock(&j->sync->mutex);");
    line(w, pick(w, 2) ? "j->values->sum += own;" : "j->values->sum += own * own;");
    if (pick(w, 2))
        line(w, "j->values->product *= 1 + 0.05 * own;");
    line(w, "pthread_mutex_unlock(&j->sync->mutex);");
}

/* In the order of the threads' numbers. */
static void turns(struct writer *w)
{
    line(w, "const int i = j->self;");
    statement(w, "double t = ", ";");
    line(w, "pthread_mutex_lock(&j->sync->mutex);");
    line(w, "while (j->sync->turns[%d] != j->self)", w->phase_count);
    line(w, "  pthread_cond_wait(&j->sync->condition, &j->sync->mutex);");
    line(w, "j->values->chain = 0.5 * j->values->chain * t + 0.3 * j->values->chain + 0.1 * t;");
    line(w, "j->result += 0.2 * j->values->chain * t;");
    line(w, "j->sync->turns[%d]++;", w->phase_count);
    line(w, "pthread_cond_broadcast(&j->sync->condition);");
    line(w, "pthread_mutex_unlock(&j->sync->mutex);");
}

static void thread_local(struct writer *w)
{
    line(w, "place = j->self, kept = 0.1;");
    line(w, "for (int k = 0; k < 3; k++)");
    line(w, "  window[k] = 0.3 * j->p[%d][k];", source(w));
    loop(w);
    statement(w, "window[place++ % 3] = 0.5 * (", ");");
    line(w, "kept = 0.4 * kept + 0.3 * window[0] * window[place %% 3];");
    line(w, "j->p[%d][i] = kept;", w->sliced);
    close(w);
    line(w, "j->result += 0.2 * kept;");
}

static void allocated(struct writer *w)
{
    line(w, "double *own = malloc(SPAN * sizeof *own);");
    line(w, "for (int i = 0; i < SPAN; i++)");
    statement(w, "  own[i] = ", ";");
    loop(w);
    line(w, "j->p[%d][i] = 0.3 * own[i] * own[(i + 1) %% SPAN];", w->sliced);
    line(w, "j->result += 0.1 * own[SPAN - 1 - i];");
    close(w);
    line(w, "free(own);");
}

static void write_phase(struct writer *w)
{
    static void (*const kinds[])(struct writer *) = {slice, scatter,      sum,
                                                     turns, thread_local, allocated};
    w->sliced = pick(w, ARRAYS);
    w->locked = (w->sliced + 1 + pick(w, ARRAYS - 1)) % ARRAYS;
    int first = pick(w, 6), second = pick(w, 6);
    w->sums_read = first != 2 && second != 2 && first != 3 && second != 3;
    line(w, "static void phase%d(struct job *j) {", w->phase_count);
    w->depth++;
    open(w, "{");
    kinds[first](w);
    close(w);
    if (second == 1 || second == 2) { /* beside what the first one writes */
        if (second != first) {
            open(w, "{");
            kinds[second](w);
            close(w);
        }
    }
    close(w);
    line(w, "%s", "");
    w->phase_count++;
}

/* ---- parts: threads from their start to their end -------------------------------------------- */

static void write_worker(struct writer *w, int number, const int *phases, int count,
                         enum meeting meeting)
{
    line(w, "static void *work%d(void *p) {", number);
    for (int k = 0; k < count; k++) {
        if (k)
            line(w, meeting == BARRIER
                        ? "  pthread_barrier_wait(&((struct job *)p)->sync->barrier);"
                        : "  meet(((struct job *)p)->sync);");
        line(w, "  phase%d(p);", phases[k]);
    }
    line(w, "  return NULL;\n}\n");
}

static void write_part(struct writer *w)
{
    struct part *p = &w->parts[w->part_count++];
    p->count = 1 + pick(w, PHASES_MAX);
    p->threads = 1 + pick(w, 4);
    p->meeting = (enum meeting)pick(w, MEETINGS);
    p->starter_works = pick(w, 2);
    for (int k = 0; k < p->count; k++) {
        p->phases[k] = w->phase_count;
        write_phase(w);
    }
    if (p->meeting != JOINED)
        write_worker(w, p->phases[0], p->phases, p->count, p->meeting);
    for (int k = 0; k < p->count && p->meeting == JOINED; k++)
        write_worker(w, p->phases[k], &p->phases[k], 1, p->meeting);
}

static void write_threads(const struct writer *w, const struct part *p, int work)
{
    int first = p->starter_works;
    line(w, "for (int t = %d; t < %d; t++)", first, p->threads);
    line(w, "  pthread_create(&threads[t], NULL, work%d, &jobs[t]);", work);
    if (first)
        line(w, "work%d(&jobs[0]);", work);
    line(w, "for (int t = %d; t < %d; t++)", first, p->threads);
    line(w, "  pthread_join(threads[t], NULL);");
}

static void use_part(struct writer *w, const struct part *p, bool serial)
{
    open(w, "{");
    line(w, "struct sync sync = {.count = %d};", p->threads);
    line(w, "struct values values = {0.1, 0.9, 0.2};");
    line(w, "struct job jobs[4];");
    line(w, "begin(&sync, &values, jobs, (double *[]){p0, p1, p2, p3}, n, m);");
    if (!serial)
        line(w, "pthread_t threads[4];");
    for (int k = 0; k < p->count && serial; k++)
        line(w, "for (int t = 0; t < %d; t++) phase%d(&jobs[t]);", p->threads, p->phases[k]);
    for (int k = 0; k < (p->meeting == JOINED ? p->count : 1) && !serial; k++)
        write_threads(w, p, p->phases[k]);
    line(w, "for (int t = 0; t < %d; t++)", p->threads);
    line(w, "  result += jobs[t].result;");
    line(w, "p%d[m] += 0.2 * values.sum * values.product + 0.1 * values.chain;", pick(w, ARRAYS));
    line(w, "end(&sync);");
    close(w);
}

/* ---- the program ----------------------------------------------------------------------------- */

static const char head[] =
    "#include <math.h>\n#include <pthread.h>\n#include <stddef.h>\n#include <stdint.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include \"fuzz_check.h\"\n\n"
    "static double damp(double x) { return x / (1 + x * x); }\n\n"
    "struct sync {\n  pthread_mutex_t mutex;\n  pthread_cond_t condition;\n"
    "  pthread_barrier_t barrier;\n  int count, waiting, generation, turns[PHASES];\n};\n"
    "struct values { double sum, product, chain; };\n"
    "struct job {\n  double *p[4];\n  struct sync *sync;\n  struct values *values;\n"
    "  int self, from, to, m;\n  double result;\n};\n"
    "static _Thread_local double kept, window[3];\nstatic _Thread_local int place;\n\n"
    "static void begin(struct sync *s, struct values *v, struct job *jobs, double **p, int n, "
    "int m) {\n"
    "  pthread_mutex_init(&s->mutex, NULL);\n  pthread_cond_init(&s->condition, NULL);\n"
    "  pthread_barrier_init(&s->barrier, NULL, s->count);\n"
    "  for (int t = 0; t < s->count; t++)\n"
    "    jobs[t] = (struct job){{p[0], p[1], p[2], p[3]}, s, v, t, t * n / s->count,\n"
    "                           (t + 1) * n / s->count, m, 0};\n}\n\n"
    "static void end(struct sync *s) {\n  pthread_mutex_destroy(&s->mutex);\n"
    "  pthread_cond_destroy(&s->condition);\n  pthread_barrier_destroy(&s->barrier);\n}\n\n"
    "static void meet(struct sync *s) {\n  pthread_mutex_lock(&s->mutex);\n"
    "  int generation = s->generation;\n  if (++s->waiting == s->count) {\n"
    "    s->waiting = 0, s->generation++;\n    pthread_cond_broadcast(&s->condition);\n  }\n"
    "  while (generation == s->generation)\n"
    "    pthread_cond_wait(&s->condition, &s->mutex);\n"
    "  pthread_mutex_unlock(&s->mutex);\n}\n\n";

static void write_function(struct writer w, const char *name, bool serial)
{
    printf("static double %s(double *p0, double *p1, double *p2, double *p3, int n, int m) {\n"
           "  double result = 0;\n",
           name);
    w.depth = 1;
    for (int k = 0; k < w.part_count; k++)
        use_part(&w, &w.parts[k], serial);
    printf("  return result + p0[0] * p3[n - 1];\n}\n\n");
}

static void write_calls(int n, int m)
{
    const char *arrays = "out, out + SPAN, out + 2 * SPAN, out + 3 * SPAN",
               *pairs = "a, d, a + SPAN, d + SPAN, a + 2 * SPAN, d + 2 * SPAN, a + 3 * SPAN, "
                        "d + 3 * SPAN";
    for (int k = 0; k < 2; k++)
        printf("static double %s(const double *in, double *out) {\n"
               "  memcpy(out, in, BLOCK * sizeof *out);\n"
               "  return %s(%s, fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\n",
               k ? "serial" : "primal", k ? "one_thread" : "f", arrays, n, m);
    printf("#ifndef FUZZ_PRIMAL_ONLY\nextern double __enzyme_fwddiff(void *, ...);\n"
           "extern void __enzyme_autodiff(void *, ...);\n"
           "static double forward(const double *in, const double *dir, double *d, double *value) "
           "{\n  double a[BLOCK];\n  memcpy(a, in, sizeof a);\n  memcpy(d, dir, sizeof a);\n"
           "  return __enzyme_fwddiff((void *)f, %s, fuzz_opaque(%d), fuzz_opaque(%d));\n}\n\n",
           pairs, n, m);
    printf("static void reverse(const double *in, const double *seed, double *d, double *a, "
           "double *value) {\n  memcpy(a, in, BLOCK * sizeof *a);\n"
           "  memcpy(d, seed, BLOCK * sizeof *d);\n"
           "  __enzyme_autodiff((void *)f, %s, fuzz_opaque(%d), fuzz_opaque(%d));\n}\n#endif\n\n",
           pairs, n, m);
}

static void write_main(struct writer *w)
{
    printf("int main(void) {\n  static const double point[BLOCK] = {");
    for (int i = 0; i < ARRAYS * SPAN; i++)
        printf("%s%.2f", i ? ", " : "", 0.01 * (pick(w, 180) - 90));
    printf("};\n  struct fuzz_case c = {.leaves = BLOCK, .point = point, .primal = primal,\n"
           "    .serial = serial, .reordered = 1,\n"
           "#ifndef FUZZ_PRIMAL_ONLY\n    .forward = forward, .reverse = reverse,\n#endif\n  };\n"
           "  return fuzz_check(&c);\n}\n");
}

void threads_write(uint64_t seed)
{
    struct writer w = {.rng = rng_make(rng_mix(seed, 6))};
    printf("/* Random threads of seed %llu. One unit. */\n#define _GNU_SOURCE\n"
           "enum { SPAN = %d, BLOCK = %d * SPAN, PHASES = %d };\n",
           (unsigned long long)seed, SPAN, ARRAYS, PARTS_MAX * PHASES_MAX);
    fputs(head, stdout);
    int n = 4 + pick(&w, SPAN - 3), m = 1 + pick(&w, 3);
    for (int k = 1 + pick(&w, PARTS_MAX); k > 0; k--)
        write_part(&w);
    write_function(w, "f", false);
    write_function(w, "one_thread", true);
    write_calls(n, m);
    write_main(&w);
}
