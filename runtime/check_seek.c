/* -fenz-check: which of the functions that are called has a wrong derivative.
 *
 * Forward mode runs once more. In front of each call the derivatives of the function that is called
 * are compared (emit/check_seek.c), as the whole was: with the numbers and the memory of that call.
 * Adjoints of what it leaves in memory are made up, and tangents put back that stood in their
 * place. Where they differ, the same goes on inside, so that the innermost function is found. */
#include "check_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMPARED = 65536, MOST_NAMED = 8 };
struct seeking {
    size_t compared;
    bool found, ended;
    size_t skipped; /* functions that are not compared by themselves; the first ones: */
    struct {
        struct enz_rt_check_callee *callee;
        const char *where, *why;
    } named[MOST_NAMED];
};

static void note_why(struct seeking *s, struct enz_rt_check_callee *callee, const char *where,
                     const char *why)
{
    for (size_t i = 0; i < s->skipped && i < MOST_NAMED; i++)
        if (s->named[i].callee == callee)
            return;
    if (s->skipped < MOST_NAMED)
        s->named[s->skipped].callee = callee, s->named[s->skipped].where = where,
        s->named[s->skipped].why = why;
    s->skipped++;
}

/* What they call is compared all the same: they matter only where nothing else was found. */
static void say_why(const struct seeking *s)
{
    for (size_t i = 0; i < s->skipped && i < MOST_NAMED && !s->found; i++)
        if (!__atomic_exchange_n(&s->named[i].callee->said, 1, __ATOMIC_RELAXED))
            fprintf(stderr, "enzcc: %s: %s, called here, is not compared by itself: %s\n",
                    s->named[i].where, s->named[i].callee->name, s->named[i].why);
}

uint64_t enz_rt_check_seeks(struct enz_rt_check_callee *callee, const char *where)
{
    struct check *c = check_current;
    struct seeking *s = c && c->runs ? c->seeking : NULL;
    if (!s || s->found)
        return 0;
    if (callee->why) {
        note_why(s, callee, where, callee->why);
        return 0;
    }
    if (s->compared < MOST_COMPARED)
        return ++s->compared;
    if (!s->ended)
        fprintf(stderr,
                "enzcc: %s: calls from here on are not compared by themselves: there are "
                "too many\n",
                where);
    s->ended = true;
    return 0;
}

uint64_t enz_rt_check_enter(struct enz_rt_check_callee *callee, const char *where,
                            enz_rt_check_run *run, void *frame, double seed)
{
    char here;
    struct check *c = check_begin(true, run, frame, seed, callee->wishes, &here, NULL);
    const char *why = c->why;
    if (why)
        note_why(c->outer->seeking, callee, where, why), check_close(c);
    return !why;
}

static void report(const struct enz_rt_check_callee *callee, const char *where,
                   const struct check *c, const char *with, double other)
{
    fprintf(stderr,
            "enzcc: %s: here %s is called, whose own derivative differs: %s gives %.8g, "
            "%s %.8g (condition %.1e)\n",
            where, callee->name, c->mode, c->left, with, other, check_condition(c, other));
    if (*callee->rules)
        fprintf(stderr, "enzcc: %s: %s of %s follows %s\n", where, c->mode, callee->name,
                callee->rules);
}

/* The same in what it calls. */
static void look_inside(struct check *c, struct seeking *s)
{
    c->seeking = s;
    check_repeat(c);
    c->seeking = NULL;
}

/* Memory is as the reverse derivative has left it, and is put back. */
void enz_rt_check_leave(const struct enz_rt_check_callee *callee, const char *where)
{
    struct check *c = check_current;
    struct seeking *s = c->outer->seeking;
    double other;
    check_add_shadows(c);
    check_restore(c);
    check_set_shadows(c, SHADOWS_START);
    const char *with = check_judge(c, callee->wishes, &other);
    if (with) {
        look_inside(c, s);
        if (!s->found)
            report(callee, where, c, with, other);
        s->found = true;
    }
    check_set_shadows(c, SHADOWS_OLD);
    check_close(c);
}

/* ---- the outermost derivative: memory stays as it has left it ---- */

static char *take_bytes(const struct check *c)
{
    char *bytes = check_must(malloc(c->kept_bytes + 1)), *to = bytes;
    for (size_t i = 0; i < c->kept; to += c->written[i++].size)
        memcpy(to, c->written[i].at, c->written[i].size);
    return bytes;
}

static void give_bytes(const struct check *c, char *bytes)
{
    const char *from = bytes;
    for (size_t i = 0; i < c->kept; from += c->written[i++].size)
        memcpy(c->written[i].at, from, c->written[i].size);
    free(bytes);
}

/* As bytes: what is no number there stays as it is, too. */
enum { WIDEST = 10 };
static char *take_shadows(const struct check *c)
{
    char *bytes = check_must(malloc(WIDEST * c->count + 1));
    for (size_t i = 0; i < c->count; i++)
        memcpy(bytes + WIDEST * i, c->touched[i].shadow, check_bytes_of(c->touched[i].number));
    return bytes;
}

static void give_shadows(const struct check *c, char *bytes)
{
    for (size_t i = 0; i < c->count; i++)
        memcpy(c->touched[i].shadow, bytes + WIDEST * i, check_bytes_of(c->touched[i].number));
    free(bytes);
}

bool check_seek(struct check *c)
{
    struct seeking s = {0};
    if (c->called) { /* nothing is left of it */
        look_inside(c, &s);
        say_why(&s);
        return s.found;
    }
    char *bytes = take_bytes(c), *shadows = take_shadows(c);
    check_restore(c);
    check_set_shadows(c, SHADOWS_START);
    look_inside(c, &s);
    give_shadows(c, shadows);
    give_bytes(c, bytes);
    say_why(&s);
    return s.found;
}
