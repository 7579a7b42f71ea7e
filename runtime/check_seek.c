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

enum { MOST_COMPARED = 65536 };
struct seeking {
    size_t compared;
    bool found, ended;
};

uint64_t enz_rt_check_seeks(struct enz_rt_check_callee *callee, const char *where)
{
    struct check *c = check_current;
    struct seeking *s = c && c->runs ? c->seeking : NULL;
    if (!s || s->found)
        return 0;
    if (callee->why && !__atomic_exchange_n(&callee->said, 1, __ATOMIC_RELAXED))
        fprintf(stderr, "enzcc: %s: %s, called here, is not compared by itself: %s\n", where,
                callee->name, callee->why);
    if (callee->why)
        return 0;
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

void enz_rt_check_enter(const struct enz_rt_check_callee *callee, enz_rt_check_run *run,
                        void *frame, double seed)
{
    char here;
    check_begin(true, run, frame, seed, callee->wishes, &here);
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
        return s.found;
    }
    char *bytes = take_bytes(c), *shadows = take_shadows(c);
    check_restore(c);
    check_set_shadows(c, SHADOWS_START);
    look_inside(c, &s);
    give_shadows(c, shadows);
    give_bytes(c, bytes);
    return s.found;
}
