/* -fenz-check: compares a reverse derivative with forward mode, with central differences and with
 * complex steps, along a random direction v.
 *
 * Let s run over the numbers in shadow memory. Before the reverse derivative they are the adjoints
 * b of what the function leaves in memory, afterwards the adjoints a of what it found there. For
 * the function's result y, seed w, and numbers x passed by value, gradient g,
 *
 *     sum_s a(s) v(s) + g v = sum_s b(s) t(s) + w dy
 *
 * where t and dy are the tangents that forward mode makes of v (Griewank and Walther, Evaluating
 * Derivatives, section 3.3). The right side is also the derivative at h = 0 of
 * sum_s b(s) m(s) + w y, where m is what the function leaves in memory when it starts from
 * x + h v; and, for a tiny h, the imaginary part over h of that sum when the function starts from
 * x + ih v and computes with complex numbers (complex_steps.h).
 *
 * A derivative in forward mode gets v from the program and gives t and dy; b and w are made up, and
 * its right side is compared with the other ones.
 *
 * Which memory takes part shows when forward mode touches it. Its tangents are then in the shadow
 * memory itself. Everything that is written is recorded and put back: memory, shadows, arguments.
 * What is allocated is the run's own (check_heap.c). A run that comes to what cannot be taken back
 * ends in front of it.
 */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#include "check_state.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Thread_local struct check *check_current;

size_t check_bytes_of(enum number n)
{
    return n == FLOAT_NUMBER ? sizeof(float) : n == DOUBLE_NUMBER ? sizeof(double) : 10;
}

static long double get(const char *p, enum number n)
{
    float f;
    double d;
    long double l = 0;
    switch (n) {
    case FLOAT_NUMBER: memcpy(&f, p, sizeof f); return f;
    case DOUBLE_NUMBER: memcpy(&d, p, sizeof d); return d;
    default: memcpy(&l, p, 10); return l;
    }
}

static void put(char *p, enum number n, long double value)
{
    float f = (float)value;
    double d = (double)value;
    const void *from = n == FLOAT_NUMBER ? (void *)&f : n == DOUBLE_NUMBER ? (void *)&d : &value;
    memcpy(p, from, check_bytes_of(n));
}

void *check_must(void *memory)
{
    if (memory)
        return memory;
    fputs("enzcc: no memory for -fenz-check\n", stderr);
    abort();
}

static void grow(void **array, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room)
        return;
    *room = needed + *room + 64;
    *array = check_must(realloc(*array, *room * size));
}

/* From -1 to 1, but not close to 0: each number is to count. */
static double direction_of(uint64_t key, long double x)
{
    key = (key ^ key >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    double u = 0.25 + 0.75 * (double)(key >> 11) / 9007199254740992.0;
    double size = (double)fabsl(x);
    return (key & 1 ? u : -u) * (size > 0 && size < 1e100 ? size : 1);
}

/* ---- what a run touches and writes ---- */

static size_t slot_of(const struct check *c, const char *shadow)
{
    size_t i = (size_t)((uintptr_t)shadow * UINT64_C(0x9E3779B97F4A7C15) >> 20) % c->slot_count;
    while (c->slots[i] && c->touched[c->slots[i] - 1].shadow != shadow)
        i = (i + 1) % c->slot_count;
    return i;
}

static void rehash(struct check *c)
{
    if (2 * (c->count + 1) < c->slot_count)
        return;
    size_t n = 4 * c->slot_count + 64, *slots = check_must(calloc(n, sizeof *slots));
    free(c->slots);
    c->slots = slots;
    c->slot_count = n;
    for (size_t i = 0; i < c->count; i++)
        c->slots[slot_of(c, c->touched[i].shadow)] = i + 1;
}

/* Variables of the run itself. */
static bool is_own(const struct check *c, const char *p)
{
    return (p < c->stack && p > (char *)__builtin_frame_address(0)) || check_heap_has(c, p);
}

/* ---- integers: nothing is moved where one was ---- */

enum { PIECE = 4 };
static size_t place_of(const struct check *c, uintptr_t piece)
{
    size_t i = (size_t)(piece * UINT64_C(0x9E3779B97F4A7C15) >> 20) % c->integer_room;
    while (c->integers[i] && c->integers[i] != piece)
        i = (i + 1) % c->integer_room;
    return i;
}

static void note_piece(struct check *c, uintptr_t piece)
{
    if (2 * (c->integer_count + 1) > c->integer_room) {
        struct check larger = *c;
        larger.integer_room = 4 * c->integer_room + 64;
        larger.integers = check_must(calloc(larger.integer_room, sizeof *c->integers));
        for (size_t i = 0; i < c->integer_room; i++)
            if (c->integers[i])
                larger.integers[place_of(&larger, c->integers[i])] = c->integers[i];
        free(c->integers);
        c->integers = larger.integers;
        c->integer_room = larger.integer_room;
    }
    uintptr_t *place = &c->integers[place_of(c, piece)];
    c->integer_count += !*place;
    *place = piece;
}

static bool holds_integers(const struct check *c, const char *shadow, enum number n)
{
    uintptr_t first = (uintptr_t)shadow / PIECE,
              last = ((uintptr_t)shadow + check_bytes_of(n) - 1) / PIECE;
    bool found = false;
    for (uintptr_t piece = first; piece <= last && c->integer_count && !found; piece++)
        found = c->integers[place_of(c, piece)] == piece;
    return found;
}

void enz_rt_check_integer(void *shadow, uint64_t size)
{
    struct check *c = check_current;
    uintptr_t first = (uintptr_t)shadow / PIECE, last = ((uintptr_t)shadow + size - 1) / PIECE;
    for (uintptr_t piece = first; piece <= last && c->runs && !is_own(c, shadow); piece++)
        note_piece(c, piece);
}

/* ---- numbers ---- */

/* The derivative by the initial value of a global is not asked for. */
static bool is_global(const struct check *c, const char *shadow)
{
    const struct enz_rt_range *r = c->globals;
    while (r && r->start && (shadow < r->start || shadow >= r->start + r->size))
        r++;
    return r && r->start;
}

static void touch(struct check *c, char *shadow, char *primal, enum number n)
{
    rehash(c);
    size_t known = c->slots[slot_of(c, shadow)];
    if (known) {
        c->shared |= c->touched[known - 1].primal != primal;
        return;
    }
    if (holds_integers(c, shadow, n))
        enz_rt_check_abandon("it has integers and numbers in the same memory");
    grow((void **)&c->touched, &c->room, c->count + 1, sizeof *c->touched);
    long double x = get(primal, n);
    double old = (double)get(shadow, n), v = direction_of(MOST_ARGUMENTS + c->count, x),
           weight = direction_of(2 * MOST_ARGUMENTS + c->count, 1);
    if (is_global(c, shadow))
        old = v = 0;
    c->touched[c->count] = (struct touched){.shadow = shadow,
                                            .primal = primal,
                                            .v = c->forward && !c->called ? old : v,
                                            .before = c->forward || c->called ? weight : old,
                                            .old = old,
                                            .x = x,
                                            .number = n};
    c->slots[slot_of(c, shadow)] = c->count + 1;
    put(shadow, n, c->touched[c->count++].v);
}

void enz_rt_check_touch(void *shadow, void *primal, uint64_t count, uint64_t number)
{
    struct check *c = check_current;
    if (!c || !c->runs || is_own(c, shadow))
        return;
    if (shadow == primal) { /* inactive here, but differences would see what goes through it */
        c->shared = true;
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        touch(c, (char *)shadow + i * check_bytes_of((enum number)number),
              (char *)primal + i * check_bytes_of((enum number)number), (enum number)number);
}

void enz_rt_check_touch_all(void *shadow, void *primal, int64_t bytes, uint64_t period,
                            uint64_t number)
{
    int64_t size = (int64_t)check_bytes_of((enum number)number);
    for (int64_t at = 0; at + size <= bytes; at += (int64_t)period)
        enz_rt_check_touch((char *)shadow + at, (char *)primal + at, 1, number);
}

void enz_rt_check_untyped(void *shadow)
{
    const struct check *c = check_current;
    if (c->runs && !is_own(c, shadow))
        enz_rt_check_abandon("it copies or fills memory of which nobody knows what is there");
}

void enz_rt_check_write(void *at, uint64_t size)
{
    struct check *c = check_current;
    if (!c || !c->runs || is_own(c, at))
        return;
    grow((void **)&c->written, &c->write_room, c->write_count + 1, sizeof *c->written);
    grow((void **)&c->bytes, &c->byte_room, c->byte_count + size, 1);
    c->written[c->write_count++] = (struct written){at, size, c->byte_count};
    memcpy(c->bytes + c->byte_count, at, size);
    c->byte_count += size;
}

double enz_rt_check_direction(uint64_t argument, double x)
{
    struct check *c = check_current;
    if (argument >= MOST_ARGUMENTS)
        return 0;
    if (!c->known[argument])
        c->direction[argument] = direction_of(argument + 1, x);
    c->known[argument] = true;
    return c->direction[argument];
}

double enz_rt_check_some(uint64_t argument, double x)
{
    return direction_of(argument + 1, x);
}

void enz_rt_check_result(double result, double slope)
{
    check_current->result = result;
    check_current->slope = slope;
}

void enz_rt_check_gradient(uint64_t argument, double gradient)
{
    struct check *c = check_current;
    double term = argument < MOST_ARGUMENTS ? gradient * c->direction[argument] : 0;
    c->left += term;
    c->size += fabs(term);
}

void enz_rt_check_tangent(double tangent)
{
    struct check *c = check_current;
    c->left += c->seed * tangent;
    c->size += fabs(c->seed * tangent);
}

/* ---- runs ---- */

void enz_rt_check_abandon(const char *why)
{
    struct check *c = check_current;
    c->why = why;
    longjmp(c->end, 1);
}

void enz_rt_check_give_up(void)
{
    if (check_current && check_current->runs)
        enz_rt_check_abandon("forward mode meets bytes of which it does not know what they are");
}

/* False if it ended before its time. */
static bool run_once(struct check *c, enz_rt_check_run *function, double h)
{
    c->why = NULL;
    c->runs = true;
    if (!setjmp(c->end))
        function(c->frame, h);
    c->runs = false;
    /* What is gone with the run is not there for the caller either. */
    if (!c->why && c->called && c->blocks)
        c->why = "it leaves memory that it has allocated";
    check_heap_clear(c);
    return !c->why;
}

/* What the function has written is known from its first run on. */
static void put_back(struct check *c)
{
    while (c->write_count > c->kept) {
        const struct written *w = &c->written[--c->write_count];
        memcpy(w->at, c->bytes + w->saved, w->size);
    }
    c->byte_count = c->kept_bytes;
}

void check_restore(struct check *c)
{
    for (size_t i = c->kept; i-- > 0;)
        memcpy(c->written[i].at, c->bytes + c->written[i].saved, c->written[i].size);
}

/* Before the derivative that is compared. */
static double start_of(const struct check *c, const struct touched *t)
{
    return c->forward ? t->v : t->before;
}

void check_set_shadows(struct check *c, enum check_shadows what)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct touched *t = &c->touched[i];
        put(t->shadow, t->number,
            what == SHADOWS_DIRECTION ? t->v
            : what == SHADOWS_OLD     ? t->old
                                      : start_of(c, t));
    }
}

void check_repeat(struct check *c)
{
    check_set_shadows(c, SHADOWS_DIRECTION);
    run_once(c, c->run, 0);
    put_back(c);
    check_set_shadows(c, SHADOWS_START);
}

/* What the function has left is summed up and put back; *size: of the terms. Where c->why says so,
 * the sum is none. */
static double run(struct check *c, double h, bool tangents, double *size)
{
    size_t n = c->count;
    for (size_t i = 0; i < n && h != 0; i++)
        put(c->touched[i].primal, c->touched[i].number, c->touched[i].x + h * c->touched[i].v);
    run_once(c, c->run, h);
    if (tangents)
        n = c->count;
    if (tangents)
        c->kept = c->write_count, c->kept_bytes = c->byte_count;
    double sum = c->seed * (tangents ? c->slope : c->result);
    *size = fabs(sum);
    for (size_t i = 0; i < n; i++) {
        const struct touched *t = &c->touched[i];
        double term = t->before * (double)get(tangents ? t->shadow : t->primal, t->number);
        sum += term;
        *size += fabs(term);
    }
    if (tangents)
        check_restore(c);
    else
        put_back(c);
    for (size_t i = 0; i < c->count; i++) {
        put(c->touched[i].shadow, c->touched[i].number, start_of(c, &c->touched[i]));
        if (h != 0 && i < n)
            put(c->touched[i].primal, c->touched[i].number, c->touched[i].x);
    }
    return sum;
}

/* The kernel says whether a page can be written, without a signal. */
static bool can_write(int zeros, char *p)
{
    char byte = *p;
    bool can = read(zeros, p, 1) == 1;
    if (can)
        *p = byte;
    return can;
}

static bool can_move(const struct check *c)
{
    int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    uintptr_t last = 0;
    bool can = zeros >= 0;
    for (size_t i = 0; i < c->count && can; i++) {
        uintptr_t page = (uintptr_t)c->touched[i].primal >> 12;
        can = page == last || can_write(zeros, c->touched[i].primal);
        last = page;
    }
    if (zeros >= 0)
        close(zeros);
    return can;
}

/* No number has two shadows. */
static bool is_apart(const struct check *c)
{
    bool apart = true;
    char moved[sizeof(long double)];
    for (size_t i = 0; i < c->count; i++)
        put(c->touched[i].primal, c->touched[i].number, c->touched[i].x + c->touched[i].v);
    for (size_t i = 0; i < c->count && apart; i++) {
        const struct touched *t = &c->touched[i];
        put(moved, t->number, t->x + t->v);
        apart = memcmp(moved, t->primal, check_bytes_of(t->number)) == 0;
    }
    for (size_t i = c->count; i-- > 0;)
        put(c->touched[i].primal, c->touched[i].number, c->touched[i].x);
    return apart;
}

/* What is left of central differences with four steps when they are extrapolated: d(h) = d + c h^2
 * where the function is smooth. Rounding makes them stray, each in its own way: the ratios of the
 * steps are no simple fractions. */
enum { STEPS = 4 };
static const double steps[STEPS] = {1, 0.787, 0.631, 0.509};

static double extrapolate(const double *d, double *stray)
{
    double curve = (d[0] - d[STEPS - 1]) / (1 - steps[STEPS - 1] * steps[STEPS - 1]);
    double limit = d[0] - curve;
    *stray = 0;
    for (int i = 1; i + 1 < STEPS; i++)
        *stray = fmax(*stray, fabs(limit + curve * steps[i] * steps[i] - d[i]));
    return limit;
}

/* So does what the two sides have in common, which is c' h^2, as a part of a difference with the
 * smallest step; e: the sums of both sides less twice the middle. */
static double stray_of_sums(const double *e, double whole)
{
    double most = 0;
    for (int i = 0; i + 1 < STEPS; i++) {
        double ratio = steps[STEPS - 1] / steps[i];
        most = fmax(most, fabs(e[i] * ratio * ratio - e[STEPS - 1]));
    }
    return most / (2 * whole * steps[STEPS - 1]);
}

/* Central differences, extrapolated, and how far off they may be: by how much the two sides differ,
 * at a kink as much as the derivative itself, and by the rounding errors of the function, which
 * show in differences that stray. Where other numbers are touched the function has taken another
 * way, and differences say nothing. */
static void differences(struct check *c)
{
    size_t n = c->count;
    const double whole = c->single ? 1. / 64 : 1. / 4096;
    double size = 0, d[STEPS], e[STEPS], bend = 0, stray;
    c->doubt = INFINITY;
    if (c->shared || !can_move(c) || !is_apart(c))
        return;
    const double middle = run(c, 0, false, &size);
    for (int i = 0; i < STEPS; i++) {
        const double h = whole * steps[i];
        double up = c->why ? NAN : run(c, h, false, &size),
               down = c->why ? NAN : run(c, -h, false, &size);
        d[i] = (up - down) / (2 * h);
        e[i] = up - 2 * middle + down;
        bend = fmax(bend, fabs(e[i]) / h);
    }
    bool same = c->count == n && !c->why;
    c->why = NULL;
    if (!same)
        return;
    c->difference = extrapolate(d, &stray);
    stray = fmax(stray, stray_of_sums(e, whole));
    c->doubt = bend + 4 * fabs(d[STEPS - 1] - d[0]) + STRAYS * stray +
               (c->single ? 2e-6 : 2e-15) * size / whole + (c->single ? 1e-3 : 1e-7) * c->size;
}

/* ---- complex steps ---- */

/* A number that has two shadows would move once, not twice. */
static bool move_by_step(struct check *c)
{
    bool apart = !c->shared;
    for (size_t i = 0; i < c->count && apart; i++) {
        const struct touched *t = &c->touched[i];
        apart = complex_steps_put(c->steps, t->primal, t->number, COMPLEX_STEP * t->v);
    }
    return apart;
}

static void complex_steps(struct check *c, const struct enz_rt_check_site *site)
{
    c->steps = complex_steps_open();
    bool done = c->steps && move_by_step(c) && run_once(c, site->complex, COMPLEX_STEP);
    c->complex = c->seed * c->slope;
    for (size_t i = 0; i < c->count && done; i++) {
        const struct touched *t = &c->touched[i];
        c->complex +=
            t->before * (complex_steps_get(c->steps, t->primal, t->number) / COMPLEX_STEP);
    }
    put_back(c);
    c->why = NULL;
    if (done)
        return;
    if (c->steps)
        complex_steps_close(c->steps);
    c->steps = NULL;
}

/* The first calls, then fewer and fewer; with `all`, each. */
static bool is_sampled(struct enz_rt_check_site *site, const char *wish)
{
    uint64_t n = __atomic_fetch_add(&site->calls, 1, __ATOMIC_RELAXED);
    return n < 4 || !(n & (n - 1)) || (wish && strstr(wish, "all"));
}

struct check *check_begin(bool called, enz_rt_check_run *thunk, void *frame, double seed,
                          uint64_t wishes, char *stack, const struct enz_rt_range *globals)
{
    struct check *c = check_must(calloc(1, sizeof *c));
    c->called = called;
    c->globals = globals;
    c->forward = wishes & CHECK_FORWARD;
    c->mode = c->forward ? "forward mode" : wishes & CHECK_SPLIT ? "split mode" : "reverse mode";
    c->outer = check_current;
    c->run = thunk;
    c->frame = frame;
    c->seed = seed;
    c->stack = stack;
    c->single = wishes & CHECK_SINGLE;
    check_current = c;
    c->right = run(c, 0, true, &c->size);
    if (c->why)
        check_set_shadows(c, SHADOWS_OLD);
    else if (wishes & CHECK_DIFFERENCES)
        differences(c);
    return c;
}

uint64_t enz_rt_check_open(struct enz_rt_check_site *site, enz_rt_check_run *thunk, void *frame,
                           double seed)
{
    char here;
    if (!is_sampled(site, getenv("ENZCC_CHECK")))
        return 0;
    struct check *c = check_begin(site->wishes & CHECK_SPLIT, thunk, frame, seed, site->wishes,
                                  &here, site->globals);
    if (c->why) {
        if (!__atomic_exchange_n(&site->unchecked, 1, __ATOMIC_RELAXED))
            fprintf(stderr, "enzcc: %s: the derivative of %s is not compared: %s\n", site->where,
                    site->name, c->why);
        check_close(c);
        return 0;
    }
    if (site->complex)
        complex_steps(c, site);
    return 1;
}

/* ---- comparison ---- */

static bool differ(double a, double b, double tolerance)
{
    return isfinite(a) && isfinite(b) ? fabs(a - b) > tolerance : isfinite(a) != isfinite(b);
}

static double tolerance_of(const struct check *c)
{
    return (c->single ? 1e-3 : 1e-8) * c->size;
}

static bool differs_from_differences(const struct check *c)
{
    return c->doubt < 0.1 * fmax(fabs(c->left), fabs(c->difference)) &&
           differ(c->left, c->difference, c->doubt);
}

const char *check_judge(const struct check *c, uint64_t wishes, double *other)
{
    if (wishes & CHECK_DOT && differ(c->left, *other = c->right, tolerance_of(c)))
        return c->forward ? "forward mode of its body" : "forward mode";
    *other = c->difference;
    return wishes & CHECK_DIFFERENCES && differs_from_differences(c) ? "differences" : NULL;
}

double check_condition(const struct check *c, double other)
{
    return c->size / (2 * fmax(fabs(c->left), fabs(other)));
}

static bool report(struct enz_rt_check_site *site, const struct check *c, const char *other,
                   double value)
{
    if (__atomic_fetch_add(&site->reports, 1, __ATOMIC_RELAXED) < MOST_REPORTS)
        fprintf(stderr,
                "enzcc: %s: the derivative of %s is wrong, or not smooth here: in one direction "
                "%s gives %.8g, %s %.8g (condition %.1e)\n",
                site->where, site->name, c->mode, c->left, other, value, check_condition(c, value));
    return true;
}

/* Forward mode, differences and complex steps do without the rules for reverse mode. */
static void name_rules(const struct enz_rt_check_site *site, const struct check *c)
{
    if (*site->rules && __atomic_load_n(&site->reports, __ATOMIC_RELAXED) <= MOST_REPORTS)
        fprintf(stderr, "enzcc: %s: %s follows rules of the program: %s\n", site->where, c->mode,
                site->rules);
}

/* Where the derivative of a function that is called is wrong, too, that is the reason. */
static void trace(const struct check *c)
{
    struct complex_difference d;
    if (!c->steps || !complex_steps_trace(c->steps, c->single ? 1e-3 : 1e-8, &d))
        return;
    fprintf(stderr,
            "enzcc: %s: here %s is called, whose own derivative differs: reverse mode gives %.8g, "
            "complex steps %.8g (condition %.1e)\n",
            d.where, d.name, d.reverse, d.complex, d.size / fmax(fabs(d.reverse), fabs(d.complex)));
}

static bool lost(struct enz_rt_check_site *site, const struct check *c)
{
    if (!complex_steps_lost(c->steps))
        return false;
    if (!__atomic_exchange_n(&site->lost, 1, __ATOMIC_RELAXED))
        fprintf(stderr,
                "enzcc: %s: the derivative of %s is not compared with complex steps: numbers are "
                "used as integers, or a root is taken of 0\n",
                site->where, site->name);
    return true;
}

void check_close(struct check *c)
{
    check_current = c->outer;
    if (!c->outer)
        check_heap_close();
    if (c->steps)
        complex_steps_close(c->steps);
    free(c->touched);
    free(c->slots);
    free(c->integers);
    free(c->written);
    free(c->bytes);
    free(c);
}

void check_add_shadows(struct check *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct touched *t = &c->touched[i];
        double term = (double)get(t->shadow, t->number) * (c->forward ? t->before : t->v);
        c->left += term;
        c->size += fabs(term);
    }
}

/* Each comparison that was asked for and does not agree. */
static bool compare(struct enz_rt_check_site *site, const struct check *c)
{
    bool wrong = false;
    double other;
    for (unsigned wish = CHECK_DOT; wish <= CHECK_DIFFERENCES; wish *= 2) {
        const char *with = check_judge(c, site->wishes & wish, &other);
        wrong |= with && report(site, c, with, other);
    }
    return wrong;
}

void enz_rt_check_close(struct enz_rt_check_site *site)
{
    struct check *c = check_current;
    const char *wish = getenv("ENZCC_CHECK");
    check_add_shadows(c);
    if (c->called)
        check_restore(c), check_set_shadows(c, SHADOWS_START);
    bool wrong = compare(site, c), other = false;
    if (c->steps && !lost(site, c) && differ(c->left, c->complex, tolerance_of(c)))
        other = report(site, c, "complex steps", c->complex);
    if (wrong || other) {
        name_rules(site, c);
        if (__atomic_load_n(&site->reports, __ATOMIC_RELAXED) <= MOST_REPORTS &&
            !(wrong && check_seek(c)))
            trace(c);
    }
    if (c->called)
        check_set_shadows(c, SHADOWS_OLD);
    check_close(c);
    if ((wrong || other) && wish && strstr(wish, "stop"))
        abort();
}
