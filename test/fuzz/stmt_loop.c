/* Loops and gotos of generated programs.
 *
 * Every loop has an integer that bounds its trips; where an active value decides
 * when to stop, what the last trip adds vanishes with its slope at the
 * threshold. */
#include "stmt.h"

#include "expr.h"

/* A trip count: its text and its largest value. */
struct trips {
    const char *text;
    int max;
};

static struct trips pick_trips(struct gen *g)
{
    struct trips t = {NULL, rng_between(&g->rng, 2, 6)};
    int what = rng_below(&g->rng, 100);
    if (what < 35) {
        t.text = gen_format(g, "%d", t.max);
    } else if (what < 65) {
        t.text = gen_format(g, "(%s)", expr_below(g, t.max + 1));
    } else if (what < 75 && gen_use(g, FEATURE_zerotrip)) {
        t.text = gen_format(g, "(%s & 1) * %d", expr_below(g, 8), t.max);
    } else {
        const struct place *a = pick_array(g, false);
        t.text = a ? a->count : "4";
        t.max = MAX_ELEMENTS;
    }
    return t;
}

/* Index loops over an array, in one of several directions. */
static void open_array_loop(struct gen *g, const struct place *a, const char *i)
{
    switch (rng_below(&g->rng, 5)) {
    case 0: gen_open(g, "for (int %s = %s - 1; %s >= 0; %s--)", i, a->count, i, i); break;
    case 1: gen_open(g, "for (int %s = 1; %s < %s; %s += 2)", i, i, a->count, i); break;
    case 2: gen_open(g, "for (long %s = 0; %s != %s; ++%s)", i, i, a->count, i); break;
    default: gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, a->count, i);
    }
}

bool stmt_for_array(struct gen *g)
{
    const struct place *a = pick_array(g, false);
    if (!a || !scope_has_time(g, MAX_ELEMENTS))
        return false;
    const char *i = gen_name(g, 'i');
    int id = a->id;
    bool open_ended = a->count[0] < '0' || a->count[0] > '9';
    int len = open_ended ? MAX_ELEMENTS : a->len;
    open_array_loop(g, a, i);
    struct scope scope = scope_enter(g, len);
    push_int(g, gen_format(g, "(int)%s", i), len - 1)->object = id;
    scope_loop_body(g, 1);
    const struct place *to = pick_array(g, true);
    if (to) {
        const char *element = expr_element(g, to);
        gen_line(g, "%s = %s;", element, expr_value(g, to->type));
    }
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_for_count(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i');
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, n.text, i);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max - 1);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_for_pair(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i'), *j = gen_name(g, 'j');
    gen_open(g, "for (int %s = 0, %s = %s; %s < %s; %s++, %s--)", i, j, n.text, i, j, i, j);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max - 1);
    push_int(g, j, n.max);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_for_ever(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i');
    gen_open(g, "for (int %s = 0;; %s++)", i, i);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max);
    bool late = rng_chance(&g->rng, 30);
    if (late) {
        const char *to;
        enum fp type;
        if (pick_target(g, &to, &type))
            gen_line(g, "%s = %s;", to, expr_value(g, type));
    }
    gen_line(g, "if (%s >= %s) break;", i, n.text);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_while(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i');
    bool at_end = rng_chance(&g->rng, 40);
    gen_line(g, "int %s = %s;", i, n.text);
    gen_open(g, at_end ? "while (%s > 0)" : "while (%s-- > 0)", i);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max);
    g->at.can_break = true;
    g->at.can_continue = !at_end;
    scope_body(g, 1);
    if (at_end)
        gen_line(g, rng_chance(&g->rng, 50) ? "%s -= 1;" : "%s -= 2;", i);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_do(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i');
    gen_line(g, "int %s = 0;", i);
    gen_open(g, "do");
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, " while (++%s < %s);", i, n.text);
    return true;
}

bool stmt_fp_loop(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type) || !scope_has_time(g, 9))
        return false;
    const char *s = gen_name(g, 's'), *u = gen_name(g, 'u'), *k = gen_name(g, 'k');
    const char *x = fp_constant_suffix(type);
    const char *c = gen_format(g, "1.%d%s", rng_between(&g->rng, 1, 9), x);
    gen_line(g, "%s %s = 0.0%s, %s = 0.0%s;", fp_name(type), s, x, u, x);
    gen_line(g, "int %s = 0;", k);
    gen_open(g, "while (%s < %s && %s < 12)", s, c, k);
    struct scope scope = scope_enter(g, 9);
    push_scalar(g, s, type, false);
    push_int(g, k, 11);
    gen_line(g, "%s += 0.05%s * (%s - %s) * (%s - %s) * (%s);", u, x, c, s, c, s,
             expr_unit(g, type));
    gen_line(g, "%s += 0.5%s + 0.25%s * (%s);", s, x, x, expr_unit(g, type));
    gen_line(g, "%s++;", k);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_line(g, "%s = 0.3%s * %s + %s;", to, x, to, u);
    return true;
}

bool stmt_accumulate(struct gen *g)
{
    const char *to;
    enum fp type;
    struct trips n = pick_trips(g);
    if (!pick_target(g, &to, &type) || !scope_has_time(g, n.max))
        return false;
    const char *sum = gen_name(g, 's'), *i = gen_name(g, 'i');
    const char *x = fp_constant_suffix(type);
    gen_line(g, "%s %s = 0.0%s;", fp_name(type), sum, x);
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, n.text, i);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max - 1);
    if (rng_chance(&g->rng, 50))
        scope_loop_body(g, 1);
    gen_line(g, "%s += %s;", sum, expr_unit(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    struct expr e = {sum, n.max, 1};
    gen_line(g, "%s = %s;", to, expr_tame(g, e, type, 2, 1).text);
    return true;
}

/* The smallest or the largest of several numbers; integers of their own keep them apart, so that
 * differences meet no tie. */
bool stmt_search(struct gen *g)
{
    const char *to;
    enum fp type;
    struct trips n = pick_trips(g);
    if (!pick_target(g, &to, &type) || !scope_has_time(g, n.max))
        return false;
    bool least = rng_chance(&g->rng, 50);
    const char *best = gen_name(g, 's'), *x = gen_name(g, 'x'), *at = gen_name(g, 'i'),
               *i = gen_name(g, 'i'), *suffix = fp_constant_suffix(type), *name = fp_name(type);
    gen_line(g, "%s %s = %s100.0%s;", name, best, least ? "" : "-", suffix);
    gen_line(g, "int %s = 0;", at);
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, n.text, i);
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max - 1);
    if (rng_chance(&g->rng, 25))
        scope_loop_body(g, 1);
    gen_line(g, "%s %s = (%s)((%s * 7 + %d) %% 11) + 0.2%s * %s;", name, x, name, i,
             rng_below(&g->rng, 11), suffix, expr_unit(g, type));
    const char *order = least ? "<" : ">";
    switch (rng_below(&g->rng, 4)) {
    case 0:
        gen_line(g, "%s = (%s)%s(%s, %s);", best, name, least ? "fmin" : "fmax", best, x);
        break;
    case 1: gen_line(g, "%s = %s %s %s ? %s : %s;", best, x, order, best, x, best); break;
    case 2: gen_line(g, "if (%s %s= %s) %s = %s;", x, order, best, best, x); break;
    default: gen_line(g, "if (!(%s %s %s)) %s = %s, %s = %s;", best, order, x, best, x, at, i);
    }
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    struct expr e = {gen_format(g, "(%s - (%s)(%s %% 3))", best, name, at), 103, 1};
    gen_line(g, "%s = %s;", to, expr_tame(g, e, type, 2, 1).text);
    return true;
}

/* Hundreds to thousands of trips that contract, so that neither values nor
 * derivatives grow; sometimes of a count that only the loop itself finds out. */
bool stmt_long(struct gen *g)
{
    const char *to;
    enum fp type;
    if (g->at.times > 1 || !pick_target(g, &to, &type))
        return false;
    const char *i = gen_name(g, 'i'), *x = fp_constant_suffix(type);
    const struct place *a = pick_array(g, true);
    int trips = rng_between(&g->rng, 3, 40) * 100;
    if (rng_chance(&g->rng, 60))
        gen_open(g, "for (int %s = 0; %s < %d; %s++)", i, i, trips, i);
    else
        gen_open(g, "for (int %s = 1; %s * %s < %d; %s++)", i, i, i, trips * 100, i);
    struct scope scope = scope_enter(g, 100);
    push_int(g, i, trips);
    if (rng_chance(&g->rng, 40))
        gen_line(g, "if (%s %% %d == 1) continue;", i, rng_between(&g->rng, 2, 9));
    gen_line(g, "%s = 0.9%s * %s + 0.1%s * (%s);", to, x, to, x, expr_unit(g, type));
    if (a) {
        const char *e = gen_format(g, "%s[%s %% %d]", a->text, i, a->len),
                   *s = fp_constant_suffix(a->type);
        gen_line(g, "%s = 0.5%s * %s + 0.5%s * (%s);", e, s, e, s, expr_unit(g, a->type));
    }
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_goto_loop(struct gen *g)
{
    struct trips n = pick_trips(g);
    if (!scope_has_time(g, n.max))
        return false;
    const char *i = gen_name(g, 'i'), *again = gen_name(g, 'L');
    gen_line(g, "int %s = 0;", i);
    gen_line(g, "%s:;", again);
    gen_open(g, "%s", "");
    struct scope scope = scope_enter(g, n.max);
    push_int(g, i, n.max);
    scope_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_line(g, "if (++%s < %s) goto %s;", i, n.text, again);
    return true;
}

bool stmt_goto_skip(struct gen *g)
{
    const char *skip = gen_name(g, 'L');
    gen_line(g, "if (%s) goto %s;", expr_condition(g), skip);
    gen_open(g, "%s", "");
    scope_body(g, 1);
    gen_close(g, "%s", "");
    gen_line(g, "%s:;", skip);
    return true;
}

/* Leaves two loops at once. */
bool stmt_goto_out(struct gen *g)
{
    if (!scope_has_time(g, 12))
        return false;
    const char *i = gen_name(g, 'i'), *j = gen_name(g, 'j'), *out = gen_name(g, 'L');
    gen_open(g, "for (int %s = 0; %s < 3; %s++)", i, i, i);
    gen_open(g, "for (int %s = 0; %s < 4; %s++)", j, j, j);
    struct scope scope = scope_enter(g, 12);
    push_int(g, i, 2);
    push_int(g, j, 3);
    scope_loop_body(g, 1);
    gen_line(g, "if (%s) goto %s;", expr_condition(g), out);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_close(g, "%s", "");
    gen_line(g, "%s:;", out);
    return true;
}

/* A loop with two entries: irreducible control flow. */
bool stmt_goto_into(struct gen *g)
{
    if (!scope_has_time(g, 3))
        return false;
    const char *i = gen_name(g, 'i'), *top = gen_name(g, 'L'), *mid = gen_name(g, 'L');
    gen_line(g, "int %s = 0;", i);
    gen_line(g, "if (%s) goto %s;", expr_condition(g), mid);
    gen_line(g, "%s:;", top);
    struct scope scope = scope_enter(g, 3);
    push_int(g, i, 2);
    gen_open(g, "%s", "");
    scope_body(g, 1);
    gen_close(g, "%s", "");
    gen_line(g, "%s:;", mid);
    gen_open(g, "%s", "");
    scope_body(g, 1);
    gen_close(g, "%s", "");
    scope_leave(g, scope);
    gen_line(g, "if (++%s < 3) goto %s;", i, top);
    return true;
}
