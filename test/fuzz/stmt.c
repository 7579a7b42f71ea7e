/* Choice of statements, scopes, and the statements without loops or memory. */
#include "stmt.h"

#include "expr.h"
#include "helper.h"

static const struct {
    bool (*write)(struct gen *);
    enum feature feature;
    int weight, room;
} table[] = {
#define STMT(function, feature, weight, room) {function, FEATURE_##feature, weight, room},
#include "stmt.def"
#undef STMT
};

enum { STATEMENTS = sizeof table / sizeof *table, MAX_DEPTH = 3 };

/* Assignments are always possible, whatever the features. */
static bool allowed(const struct gen *g, int row)
{
    bool basic = table[row].write == stmt_assign || table[row].write == stmt_declare;
    return (basic || gen_may(g, table[row].feature)) && g->at.depth + table[row].room <= MAX_DEPTH;
}

static int choose(struct gen *g)
{
    int total = 0, choice = 0;
    for (int i = 0; i < STATEMENTS; i++) {
        if (!allowed(g, i))
            continue;
        total += table[i].weight;
        if (rng_below(&g->rng, total) < table[i].weight)
            choice = i;
    }
    return choice;
}

static void stmt_one(struct gen *g)
{
    uint64_t key;
    if (!gen_next_key(g, &key))
        return;
    struct rng saved = g->rng;
    struct context at = g->at;
    g->rng = rng_make(rng_mix(g->seed, key));
    g->at.self = key;
    g->at.blocks = 0;
    for (int i = 0; i < 12; i++) {
        int row = choose(g);
        if (!table[row].write(g))
            continue;
        if (gen_may(g, table[row].feature))
            gen_use(g, table[row].feature);
        break;
    }
    g->at = at;
    g->rng = saved;
}

void stmt_list(struct gen *g, int count)
{
    for (int i = 0; i < count; i++)
        stmt_one(g);
}

struct scope scope_enter(struct gen *g, int times)
{
    struct scope scope = {g->at, g->place_count};
    g->at.key = rng_mix(g->at.self, 0x1000u + (uint64_t)g->at.blocks);
    scope.at.blocks++;
    g->at.ordinal = 0;
    g->at.depth++;
    g->at.times *= times;
    return scope;
}

void scope_leave(struct gen *g, struct scope scope)
{
    g->at = scope.at;
    g->place_count = scope.places;
}

static int body_size(struct gen *g)
{
    return g->at.depth >= 2 ? 1 : rng_between(&g->rng, 1, 3);
}

void scope_body(struct gen *g, int times)
{
    struct scope scope = scope_enter(g, times);
    stmt_list(g, body_size(g));
    scope_leave(g, scope);
}

void scope_loop_body(struct gen *g, int times)
{
    struct scope scope = scope_enter(g, times);
    g->at.can_break = g->at.can_continue = true;
    stmt_list(g, body_size(g));
    scope_leave(g, scope);
}

bool scope_has_time(const struct gen *g, int times)
{
    return g->at.times * times <= 300;
}

bool stmt_assign(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return stmt_declare(g);
    gen_line(g, "%s = %s;", to, expr_value(g, type));
    return true;
}

bool stmt_declare(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *name = gen_name(g, 'v');
    gen_line(g, "%s %s = %s;", fp_name(type), name, expr_value(g, type));
    push_scalar(g, name, type, true);
    return true;
}

/* Each form keeps a value within 2. */
bool stmt_update(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return false;
    const char *s = fp_constant_suffix(type), *f = fp_suffix(type);
    switch (rng_below(&g->rng, 8)) {
    case 0: gen_line(g, "%s *= %s;", to, expr_unit(g, type)); break;
    case 1: gen_line(g, "%s *= 0.5%s + 0.5%s * (%s);", to, s, s, expr_unit(g, type)); break;
    case 2:
        gen_line(g, "%s = 0.6%s * %s + 0.4%s * (%s);", to, s, to, s, expr_value(g, type));
        break;
    case 3: gen_line(g, "%s -= 0.5%s * (%s - %s);", to, s, to, expr_value(g, type)); break;
    case 4: gen_line(g, "%s = sin%s(%s + %s);", to, f, to, expr_unit(g, type)); break;
    case 5: gen_line(g, "%s /= 2.0%s + %s;", to, s, expr_unit(g, type)); break;
    case 6: gen_line(g, "%s = -%s * (%s);", to, to, expr_unit(g, type)); break;
    default:
        gen_line(g, "%s += %s;", to, expr_unit(g, type));
        gen_line(g, "%s = tanh%s(%s);", to, f, to);
    }
    return true;
}

bool stmt_swap(struct gen *g)
{
    const char *a, *b;
    enum fp type;
    if (!pick_target(g, &a, &type) || !pick_target_of(g, type, &b))
        return false;
    const char *t = gen_name(g, 't');
    gen_line(g, "%s %s = %s;", fp_name(type), t, a);
    gen_line(g, "%s = %s;", a, b);
    gen_line(g, "%s = %s;", b, t);
    push_scalar(g, t, type, true);
    return true;
}

bool stmt_if(struct gen *g)
{
    gen_open(g, "if (%s)", expr_condition(g));
    scope_body(g, 1);
    if (rng_chance(&g->rng, 50)) {
        gen_close(g, " else {");
        g->indent++;
        scope_body(g, 1);
    }
    gen_close(g, "%s", "");
    return true;
}

bool stmt_switch(struct gen *g)
{
    int cases = rng_between(&g->rng, 2, 4);
    gen_open(g, "switch (%s)", expr_below(g, cases + 1));
    for (int i = 0; i < cases; i++) {
        gen_line(g, i + 1 == cases ? "default: {" : "case %d: {", i);
        g->indent++;
        struct scope scope = scope_enter(g, 1);
        g->at.can_break = false;
        stmt_list(g, 1);
        scope_leave(g, scope);
        gen_close(g, "%s", "");
        if (rng_chance(&g->rng, 75))
            gen_line(g, "break;");
    }
    gen_close(g, "%s", "");
    return true;
}

bool stmt_break(struct gen *g)
{
    if (!g->at.can_break)
        return false;
    gen_line(g, "if (%s) break;", expr_condition(g));
    return true;
}

bool stmt_continue(struct gen *g)
{
    if (!g->at.can_continue)
        return false;
    gen_line(g, "if (%s) continue;", expr_condition(g));
    return true;
}

bool stmt_return(struct gen *g)
{
    if (g->at.returns == RETURN_NEVER)
        return false;
    gen_open(g, "if (%s)", expr_condition(g));
    const char *value = "";
    if (g->at.returns == RETURN_TEXT)
        value = gen_format(g, " %s", g->at.return_text);
    if (g->at.returns == RETURN_FP && *g->at.open) {
        const char *r = gen_name(g, 'r');
        gen_line(g, "%s %s = %s;", fp_name(g->at.return_type), r, expr_value(g, g->at.return_type));
        value = gen_format(g, " %s", r);
    } else if (g->at.returns == RETURN_FP) {
        value = gen_format(g, " %s", expr_value(g, g->at.return_type));
    }
    if (*g->at.open)
        gen_line(g, "%s", g->at.open);
    gen_line(g, "return%s;", value);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_integer(struct gen *g)
{
    struct place *old = pick_int(g, true);
    int max;
    if (old && rng_chance(&g->rng, 60)) {
        int factor = rng_between(&g->rng, 2, 5);
        gen_line(g, "%s = (%s * %d + %s) & 7;", old->text, old->text, factor, expr_int(g, &max));
        return true;
    }
    const char *k = gen_name(g, 'k');
    if (rng_chance(&g->rng, 30)) {
        const char *a = expr_below(g, 8), *b = expr_below(g, 8);
        gen_line(g, "int %s[4] = {%s, %s, 2, 1};", k, a, b);
        struct place *p = push_int(g, gen_format(g, "%s[%s]", k, expr_below(g, 4)), 7);
        p->writable = true;
        return true;
    }
    if (rng_chance(&g->rng, 40))
        gen_line(g, "int %s = (int)((unsigned)(%s) * 1664525u + 1013904223u >> 16 & 7);", k,
                 expr_int(g, &max));
    else
        gen_line(g, "int %s = (%s) & 7;", k, expr_int(g, &max));
    push_int(g, k, 7)->writable = true;
    return true;
}

/* Both sides meet in value and slope at the threshold. */
bool stmt_smooth(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return false;
    const char *s = fp_constant_suffix(type), *f = fp_name(type);
    const char *t = gen_name(g, 't'), *u = gen_name(g, 'u');
    const char *c = gen_format(g, "0.%d%s", rng_below(&g->rng, 9), s);
    gen_line(g, "%s %s = %s;", f, t, expr_value(g, type));
    if (rng_chance(&g->rng, 40)) {
        gen_line(g, "%s %s = %s > %s ? 0.1%s * (%s - %s) * (%s - %s) * (%s) : 0.0%s;", f, u, t, c,
                 s, t, c, t, c, expr_unit(g, type), s);
    } else {
        gen_line(g, "%s %s;", f, u);
        gen_line(g, "if (%s < %s)", t, c);
        gen_line(g, "  %s = 0.1%s * (%s - %s) * (%s - %s) * (%s);", u, s, t, c, t, c,
                 expr_unit(g, type));
        gen_line(g, "else");
        gen_line(g, "  %s = 0.1%s * (%s - %s) * (%s - %s) * (%s);", u, s, c, t, c, t,
                 expr_unit(g, type));
    }
    gen_line(g, "%s = 0.5%s * %s + %s;", to, s, to, u);
    push_scalar(g, t, type, true);
    return true;
}

/* A comparison of an active value that always has the same outcome. */
bool stmt_far(struct gen *g)
{
    const struct place *p = pick_scalar(g, false);
    if (!p || p->bound > 2)
        return false;
    bool taken = rng_chance(&g->rng, 60);
    gen_open(g, "if (%s %s 2.75%s)", p->text, taken ? "<" : ">", fp_constant_suffix(p->type));
    scope_body(g, 1);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_input_branch(struct gen *g)
{
    if (!g->input_count || !g->at.in_entry)
        return false;
    const struct input *in = &g->inputs[rng_below(&g->rng, g->input_count)];
    double off = 0.3 + 0.1 * rng_below(&g->rng, 5);
    bool above = rng_chance(&g->rng, 50);
    gen_open(g, "if (%s %s %.2f)", in->text, rng_chance(&g->rng, 50) ? "<" : ">",
             in->value + (above ? off : -off));
    scope_body(g, 1);
    gen_close(g, " else {");
    g->indent++;
    scope_body(g, 1);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_call(struct gen *g)
{
    return helper_call_effect(g);
}

/* Calls through a pointer chosen at run time. */
bool stmt_fnptr(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return false;
    const struct helper *a = helper_pick_scalar(g, type);
    const struct helper *b = helper_pick_scalar(g, type);
    if (!a)
        return false;
    const char *f = gen_name(g, 'f'), *t = fp_name(type);
    gen_line(g, "%s (*%s)(%s, %s, int) = %s ? %s : %s;", t, f, t, t, expr_condition(g), a->name,
             b->name);
    const char *x = expr_value(g, type), *y = expr_value(g, type);
    gen_line(g, "%s = %s(%s, %s, %s);", to, f, x, y, expr_below(g, 4));
    return true;
}

bool stmt_fntable(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type) || !scope_has_time(g, 3))
        return false;
    const struct helper *a = helper_pick_scalar(g, type);
    const struct helper *b = helper_pick_scalar(g, type);
    if (!a)
        return false;
    const char *f = gen_name(g, 'f'), *t = fp_name(type), *i = gen_name(g, 'i');
    gen_line(g, "%s%s (*%s[2])(%s, %s, int) = {%s, %s};", rng_chance(&g->rng, 50) ? "static " : "",
             t, f, t, t, a->name, b->name);
    gen_open(g, "for (int %s = 0; %s < 3; %s++)", i, i, i);
    struct scope scope = scope_enter(g, 3);
    push_int(g, i, 2);
    const char *x = expr_value(g, type), *y = expr_value(g, type);
    gen_line(g, "%s = %s[%s & 1](%s, %s, %s);", to, f, i, x, y, i);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}
