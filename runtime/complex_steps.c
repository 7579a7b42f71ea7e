/* What functions that are computed with complex numbers keep: see complex_steps.h.
 *
 * An imaginary part belongs to a number in memory for as long as its bytes are there: the table
 * compares them, so that writes of which nobody tells it count. */
#include "complex_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSED = 256, MOST_CALLS = 65536, MOST_OPERANDS = 16, LARGEST = 10 };

struct entry {
    const char *at; /* NULL: free */
    double part;
    unsigned char number, bytes[LARGEST];
};
struct call {
    const struct enz_rt_complex_call *site;
    double x[MOST_OPERANDS], v[MOST_OPERANDS], part;
    unsigned operands;
};
struct complex_steps {
    struct complex_steps *outer;
    struct entry *entries;
    size_t count, room; /* room: a power of two */
    double passed[MOST_PASSED];
    const void *copies[MOST_PASSED];
    struct call *calls;
    size_t call_count, call_room;
    bool lost;
};
static _Thread_local struct complex_steps *current;

static size_t bytes_of(uint64_t number)
{
    return number == 0 ? sizeof(float) : number == 1 ? sizeof(double) : LARGEST;
}

static size_t slot_of(const struct complex_steps *s, const char *at)
{
    size_t i = (size_t)((uintptr_t)at * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (s->room - 1);
    while (s->entries[i].at && s->entries[i].at != at)
        i = (i + 1) & (s->room - 1);
    return i;
}

static bool grow(struct complex_steps *s)
{
    struct complex_steps larger = *s;
    larger.room = s->room ? 4 * s->room : 256;
    if (!(larger.entries = calloc(larger.room, sizeof *larger.entries)))
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->entries[i].at)
            larger.entries[slot_of(&larger, s->entries[i].at)] = s->entries[i];
    free(s->entries);
    *s = larger;
    return true;
}

/* The entry of the place; NULL if it has none, or other bytes are there by now. */
static struct entry *find(struct complex_steps *s, const char *at)
{
    struct entry *e = s->count ? &s->entries[slot_of(s, at)] : NULL;
    return e && e->at && e->part != 0 && !memcmp(e->bytes, at, bytes_of(e->number)) ? e : NULL;
}

/* bytes: what is there, or is about to be. */
static void enter(struct complex_steps *s, const char *at, const void *bytes, uint64_t number,
                  double part)
{
    if (part == 0 && !s->count)
        return;
    if (2 * (s->count + 1) > s->room && !grow(s)) {
        s->lost = true;
        return;
    }
    struct entry *e = &s->entries[slot_of(s, at)];
    if (!e->at && part == 0)
        return;
    s->count += !e->at;
    *e = (struct entry){.at = at, .part = part, .number = (unsigned char)number};
    memcpy(e->bytes, bytes, bytes_of(number));
}

/* ---- for the check ---- */

struct complex_steps *complex_steps_open(void)
{
    struct complex_steps *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->outer = current;
    return current = s;
}

void complex_steps_close(struct complex_steps *s)
{
    current = s->outer;
    free(s->entries);
    free(s->calls);
    free(s);
}

double complex_steps_get(struct complex_steps *s, const void *p, uint64_t number)
{
    const struct entry *e = find(s, p);
    if (e && e->number != number)
        s->lost = true;
    return e && e->number == number ? e->part : 0;
}

bool complex_steps_put(struct complex_steps *s, const void *p, uint64_t number, double part)
{
    bool new = !find(s, p);
    enter(s, p, p, number, part);
    return new;
}

bool complex_steps_lost(const struct complex_steps *s)
{
    return s->lost;
}

/* ---- memory ---- */

double enz_rt_complex_load(const void *p, uint64_t number)
{
    return complex_steps_get(current, p, number);
}

void enz_rt_complex_store(const void *p, uint64_t number, double part)
{
    enter(current, p, p, number, part);
}

void enz_rt_complex_lose(double part)
{
    current->lost |= part != 0;
}

/* What is read as an integer, or in part. */
void enz_rt_complex_lost(const void *p, uint64_t size)
{
    struct complex_steps *s = current;
    for (uint64_t i = 0; i < size + LARGEST - 1 && s->count; i++) {
        const char *at = (const char *)p + size - 1 - i;
        const struct entry *e = find(s, at);
        s->lost |= e && at + bytes_of(e->number) > (const char *)p;
    }
}

void enz_rt_complex_clear(const void *p, uint64_t size)
{
    struct complex_steps *s = current;
    for (uint64_t i = 0; i < size && s->count; i++) {
        struct entry *e = find(s, (const char *)p + i);
        if (e)
            e->part = 0;
    }
}

/* Before the bytes are copied. Those of the source are known before any entry is made, as both
 * ranges may overlap. */
void enz_rt_complex_copy(void *to, const void *from, uint64_t size)
{
    struct complex_steps *s = current;
    size_t n = 0, room = 0;
    struct entry *found = NULL;
    for (uint64_t i = 0; i < size && s->count; i++) {
        const struct entry *e = find(s, (const char *)from + i);
        if (!e || i + bytes_of(e->number) > size)
            continue;
        if (n == room) {
            room = 2 * room + 16;
            struct entry *more = realloc(found, room * sizeof *found);
            if (!more) {
                s->lost = true;
                break;
            }
            found = more;
        }
        found[n] = *e;
        found[n++].at = (char *)to + i;
    }
    enz_rt_complex_clear(to, size);
    for (size_t i = 0; i < n; i++)
        enter(s, found[i].at, found[i].bytes, found[i].number, found[i].part);
    free(found);
}

/* ---- calls ---- */

void enz_rt_complex_pass(uint64_t number, double part)
{
    if (number < MOST_PASSED)
        current->passed[number] = part;
    else
        enz_rt_complex_lose(part);
}

double enz_rt_complex_take(uint64_t number)
{
    return number < MOST_PASSED ? current->passed[number] : 0;
}

void enz_rt_complex_pass_copy(uint64_t number, const void *p)
{
    if (number < MOST_PASSED)
        current->copies[number] = p;
    else
        current->lost = true;
}

/* The callee has its copy by now. */
void enz_rt_complex_take_copy(uint64_t number, void *p, uint64_t size)
{
    if (number < MOST_PASSED)
        enz_rt_complex_copy(p, current->copies[number], size);
}

void enz_rt_complex_called(const struct enz_rt_complex_call *site, double part)
{
    struct complex_steps *s = current;
    if (s->call_count == s->call_room && s->call_room < MOST_CALLS) {
        size_t room = 2 * s->call_room + 16;
        struct call *more = realloc(s->calls, room * sizeof *more);
        if (more)
            s->calls = more, s->call_room = room;
    }
    if (s->call_count < s->call_room)
        s->calls[s->call_count++] = (struct call){.site = site, .part = part};
}

void enz_rt_complex_operand(double x, double part)
{
    struct complex_steps *s = current;
    struct call *c = s->call_count ? &s->calls[s->call_count - 1] : NULL;
    if (!c || c->operands == MOST_OPERANDS)
        return;
    c->x[c->operands] = x;
    c->v[c->operands++] = part / COMPLEX_STEP;
}

/* Calls were recorded when they returned: what a function calls comes before it. */
bool complex_steps_trace(struct complex_steps *s, double tolerance, struct complex_difference *d)
{
    for (size_t i = 0; i < s->call_count; i++) {
        const struct call *c = &s->calls[i];
        *d = (struct complex_difference){.where = c->site->where, .name = c->site->name};
        if (!c->site->test)
            continue;
        d->complex = c->part / COMPLEX_STEP;
        d->reverse = c->site->test(c->x, c->v, &d->size);
        d->size = fmax(d->size, fabs(d->complex));
        if (!(fabs(d->reverse - d->complex) <= tolerance * d->size))
            return true;
    }
    return false;
}
