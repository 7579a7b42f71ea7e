/* Traces and runs: see enzcc/trace.h and trace.h.
 *
 * A trace is an array of choices in the order in which they were added, with a hash table of their
 * places, by name and index. */
#include "trace.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct choice {
    char *name;
    size_t index;
    bool is_integer;
    double number;
    int64_t integer;
    double score, gradient;
};

struct enz_trace {
    struct choice *items;
    size_t count, cap;
    size_t *slots; /* place + 1, or 0; slot_count is a power of two */
    size_t slot_count;
    struct run_log log; /* of the run that records here */
};

static void *resized(void *old, size_t count, size_t size)
{
    void *p = count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;
    if (p)
        return p;
    fprintf(stderr, "enzcc runtime: out of memory for a trace\n");
    abort();
}

static char *copy_of(const char *name)
{
    size_t length = strlen(name) + 1;
    return memcpy(resized(NULL, length, 1), name, length);
}

/* ---- choices --------------------------------------------------------------------------------- */

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t hash(const char *name, size_t index)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    for (; index; index >>= 8)
        h = (h ^ (index & 0xff)) * UINT64_C(1099511628211);
    return h ^ h >> 32;
}

/* The slot of a choice: that it is in, or a free one. */
static size_t slot_of(const struct enz_trace *t, const char *name, size_t index)
{
    size_t slot = (size_t)hash(name, index);
    for (;; slot++) {
        size_t place = t->slots[slot & (t->slot_count - 1)];
        const struct choice *c = place ? &t->items[place - 1] : NULL;
        if (!c || (c->index == index && !strcmp(c->name, name)))
            return slot & (t->slot_count - 1);
    }
}

static struct choice *find(const struct enz_trace *t, const char *name, size_t index)
{
    size_t place = t && t->count ? t->slots[slot_of(t, name, index)] : 0;
    return place ? &t->items[place - 1] : NULL;
}

static void make_room(struct enz_trace *t)
{
    if (2 * (t->count + 1) <= t->slot_count)
        return;
    t->slot_count = t->slot_count ? 2 * t->slot_count : 16;
    t->slots = resized(t->slots, t->slot_count, sizeof *t->slots);
    memset(t->slots, 0, t->slot_count * sizeof *t->slots);
    for (size_t i = 0; i < t->count; i++)
        t->slots[slot_of(t, t->items[i].name, t->items[i].index)] = i + 1;
}

static struct choice *find_or_add(struct enz_trace *t, const char *name, size_t index)
{
    struct choice *c = find(t, name, index);
    if (c)
        return c;
    make_room(t);
    if (t->count == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 8;
        t->items = resized(t->items, t->cap, sizeof *t->items);
    }
    size_t slot = slot_of(t, name, index);
    c = &t->items[t->count++];
    *c = (struct choice){.name = copy_of(name), .index = index};
    t->slots[slot] = t->count;
    return c;
}

/* ---- what a run has chosen ---------------------------------------------------------------------
 */

/* The slot of a name: that it is in, or a free one. */
static size_t slot_of_name(const struct run_log *log, const char *name, uint64_t h)
{
    for (size_t slot = (size_t)h;; slot++) {
        size_t at = slot & (log->slot_count - 1), place = log->slots[at];
        const struct run_name *n = place ? &log->names[place - 1] : NULL;
        if (!n || (n->hash == h && !strcmp(n->name, name)))
            return at;
    }
}

/* For one more name: at least half of the slots are free. */
static void make_room_for_name(struct run_log *log)
{
    if (log->name_count == log->name_cap) {
        log->name_cap = log->name_cap ? 2 * log->name_cap : 8;
        log->names = resized(log->names, log->name_cap, sizeof *log->names);
    }
    if (2 * (log->name_count + 1) <= log->slot_count)
        return;
    log->slot_count = log->slot_count ? 2 * log->slot_count : 16;
    log->slots = resized(log->slots, log->slot_count, sizeof *log->slots);
    memset(log->slots, 0, log->slot_count * sizeof *log->slots);
    for (size_t i = 0; i < log->name_count; i++)
        log->slots[slot_of_name(log, log->names[i].name, log->names[i].hash)] = i + 1;
}

static struct run_name *name_in(struct run_log *log, const char *name, bool add)
{
    uint64_t h = hash(name, 0);
    size_t place = log->name_count ? log->slots[slot_of_name(log, name, h)] : 0;
    if (place || !add)
        return place ? &log->names[place - 1] : NULL;
    make_room_for_name(log);
    log->slots[slot_of_name(log, name, h)] = log->name_count + 1;
    log->names[log->name_count] = (struct run_name){copy_of(name), h, 0};
    return &log->names[log->name_count++];
}

static void log_restart(struct run_log *log)
{
    log->count = 0;
    for (size_t i = 0; i < log->name_count; i++)
        log->names[i].count = 0;
}

static void log_free(struct run_log *log)
{
    for (size_t i = 0; i < log->name_count; i++)
        free(log->names[i].name);
    free(log->names);
    free(log->slots);
    free(log->places);
    *log = (struct run_log){0};
}

/* ---- for programs ---------------------------------------------------------------------------- */

struct enz_trace *enz_trace_new(void)
{
    struct enz_trace *t = resized(NULL, 1, sizeof *t);
    *t = (struct enz_trace){0};
    return t;
}

void enz_trace_clear(struct enz_trace *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->items[i].name);
    t->count = 0;
    if (t->slots)
        memset(t->slots, 0, t->slot_count * sizeof *t->slots);
}

void enz_trace_free(struct enz_trace *t)
{
    if (!t)
        return;
    enz_trace_clear(t);
    free(t->items);
    free(t->slots);
    log_free(&t->log);
    free(t);
}

size_t enz_trace_count(const struct enz_trace *t, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; t && i < t->count; i++)
        n += !strcmp(t->items[i].name, name);
    return n;
}

static double number(const struct choice *c)
{
    return c->is_integer ? (double)c->integer : c->number;
}

double enz_trace_value(const struct enz_trace *t, const char *name, size_t index)
{
    const struct choice *c = find(t, name, index);
    return c ? number(c) : (double)NAN;
}

void enz_trace_set(struct enz_trace *t, const char *name, size_t index, double value)
{
    struct choice *c = find_or_add(t, name, index);
    c->is_integer = false;
    c->number = value;
}

double enz_trace_score(const struct enz_trace *t, const char *name, size_t index)
{
    const struct choice *c = find(t, name, index);
    return c ? c->score : (double)NAN;
}

double enz_trace_gradient(const struct enz_trace *t, const char *name, size_t index)
{
    const struct choice *c = find(t, name, index);
    return c ? c->gradient : 0;
}

void enz_trace_clear_gradients(struct enz_trace *t)
{
    for (size_t i = 0; i < t->count; i++)
        t->items[i].gradient = 0;
}

size_t enz_trace_size(const struct enz_trace *t)
{
    return t ? t->count : 0;
}

const char *enz_trace_choice(const struct enz_trace *t, size_t i, size_t *index)
{
    if (index)
        *index = t->items[i].index;
    return t->items[i].name;
}

/* passes/request/traces.c, RUN_WORDS. */
_Static_assert(sizeof(struct enz_rt_run) <= sizeof(double) + 21 * sizeof(void *),
               "generated code has no room for a run");

/* ---- for generated code ---------------------------------------------------------------------- */

void enz_rt_run_begin(struct enz_rt_run *run, struct enz_trace *trace,
                      const struct enz_trace *observations, struct enz_trace *gradients)
{
    struct enz_trace *owner = trace ? trace : gradients;
    run->trace = trace;
    run->observations = observations;
    run->gradients = gradients;
    run->log = owner ? &owner->log : &run->own;
    log_restart(run->log);
}

void enz_rt_run_library(struct enz_rt_run *run, void *trace, void *observations, void *gradients,
                        const struct enz_trace_interface *library, const char *where)
{
    struct library_traces traces = {trace, observations, gradients};
    library_check(library, &traces, where);
    run->trace = trace;
    run->observations = observations;
    run->gradients = gradients;
    run->library = library;
    run->log = &run->own;
}

void enz_rt_run_active(struct enz_rt_run *run, const char *name)
{
    name_in(&run->active, name, true);
}

void enz_rt_run_end(struct enz_rt_run *run)
{
    log_free(&run->own);
    log_free(&run->active);
}

int64_t enz_rt_run_next(struct enz_rt_run *run, const char *name, int32_t size)
{
    struct run_log *log = run->log;
    struct run_name *n = name_in(log, name, true);
    if (log->count == log->cap) {
        log->cap = log->cap ? 2 * log->cap : 8;
        log->places = resized(log->places, log->cap, sizeof *log->places);
    }
    log->places[log->count] =
        (struct run_place){(size_t)(n - log->names), n->count++, (size_t)size, name};
    return (int64_t)log->count++;
}

static const char *name_of(const struct enz_rt_run *run, int64_t choice)
{
    return run->log->names[run->log->places[choice].name].name;
}

/* A library may keep the pointer: names that are literals stay. */
static const char *given_name(const struct enz_rt_run *run, int64_t choice)
{
    return run->log->places[choice].given;
}

static size_t size_of(const struct enz_rt_run *run, int64_t choice)
{
    return run->log->places[choice].size;
}

/* As the program's library wants it. */
static void *foreign(const struct enz_trace *trace)
{
    return (void *)trace;
}

static const struct choice *observed(const struct enz_rt_run *run, int64_t choice)
{
    return find(run->observations, name_of(run, choice), run->log->places[choice].index);
}

static struct choice *choice_in(struct enz_trace *t, const struct enz_rt_run *run, int64_t choice)
{
    return find_or_add(t, name_of(run, choice), run->log->places[choice].index);
}

int32_t enz_rt_run_seen(struct enz_rt_run *run, int64_t choice)
{
    if (run->library)
        return run->observations &&
               library_has(run->library, foreign(run->observations), given_name(run, choice));
    return observed(run, choice) != NULL;
}

double enz_rt_run_number(struct enz_rt_run *run, int64_t choice)
{
    if (run->library)
        return library_number(run->library, foreign(run->observations), given_name(run, choice),
                              size_of(run, choice));
    return number(observed(run, choice));
}

int64_t enz_rt_run_integer(struct enz_rt_run *run, int64_t choice)
{
    if (run->library)
        return library_integer(run->library, foreign(run->observations), given_name(run, choice),
                               size_of(run, choice));
    const struct choice *c = observed(run, choice);
    return c->is_integer ? c->integer : (int64_t)llrint(c->number);
}

void enz_rt_run_record_number(struct enz_rt_run *run, int64_t choice, double value, double score)
{
    if (!run->trace)
        return;
    if (run->library) {
        library_put_number(run->library, run->trace, given_name(run, choice), score, value,
                           size_of(run, choice));
        return;
    }
    struct choice *c = choice_in(run->trace, run, choice);
    c->is_integer = false;
    c->number = value;
    c->score = score;
}

void enz_rt_run_record_integer(struct enz_rt_run *run, int64_t choice, int64_t value, double score)
{
    if (!run->trace)
        return;
    if (run->library) {
        library_put_integer(run->library, run->trace, given_name(run, choice), score, value,
                            size_of(run, choice));
        return;
    }
    struct choice *c = choice_in(run->trace, run, choice);
    c->is_integer = true;
    c->integer = value;
    c->score = score;
}

double enz_rt_choice(struct enz_rt_run *run, int64_t choice, double value)
{
    (void)run, (void)choice;
    return value;
}

double enz_rt_choice_reverse(struct enz_rt_run *run, struct enz_rt_run *d_run, int64_t choice,
                             int64_t d_choice, double value, double adjoint)
{
    (void)d_run, (void)d_choice;
    if (!run->gradients)
        return 0;
    if (run->active.name_count && !name_in(&run->active, name_of(run, choice), false))
        return 0;
    if (run->library) {
        library_put_gradient(run->library, run->gradients, name_of(run, choice), adjoint,
                             size_of(run, choice));
        return 0;
    }
    size_t before = run->gradients->count;
    struct choice *c = choice_in(run->gradients, run, choice);
    if (run->gradients->count > before)
        c->number = value;
    c->gradient += adjoint;
    return 0;
}

struct enz_rt_choice_result enz_rt_choice_forward(struct enz_rt_run *run, struct enz_rt_run *d_run,
                                                  int64_t choice, int64_t d_choice, double value,
                                                  double d_value)
{
    (void)run, (void)d_run, (void)choice, (void)d_choice, (void)d_value;
    return (struct enz_rt_choice_result){value, 0};
}
