/* Lambdas, algorithms, exceptions and objects with effects of generated C++
 * programs. */
#include "cxx.h"

#include "helper.h"

/* Lambdas. */

static void lambda_body(struct gen *g, const char *x, const char *k, enum fp type)
{
    push_scalar(g, x, type, true);
    push_int(g, k, 7);
    g->at.returns = RETURN_FP;
    g->at.return_type = type;
    stmt_list(g, rng_between(&g->rng, 0, 2));
    gen_line(g, "return %s;", expr_value(g, type));
}

/* Sees and changes everything around it. */
static void lambda_by_reference(struct gen *g, const char *f, enum fp type)
{
    const char *x = gen_name(g, 'x'), *k = gen_name(g, 'k'), *t = fp_name(type);
    gen_open(g, "auto %s = [&](%s %s, int %s) -> %s", f, t, x, k, t);
    struct scope scope = scope_enter_lambda(g, 4);
    lambda_body(g, x, k, type);
    scope_leave(g, scope);
    gen_close(g, ";");
    push_call(g, f, type, true, g->at.throws);
}

/* Holds copies; a mutable one changes them from call to call. */
static void lambda_by_value(struct gen *g, const char *f, enum fp type)
{
    const char *x = gen_name(g, 'x'), *k = gen_name(g, 'k'), *t = fp_name(type);
    const char *c = gen_name(g, 'c'), *d = gen_name(g, 'c');
    bool writes = rng_chance(&g->rng, 30);
    const struct place *a = pick_container(g, CONTAINER_NONE, -1, false);
    bool takes = a && a->owner;
    struct place copy = takes ? *a : (struct place){0};
    gen_open(g, "auto %s = [%s = %s(%s), %s = %s(%s)%s](%s %s, int %s) %s-> %s", f, c, t,
             expr_value(g, type), d, t, expr_value(g, type),
             takes ? gen_format(g, ", w_ = %s", copy.owner) : "", t, x, k, writes ? "mutable " : "",
             t);
    struct nested n;
    nested_enter(g, &n, false);
    g->at.throws = n.at.throws;
    push_scalar(g, c, type, writes);
    push_scalar(g, d, type, writes);
    if (takes)
        push_container(g, copy.container, "w_", copy.type, copy.len, writes);
    lambda_body(g, x, k, type);
    nested_leave(g, &n);
    gen_close(g, ";");
    push_call(g, f, type, writes, g->at.throws);
}

bool stmt_lambda(struct gen *g)
{
    if (g->at.times > 60)
        return false;
    enum fp type = gen_fp(g);
    const char *f = gen_name(g, 'f');
    if (rng_chance(&g->rng, 55))
        lambda_by_reference(g, f, type);
    else
        lambda_by_value(g, f, type);
    return true;
}

bool stmt_lambda_call(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type) || g->at.times > 60)
        return false;
    const struct place *f = pick_call(g, type, true);
    if (!f)
        return false;
    const char *x = expr_value(g, type);
    switch (rng_below(&g->rng, 3)) {
    case 0:
        gen_line(g, "%s = fuzz_apply(%s, %s(%s), %s);", to, f->text, fp_name(type), x,
                 expr_below(g, 4));
        break;
    case 1: {
        const struct place *a = pick_array_of(g, type, true);
        if (a) {
            gen_line(g, "fuzz_visit([&](%s &e_, int i_) { e_ = %s(e_, i_); }, %s, %d);",
                     fp_name(type), f->text, a->text, a->len);
            break;
        }
    } /* fall through */
    default: gen_line(g, "%s = %s(%s, %s);", to, f->text, x, expr_below(g, 5));
    }
    return true;
}

/* A function object whose target is known at run time only. */
bool stmt_function(struct gen *g)
{
    enum fp type = gen_fp(g);
    const struct place *a = pick_call(g, type, true), *b = pick_call(g, type, true);
    if (!a)
        return false;
    const char *f = gen_name(g, 'f'), *t = fp_name(type);
    unsigned throws = a->throws | b->throws;
    bool effects = a->writable || b->writable;
    gen_line(g, "std::function<%s(%s, int)> %s = %s;", t, t, f, a->text);
    if (a != b || rng_chance(&g->rng, 30))
        gen_line(g, "if (%s) %s = %s;", expr_condition(g), f, b->text);
    push_call(g, f, type, effects, throws);
    return true;
}

/* A block that is a function of its own. */
bool stmt_block_lambda(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return false;
    gen_open(g, "%s = [&]() -> %s", to, fp_name(type));
    struct scope scope = scope_enter_lambda(g, 1);
    g->at.returns = RETURN_FP;
    g->at.return_type = type;
    stmt_list(g, rng_between(&g->rng, 1, 2));
    gen_line(g, "return %s;", expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "();");
    return true;
}

/* Algorithms. */

static void algorithm_sum(struct gen *g, const char *to, const struct place *a)
{
    const struct place *b = pick_array_of(g, a->type, false);
    const char *t = fp_name(a->type), *s = fp_constant_suffix(a->type);
    int len = a->len < b->len ? a->len : b->len;
    if (rng_chance(&g->rng, 50))
        gen_line(g, "%s = 0.1%s * std::accumulate(%s, %s + %d, %s(%s));", to, s, a->text, a->text,
                 a->len, t, expr_value(g, a->type));
    else
        gen_line(g, "%s = 0.04%s * std::inner_product(%s, %s + %d, %s, %s(0));", to, s, a->text,
                 a->text, len, b->text, t);
}

/* Keys that stay apart, so that their order does not depend on the numbers. */
static void algorithm_sort(struct gen *g, const struct place *a)
{
    static const char *const orders[] = {"std::sort(%s, %s + %d);",
                                         "std::sort(%s, %s + %d, std::greater<>());",
                                         "std::stable_sort(%s, %s + %d, [](auto a_, auto b_) { "
                                         "return a_ * a_ < b_ * b_ + 0.3 * (a_ - b_); });",
                                         "std::reverse(%s, %s + %d);",
                                         "std::rotate(%s, %s + 1, %s + %d);",
                                         "*std::max_element(%s, %s + %d) *= 0.5;"};
    const char *i = gen_name(g, 'i'), *t = fp_name(a->type);
    int len = a->len > 5 ? 5 : a->len, what = rng_below(&g->rng, 6);
    gen_open(g, "for (int %s = 0; %s < %d; %s++)", i, i, len, i);
    struct scope scope = scope_enter(g, len);
    push_int(g, i, len - 1);
    gen_line(g, "%s[%s] = %s(0.3) + %s(0.3) * %s(%s * %d %% %d) + %s(0.1) * %s(%s);", a->text, i, t,
             t, t, i, len == 3 ? 2 : 3, len, t, t, expr_unit(g, a->type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    if (what == 4)
        gen_line(g, "std::rotate(%s, %s + 1, %s + %d);", a->text, a->text, a->text, len);
    else
        gen_line(g, orders[what], a->text, a->text, len);
}

static void algorithm_transform(struct gen *g, const struct place *a)
{
    const struct place *b = pick_array_of(g, a->type, true);
    const char *t = fp_name(a->type), *e = gen_name(g, 'e');
    int len = a->len < b->len ? a->len : b->len;
    if (a->object == 0 || b->object == 0 || a->object == b->object)
        b = a, len = a->len;
    const char *from = a->text, *to = b->text;
    enum fp type = a->type;
    gen_open(g, "std::transform(%s, %s + %d, %s, [&](%s %s) -> %s", from, from, len, to, t, e, t);
    struct scope scope = scope_enter_lambda(g, len);
    push_scalar(g, e, type, true);
    gen_line(g, "return %s;", expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, ");");
}

static void algorithm_for_each(struct gen *g, const struct place *a)
{
    const char *t = fp_name(a->type), *e = gen_name(g, 'e');
    enum fp type = a->type;
    gen_open(g, "std::for_each(%s, %s + %d, [&](%s &%s)", a->text, a->text, a->len, t, e);
    struct scope scope = scope_enter_lambda(g, a->len);
    push_scalar(g, e, type, true);
    stmt_list(g, 1);
    gen_line(g, "%s = %s;", e, expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, ");");
}

bool stmt_algorithm(struct gen *g)
{
    const char *to;
    const struct place *a = pick_array(g, true);
    if (!a || a->type == FP_LONG || !pick_target_of(g, a->type, &to) ||
        !scope_has_time(g, MAX_ELEMENTS))
        return false;
    switch (rng_below(&g->rng, 5)) {
    case 0: algorithm_sum(g, to, a); break;
    case 1: algorithm_sort(g, a); break;
    case 2: algorithm_transform(g, a); break;
    case 3: algorithm_for_each(g, a); break;
    default:
        gen_line(g, "%s = std::min(std::max(%s(%s), %s(-3)), %s(3));", to, fp_name(a->type),
                 expr_value(g, a->type), fp_name(a->type), fp_name(a->type));
    }
    return true;
}

/* Exceptions. */

enum {
    THROW_ERROR = 1,
    THROW_WORSE = 2,
    THROW_DOUBLE = 4,
    THROW_INT = 8,
    THROW_FAILURE = 16,
    THROW_ALL = 31
};

static const struct handler {
    const char *head;
    unsigned takes;
    const char *number, *integer; /* in it, after the variable's name */
    bool writable;
} handlers[] = {
    {"const fuzz_error &%s", THROW_ERROR | THROW_WORSE, "%s.v", "%s.k", false},
    {"fuzz_error %s", THROW_ERROR | THROW_WORSE, "%s.v", "%s.k", true},
    {"fuzz_worse &%s", THROW_WORSE, "%s.w", "%s.k", true},
    {"double %s", THROW_DOUBLE, "%s", NULL, true},
    {"const double &%s", THROW_DOUBLE, "%s", NULL, false},
    {"int %s", THROW_INT, NULL, "%s", false},
    {"const fuzz_failure &%s", THROW_FAILURE, "%s.v", NULL, false},
    {"const std::exception &%s", THROW_FAILURE, NULL, NULL, false},
    {"...", THROW_ALL, NULL, NULL, false},
};

enum { HANDLERS = sizeof handlers / sizeof *handlers };

unsigned throw_set(struct gen *g)
{
    if (!gen_may(g, FEATURE_throw))
        return 0;
    return 1u << rng_below(&g->rng, 5) | (rng_chance(&g->rng, 30) ? THROW_DOUBLE : 0);
}

void throw_line(struct gen *g)
{
    unsigned bit = 1;
    do
        bit = 1u << rng_below(&g->rng, 5);
    while (!(g->at.throws & bit));
    gen_use(g, FEATURE_throw);
    const char *c = expr_condition(g), *v = expr_value(g, FP_DOUBLE);
    switch (bit) {
    case THROW_ERROR:
        gen_line(g, "if (%s) throw fuzz_error{%s, %s};", c, v, expr_below(g, 8));
        break;
    case THROW_WORSE:
        gen_line(g, "if (%s) throw fuzz_worse(%s, %s, %s);", c, v, expr_below(g, 8),
                 expr_value(g, FP_DOUBLE));
        break;
    case THROW_DOUBLE: gen_line(g, "if (%s) throw double(%s);", c, v); break;
    case THROW_INT: gen_line(g, "if (%s) throw int(%s);", c, expr_below(g, 8)); break;
    default: gen_line(g, "if (%s) throw fuzz_failure(%s);", c, v);
    }
}

bool stmt_throw(struct gen *g)
{
    if (!g->at.throws)
        return false;
    throw_line(g);
    return true;
}

static void write_handler(struct gen *g, const struct handler *h)
{
    const char *e = gen_name(g, 'e');
    gen_close(g, " catch (%s) {", gen_format(g, h->head, e));
    g->indent++;
    struct scope scope = scope_enter(g, 1);
    if (h->number)
        push_scalar(g, gen_format(g, h->number, e), FP_DOUBLE, h->writable);
    if (h->integer)
        push_int(g, gen_format(g, h->integer, e), 7);
    const char *to;
    if (h->number && pick_target_of(g, FP_DOUBLE, &to))
        gen_line(g, "%s = 0.5 * %s + 0.5 * %s;", to, to, gen_format(g, h->number, e));
    stmt_list(g, rng_between(&g->rng, 0, 2));
    if (!(h->takes & ~g->at.throws) && rng_chance(&g->rng, 50))
        gen_line(g, "if (%s) throw;", expr_condition(g));
    scope_leave(g, scope);
}

/* Each handler takes what those before it left. */
bool stmt_try(struct gen *g)
{
    const struct handler *chosen[3];
    int count = rng_between(&g->rng, 1, 3);
    unsigned caught = 0;
    for (int i = 0; i < count; i++) {
        chosen[i] = &handlers[rng_below(&g->rng, HANDLERS)];
        caught |= chosen[i]->takes;
        if (caught == THROW_ALL)
            count = i + 1;
    }
    gen_open(g, "try");
    struct scope scope = scope_enter(g, 1);
    g->at.throws |= caught;
    stmt_list(g, rng_between(&g->rng, 1, 3));
    if (rng_chance(&g->rng, 60))
        throw_line(g);
    const char *to;
    enum fp type;
    if (pick_target(g, &to, &type))
        gen_line(g, "%s = %s;", to, expr_value(g, type));
    scope_leave(g, scope);
    for (int i = 0; i < count; i++)
        write_handler(g, chosen[i]);
    gen_close(g, "%s", "");
    return true;
}

/* An object whose end changes a variable, also when an exception passes; not
 * where memory is freed by hand at the end of the block. */
bool stmt_guard(struct gen *g)
{
    const char *to;
    enum fp type;
    if (*g->at.open || !pick_target(g, &to, &type))
        return false;
    gen_line(g, "fuzz_guard<%s, %s> %s{%s, static_cast<%s>(%s)};", fp_name(type), fp_name(type),
             gen_name(g, 'g'), to, fp_name(type), expr_value(g, type));
    return true;
}

bool stmt_reference(struct gen *g)
{
    const char *to;
    enum fp type;
    if (!pick_target(g, &to, &type))
        return false;
    const char *r = gen_name(g, 'r');
    if (rng_chance(&g->rng, 30)) {
        gen_line(g, "const %s &%s = %s;", fp_name(type), r, expr_value(g, type));
        push_scalar(g, r, type, false)->type = type;
        return true;
    }
    gen_line(g, "%s &%s = %s;", fp_name(type), r, to);
    push_scalar(g, r, type, true);
    return true;
}
