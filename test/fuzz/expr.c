/* Random expressions; see expr.h. */
#include "expr.h"

#include "helper.h"

#include <math.h>
#include <string.h>

const char *expr_constant(struct gen *g, enum fp type)
{
    int hundredths = rng_between(&g->rng, 10, 190);
    return gen_format(g, "%d.%02d%s", hundredths / 100, hundredths % 100, fp_constant_suffix(type));
}

/* Integers. */

/* An integer that may index `array`, or any array with more than max elements. */
static struct place *pick_index(struct gen *g, int max, int array)
{
    int found = 0;
    struct place *choice = NULL;
    for (int i = 0; i < g->place_count; i++) {
        struct place *p = &g->places[i];
        bool fits = p->kind == PLACE_INT && (p->len <= max || p->object == array);
        if (fits && rng_below(&g->rng, ++found) == 0)
            choice = p;
    }
    return choice;
}

const char *expr_int(struct gen *g, int *max)
{
    const struct place *p = pick_int(g, false), *q = pick_int(g, false);
    int k = rng_between(&g->rng, 1, 5);
    if (!p) {
        *max = k;
        return gen_format(g, "%d", k);
    }
    *max = p->len;
    if (!gen_may(g, FEATURE_integer) || rng_chance(&g->rng, 50))
        return p->text;
    gen_use(g, FEATURE_integer);
    switch (rng_below(&g->rng, 5)) {
    case 0: *max = p->len + k; return gen_format(g, "(%s + %d)", p->text, k);
    case 1: *max = p->len * k; return gen_format(g, "(%s * %d)", p->text, k);
    case 2: *max = p->len / 2; return gen_format(g, "(%s >> 1)", p->text);
    case 3: *max = 31; return gen_format(g, "((%s ^ %s) & 31)", p->text, q->text);
    default:
        *max = p->len * q->len + k;
        return gen_format(g, "(%s * %s + %d)", p->text, q->text, k);
    }
}

const char *expr_below(struct gen *g, int n)
{
    int max;
    const char *text = rng_chance(&g->rng, 35) ? gen_format(g, "%d", max = rng_below(&g->rng, n))
                                               : expr_int(g, &max);
    return max < n ? text : gen_format(g, "%s %% %d", text, n);
}

const char *expr_condition(struct gen *g)
{
    int max;
    const char *a = expr_int(g, &max);
    switch (rng_below(&g->rng, 6)) {
    case 0: return gen_format(g, "%s & 1", a);
    case 1: return gen_format(g, "%s == %d", a, rng_below(&g->rng, 4));
    case 2: return gen_format(g, "%s %% 3 != %d", a, rng_below(&g->rng, 3));
    case 3: return gen_format(g, "%s < %d", a, rng_between(&g->rng, 1, 4));
    case 4: {
        const char *b = expr_int(g, &max);
        return gen_format(g, "%s > 1 && %s != 2", a, b);
    }
    default: {
        const char *b = expr_int(g, &max);
        return gen_format(g, "%s <= %s || %s == 3", a, b, a);
    }
    }
}

const char *expr_element(struct gen *g, const struct place *a)
{
    const char *text = a->owner ? a->owner : a->text;
    if (rng_chance(&g->rng, 65)) {
        const struct place *i = pick_index(g, a->len - 1, a->id);
        if (i)
            return gen_format(g, "%s[%s]", text, i->text);
    }
    return gen_format(g, "%s[%s]", text, expr_below(g, a->len));
}

bool pick_target_of(struct gen *g, enum fp type, const char **text)
{
    for (int i = 0; i < 8; i++) {
        enum fp found;
        if (pick_target(g, text, &found) && found == type)
            return true;
    }
    return false;
}

bool pick_target(struct gen *g, const char **text, enum fp *type)
{
    const struct place *a = pick_array(g, true), *s = pick_scalar(g, true);
    if (s && s->bound > 2.0)
        s = NULL;
    if (a && (!s || rng_chance(&g->rng, 50))) {
        *text = expr_element(g, a);
        *type = a->type;
        return true;
    }
    if (s) {
        *text = s->text;
        *type = s->type;
    }
    return s != NULL;
}

/* Floating expressions. */

static struct expr expr_scaled(struct gen *g, struct expr e, enum fp type, double factor)
{
    double hundredths = floor(100 * factor);
    if (hundredths >= 1)
        e.text = gen_format(g, "%.2f%s * %s", hundredths / 100, fp_constant_suffix(type), e.text);
    else
        e.text = gen_format(g, "%.0e%s * %s", factor / 2, fp_constant_suffix(type), e.text);
    e.text = gen_format(g, "(%s)", e.text);
    e.bound *= factor;
    e.lip *= factor;
    return e;
}

struct expr expr_tame(struct gen *g, struct expr e, enum fp type, double bound, double lip)
{
    if (e.lip > lip)
        e = expr_scaled(g, e, type, lip / e.lip);
    if (e.bound <= bound)
        return e;
    if (bound < 1 || !gen_may(g, FEATURE_math) || rng_chance(&g->rng, 40))
        return expr_scaled(g, e, type, bound / e.bound);
    static const char *const wraps[] = {"sin", "tanh", "cos"};
    e.text = gen_format(g, "%s%s(%s)", wraps[rng_below(&g->rng, 3)], fp_suffix(type), e.text);
    e.bound = 1;
    return e;
}

static struct expr expr_leaf(struct gen *g, enum fp type)
{
    const struct place *a = pick_array(g, false), *s = pick_scalar(g, false);
    int what = rng_below(&g->rng, 100);
    if (a && what < 40)
        return (struct expr){expr_element(g, a), a->bound, 1};
    if (s && what < 88)
        return (struct expr){s->text, s->bound, 1};
    if (what < 94) {
        int max;
        const char *i = expr_int(g, &max);
        return (struct expr){
            gen_format(g, "0.25%s * (%s)%s", fp_constant_suffix(type), fp_name(type), i),
            0.25 * max, 0};
    }
    return (struct expr){expr_constant(g, type), 1.9, 0};
}

static struct expr expr_at(struct gen *g, enum fp type, int depth);

static const struct {
    enum feature feature;
    int arity;
    const char *text;
    double out, lip;
} math_table[] = {
#define MATH(feature, arity, text, out, lip) {FEATURE_##feature, arity, text, out, lip},
#include "math.def"
#undef MATH
};

/* Expands the %1, %2, @ and $ of a row of math.def. */
static const char *math_text(struct gen *g, const char *row, enum fp type, const char *a,
                             const char *b)
{
    struct text t = {0};
    for (const char *p = row; *p; p++) {
        if (*p == '@')
            text_add(&t, "%s", fp_suffix(type));
        else if (*p == '$')
            text_add(&t, "%s", fp_constant_suffix(type));
        else if (*p == '%' && (p[1] == '1' || p[1] == '2'))
            text_add(&t, "%s", *++p == '1' ? a : b);
        else
            text_add(&t, "%c", *p);
    }
    const char *text = gen_format(g, "%s", t.data);
    text_free(&t);
    return text;
}

static struct expr expr_math(struct gen *g, enum fp type, int depth)
{
    int count = (int)(sizeof math_table / sizeof *math_table);
    int row = rng_below(&g->rng, count);
    while (!gen_may(g, math_table[row].feature))
        row = (row + 1) % count;
    gen_use(g, math_table[row].feature);
    struct expr a = expr_tame(g, expr_at(g, type, depth - 1), type, 1, 2), b = {0};
    if (math_table[row].arity == 2)
        b = expr_tame(g, expr_at(g, type, depth - 1), type, 1, 2);
    return (struct expr){math_text(g, math_table[row].text, type, a.text, b.text),
                         math_table[row].out, math_table[row].lip * fmax(a.lip, b.lip)};
}

static struct expr expr_arithmetic(struct gen *g, enum fp type, int depth)
{
    struct expr a = expr_at(g, type, depth - 1), b = expr_at(g, type, depth - 1);
    const char *s = fp_constant_suffix(type);
    switch (rng_below(&g->rng, 7)) {
    case 0:
    case 1:
        return (struct expr){gen_format(g, "(%s + %s)", a.text, b.text), a.bound + b.bound,
                             a.lip + b.lip};
    case 2:
        return (struct expr){gen_format(g, "(%s - %s)", a.text, b.text), a.bound + b.bound,
                             a.lip + b.lip};
    case 3:
    case 4:
        return (struct expr){gen_format(g, "%s * %s", a.text, b.text), a.bound * b.bound,
                             a.lip * b.bound + b.lip * a.bound};
    case 5:
        b = expr_tame(g, b, type, 1, 2);
        return (struct expr){gen_format(g, "%s / (2.0%s + %s)", a.text, s, b.text), a.bound,
                             a.lip + a.bound * b.lip};
    default:
        return (struct expr){gen_format(g, "%s / (1.0%s + %s * %s)", a.text, s, b.text, b.text),
                             a.bound, a.lip + a.bound * b.lip};
    }
}

static struct expr expr_ternary(struct gen *g, enum fp type, int depth)
{
    struct expr a = expr_at(g, type, depth - 1), b = expr_at(g, type, depth - 1);
    gen_use(g, FEATURE_ternary);
    return (struct expr){gen_format(g, "(%s ? %s : %s)", expr_condition(g), a.text, b.text),
                         fmax(a.bound, b.bound), fmax(a.lip, b.lip)};
}

static struct expr expr_at(struct gen *g, enum fp type, int depth)
{
    if (depth <= 0)
        return expr_leaf(g, type);
    int what = rng_below(&g->rng, 100);
    struct expr call;
    if (what < 10 && gen_may(g, FEATURE_ternary))
        return expr_ternary(g, type, depth);
    if (what < 40 && (gen_may(g, FEATURE_math) || gen_may(g, FEATURE_special)))
        return expr_math(g, type, depth);
    if (what < 50 && helper_call_pure(g, &call))
        return call;
    if (what < 60)
        return expr_leaf(g, type);
    return expr_arithmetic(g, type, depth);
}

struct expr expr_any(struct gen *g, enum fp type)
{
    return expr_at(g, type, rng_between(&g->rng, 1, g->max_depth));
}

/* Statements that run often must not amplify, or values become chaotic and
 * difference quotients meaningless. */
static double lip_here(const struct gen *g)
{
    return g->at.times > 6 ? 0.8 : 1.5;
}

const char *expr_value(struct gen *g, enum fp type)
{
    return expr_tame(g, expr_any(g, type), type, 2, lip_here(g)).text;
}

const char *expr_unit(struct gen *g, enum fp type)
{
    return expr_tame(g, expr_any(g, type), type, 1, lip_here(g)).text;
}

const char *expr_leaf_value(struct gen *g, enum fp type)
{
    struct expr e = expr_at(g, type, rng_below(&g->rng, 2) ? 0 : 1);
    return expr_tame(g, e, type, 2, 1).text;
}
