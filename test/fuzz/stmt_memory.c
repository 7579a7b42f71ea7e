/* Arrays, heap blocks, pointers and copies of generated programs.
 *
 * Everything read has been written before; a heap block is freed on every path
 * out of the block that allocates it (struct context, `open`). */
#include "stmt.h"

#include "expr.h"
#include "helper.h"

/* "{e, e, e}" of values. */
static const char *initialiser(struct gen *g, enum fp type, int len)
{
    struct text t = {0};
    for (int i = 0; i < len; i++)
        text_add(&t, "%s%s", i ? ", " : "", expr_leaf_value(g, type));
    const char *text = gen_format(g, "{%s}", t.data);
    text_free(&t);
    return text;
}

/* A loop that gives elements from..to-1 of `array` values. */
static void fill(struct gen *g, const char *array, enum fp type, const char *from, const char *to)
{
    const char *i = gen_name(g, 'i');
    gen_open(g, "for (int %s = %s; %s < %s; %s++)", i, from, i, to, i);
    struct scope scope = scope_enter(g, 4);
    push_int(g, i, MAX_ELEMENTS - 1);
    gen_line(g, "%s[%s] = %s;", array, i, expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
}

bool stmt_array(struct gen *g)
{
    enum fp type = gen_fp(g);
    int len = rng_between(&g->rng, 2, 6);
    const char *name = gen_name(g, 'a');
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "%s %s[%d] = %s;", fp_name(type), name, len, initialiser(g, type, len));
    } else {
        gen_line(g, "%s %s[%d];", fp_name(type), name, len);
        fill(g, name, type, "0", gen_format(g, "%d", len));
    }
    push_array(g, name, type, len, true);
    return true;
}

bool stmt_array2(struct gen *g)
{
    enum fp type = gen_fp(g);
    int rows = rng_between(&g->rng, 2, 3), len = rng_between(&g->rng, 2, 4);
    const char *m = gen_name(g, 'm'), *i = gen_name(g, 'i'), *j = gen_name(g, 'j');
    gen_line(g, "%s %s[%d][%d];", fp_name(type), m, rows, len);
    gen_line(g, "for (int %s = 0; %s < %d; %s++)", i, i, rows, i);
    gen_open(g, "  for (int %s = 0; %s < %d; %s++)", j, j, len, j);
    struct scope scope = scope_enter(g, rows * len);
    push_int(g, i, rows - 1);
    push_int(g, j, len - 1);
    gen_line(g, "%s[%s][%s] = %s;", m, i, j, expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_array(g, gen_format(g, "%s[%s]", m, expr_below(g, rows)), type, len, true)->object = 0;
    push_array(g, gen_format(g, "%s[%d]", m, rows - 1), type, len, true)->object = 0;
    return true;
}

bool stmt_table(struct gen *g)
{
    enum fp type = gen_fp(g);
    int len = rng_between(&g->rng, 3, 6);
    const char *name = gen_name(g, 'c');
    struct text t = {0};
    for (int i = 0; i < len; i++)
        text_add(&t, "%s%s", i ? ", " : "", expr_constant(g, type));
    gen_line(g, "static const %s %s[%d] = {%s};", fp_name(type), name, len, t.data);
    text_free(&t);
    push_array(g, name, type, len, false);
    return true;
}

/* A variable length array, or the same with alloca. */
bool stmt_variable(struct gen *g)
{
    if (!scope_has_time(g, 8))
        return false;
    enum fp type = gen_fp(g);
    const char *n = gen_name(g, 'n'), *name = gen_name(g, 'a');
    gen_line(g, "int %s = 2 + %s;", n, expr_below(g, 6));
    if (rng_chance(&g->rng, 50) && !g->cxx)
        gen_line(g, "%s %s[%s];", fp_name(type), name, n);
    else
        gen_line(g, "%s *%s = (%s *)__builtin_alloca((size_t)%s * sizeof *%s);", fp_name(type),
                 name, fp_name(type), n, name);
    fill(g, name, type, "0", n);
    push_array(g, name, type, 2, true)->count = n;
    return true;
}

/* Written before it is read in every call, so that calls stay independent. */
bool stmt_static(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *name = gen_name(g, 'w');
    gen_line(g, "static %s %s;", fp_name(type), name);
    gen_line(g, "%s = %s;", name, expr_value(g, type));
    push_scalar(g, name, type, true);
    return true;
}

bool stmt_long_double(struct gen *g)
{
    const char *name = gen_name(g, 'q');
    gen_line(g, "long double %s = %s;", name, expr_value(g, FP_LONG));
    push_scalar(g, name, FP_LONG, true);
    return true;
}

/* Makes the block and returns the text of its length, at least *len. */
static const char *allocate(struct gen *g, const char *p, enum fp type, int *len)
{
    const struct helper *maker = helper_pick_allocator(g, type);
    const char *n, *t = fp_name(type);
    *len = rng_between(&g->rng, 2, 5);
    if (rng_chance(&g->rng, 50)) {
        n = gen_format(g, "%d", *len);
    } else {
        n = gen_name(g, 'n');
        gen_line(g, "int %s = %d + %s;", n, *len, expr_below(g, 3));
    }
    if (maker && rng_chance(&g->rng, 60)) {
        gen_line(g, "%s *%s = %s(%s, %s);", t, p, maker->name, n, expr_leaf_value(g, type));
    } else if (rng_chance(&g->rng, 30)) {
        gen_line(g, "%s *%s = (%s *)calloc((size_t)%s, sizeof *%s);", t, p, t, n, p);
        gen_line(g, "%s[%d] = %s;", p, *len - 1, expr_value(g, type));
    } else {
        gen_line(g, "%s *%s = (%s *)malloc((size_t)%s * sizeof *%s);", t, p, t, n, p);
        fill(g, p, type, "0", n);
    }
    return n;
}

static void use_block(struct gen *g, const char *p, enum fp type, int len, const char *count)
{
    struct scope scope = scope_enter(g, 1);
    g->at.can_break = g->at.can_continue = false;
    g->at.open = gen_format(g, "free(%s); %s", p, scope.at.open);
    push_array(g, p, type, len, true)->count = count;
    stmt_list(g, rng_between(&g->rng, 1, 2));
    scope_leave(g, scope);
}

bool stmt_malloc(struct gen *g)
{
    g->at.throws = 0; /* would leak */
    const char *to;
    enum fp type = gen_fp(g);
    if (!scope_has_time(g, 6) || !pick_target_of(g, type, &to))
        return false;
    int len;
    const char *p = gen_name(g, 'p');
    gen_open(g, "%s", "");
    const char *count = allocate(g, p, type, &len);
    use_block(g, p, type, len, count);
    if (rng_chance(&g->rng, 60) && gen_use(g, FEATURE_realloc)) {
        const char *more = gen_format(g, "%s + 2", count);
        gen_line(g, "%s = (%s *)realloc(%s, (size_t)(%s) * sizeof *%s);", p, fp_name(type), p, more,
                 p);
        fill(g, p, type, count, more);
        use_block(g, p, type, len + 2, gen_format(g, "(%s)", more));
        len += 2;
    }
    gen_line(g, "%s = 0.5%s * %s + 0.5%s * %s[%s];", to, fp_constant_suffix(type), to,
             fp_constant_suffix(type), p, expr_below(g, len));
    gen_line(g, "free(%s);", p);
    gen_close(g, "%s", "");
    return true;
}

/* Builds, changes and frees a linked list. */
bool stmt_list_nodes(struct gen *g)
{
    g->at.throws = 0; /* would leak */
    const char *to;
    if (!scope_has_time(g, 5) || !pick_target_of(g, FP_DOUBLE, &to))
        return false;
    const char *head = gen_name(g, 'l'), *e = gen_name(g, 'e'), *i = gen_name(g, 'i');
    gen_line(g, "struct node *%s = NULL;", head);
    gen_open(g, "for (int %s = 0; %s < %d; %s++)", i, i, rng_between(&g->rng, 1, 4), i);
    struct scope scope = scope_enter(g, 4);
    push_int(g, i, 4);
    gen_line(g, "struct node *%s = (struct node *)malloc(sizeof *%s);", e, e);
    gen_line(g, "%s->value = %s;", e, expr_value(g, FP_DOUBLE));
    gen_line(g, "%s->next = %s;", e, head);
    gen_line(g, "%s = %s;", head, e);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_open(g, "for (struct node *%s = %s; %s; %s = %s->next)", e, head, e, e, e);
    scope = scope_enter(g, 4);
    g->at.returns = RETURN_NEVER;
    push_scalar(g, gen_format(g, "%s->value", e), FP_DOUBLE, true);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_open(g, "while (%s)", head);
    gen_line(g, "struct node *%s = %s;", e, head);
    gen_line(g, "%s = %s->next;", head, e);
    gen_line(g, "%s = 0.5 * %s + 0.5 * sin(%s->value);", to, to, e);
    gen_line(g, "free(%s);", e);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_copy(struct gen *g)
{
    const struct place *to = pick_array(g, true);
    const struct place *from = to ? pick_array_of(g, to->type, false) : NULL;
    if (!from)
        return false;
    int len = to->len < from->len ? to->len : from->len;
    if (to == from) {
        bool up = rng_chance(&g->rng, 50);
        gen_line(g, "memmove(%s%s, %s%s, %d * sizeof *%s);", to->text, up ? " + 1" : "", from->text,
                 up ? "" : " + 1", to->len - 1, to->text);
        return true;
    }
    bool apart = to->object && from->object && to->object != from->object;
    const char *size = len == to->len && rng_chance(&g->rng, 60)
                           ? gen_format(g, "%d", len)
                           : gen_format(g, "(size_t)(%s)", expr_below(g, len + 1));
    gen_line(g, "%s(%s, %s, %s * sizeof *%s);", apart ? "memcpy" : "memmove", to->text, from->text,
             size, to->text);
    return true;
}

bool stmt_zero(struct gen *g)
{
    const struct place *a = pick_array(g, true);
    if (!a)
        return false;
    const char *n = gen_format(g, "(size_t)(%s)", expr_below(g, a->len + 1));
    gen_line(g, "memset(%s, 0, %s * sizeof *%s);", a->text, n, a->text);
    if (rng_chance(&g->rng, 60))
        return true;
    const char *e = expr_element(g, a);
    gen_line(g, "%s = %s;", e, expr_value(g, a->type));
    return true;
}

/* Floating values that travel as bytes or as integers. */
bool stmt_bytes(struct gen *g)
{
    const struct place *a = pick_array(g, true);
    const char *b = gen_name(g, 'b');
    if (a && rng_chance(&g->rng, 50)) {
        gen_line(g, "unsigned char %s[%d * sizeof *%s];", b, a->len, a->text);
        gen_line(g, "memcpy(%s, %s, sizeof %s);", b, a->text, b);
        const char *e = expr_element(g, a);
        gen_line(g, "%s = %s;", e, expr_value(g, a->type));
        gen_line(g, "memcpy(%s, %s, %d * sizeof *%s);", a->text, b, a->len / 2, a->text);
        return true;
    }
    const char *to;
    if (!pick_target_of(g, FP_DOUBLE, &to))
        return false;
    const char *v = gen_name(g, 'v');
    gen_line(g, "double %s = %s;", v, expr_value(g, FP_DOUBLE));
    gen_line(g, "uint64_t %s;", b);
    gen_line(g, "memcpy(&%s, &%s, sizeof %s);", b, v, b);
    gen_line(g, "%s = %s;", v, expr_constant(g, FP_DOUBLE));
    gen_line(g, "memcpy(&%s, &%s, sizeof %s);", to, b, b);
    push_scalar(g, v, FP_DOUBLE, true);
    return true;
}

bool stmt_union(struct gen *g)
{
    const char *to;
    if (!pick_target_of(g, FP_DOUBLE, &to))
        return false;
    const char *u = gen_name(g, 'u'), *w = gen_name(g, 'u');
    gen_line(g, "union bits %s, %s;", u, w);
    gen_line(g, "%s.d = %s;", u, expr_value(g, FP_DOUBLE));
    switch (rng_below(&g->rng, 3)) {
    case 0: gen_line(g, "%s.u = %s.u;", w, u); break;
    case 1: gen_line(g, "%s.u = %s.u ^ (uint64_t)1 << 63;", w, u); break;
    default:
        gen_line(g, "%s = %s;", w, u);
        gen_line(g, "%s.u = 7;", u);
        gen_line(g, "%s.d += 0.125 * (double)%s.u;", w, u);
        gen_line(g, "%s.d *= 0.5;", w);
    }
    gen_line(g, "%s = %s.d;", to, w);
    return true;
}

bool stmt_pointer(struct gen *g)
{
    const char *p = gen_name(g, 'p');
    const struct place *a = pick_array(g, true);
    if (a && a->len > 2 && rng_chance(&g->rng, 40)) {
        int k = rng_between(&g->rng, 0, 1), object = a->object, len = a->len - k;
        gen_line(g, "%s *%s = %s + %d;", fp_name(a->type), p, a->text, k);
        push_array(g, p, a->type, len, true)->object = object;
        return true;
    }
    const char *x, *y;
    enum fp type;
    if (!pick_target(g, &x, &type))
        return false;
    if (rng_chance(&g->rng, 50) && pick_target_of(g, type, &y))
        gen_line(g, "%s *%s = %s ? &%s : &%s;", fp_name(type), p, expr_condition(g), x, y);
    else
        gen_line(g, "%s *%s = &%s;", fp_name(type), p, x);
    if (rng_chance(&g->rng, 60))
        gen_line(g, "*%s = %s;", p, expr_value(g, type));
    push_scalar(g, gen_format(g, "(*%s)", p), type, true);
    return true;
}

/* Several pointers in a struct-like array, one of them picked by an integer. */
bool stmt_pointer_array(struct gen *g)
{
    const char *x, *y;
    enum fp type;
    if (!pick_target(g, &x, &type) || !pick_target_of(g, type, &y))
        return false;
    const char *ps = gen_name(g, 'p');
    gen_line(g, "%s *%s[2] = {&%s, &%s};", fp_name(type), ps, x, y);
    push_scalar(g, gen_format(g, "(*%s[%s])", ps, expr_below(g, 2)), type, true);
    const char *e = gen_format(g, "*%s[%s]", ps, expr_below(g, 2));
    gen_line(g, "%s = %s;", e, expr_value(g, type));
    return true;
}

/* A pointer that walks over an array. */
bool stmt_walk(struct gen *g)
{
    const struct place *a = pick_array(g, true);
    if (!a || !scope_has_time(g, MAX_ELEMENTS))
        return false;
    const char *p = gen_name(g, 'p'), *end = gen_name(g, 'e');
    enum fp type = a->type;
    gen_open(g, "for (%s *%s = %s, *%s = %s + %s; %s < %s; %s++)", fp_name(type), p, a->text, end,
             a->text, a->count, p, end, p);
    struct scope scope = scope_enter(g, a->len);
    push_scalar(g, gen_format(g, "(*%s)", p), type, true);
    gen_line(g, "*%s = %s;", p, expr_value(g, type));
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_pointer2(struct gen *g)
{
    const char *x, *y;
    enum fp type;
    if (!pick_target(g, &x, &type) || !pick_target_of(g, type, &y))
        return false;
    const char *p = gen_name(g, 'p'), *pp = gen_name(g, 'p');
    gen_line(g, "%s *%s = &%s, **%s = &%s;", fp_name(type), p, x, pp, p);
    gen_line(g, "**%s = %s;", pp, expr_value(g, type));
    gen_line(g, "if (%s) *%s = &%s;", expr_condition(g), pp, y);
    gen_line(g, "*%s = %s;", p, expr_value(g, type));
    push_scalar(g, gen_format(g, "(**%s)", pp), type, true);
    return true;
}

/* An array of pointers, permuted and then walked. */
bool stmt_pointers(struct gen *g)
{
    const char *x, *y, *z;
    enum fp type;
    if (!pick_target(g, &x, &type) || !pick_target_of(g, type, &y) ||
        !pick_target_of(g, type, &z) || !scope_has_time(g, 3))
        return false;
    const char *ps = gen_name(g, 'p'), *t = gen_name(g, 't'), *i = gen_name(g, 'i');
    gen_line(g, "%s *%s[3] = {&%s, &%s, &%s};", fp_name(type), ps, x, y, z);
    const char *k = gen_format(g, "%s[%s]", ps, expr_below(g, 3));
    gen_line(g, "%s *%s = %s[0];", fp_name(type), t, ps);
    gen_line(g, "%s[0] = %s;", ps, k);
    gen_line(g, "%s = %s;", k, t);
    gen_open(g, "for (%s **%s = %s; %s < %s + 3; %s++)", fp_name(type), i, ps, i, ps, i);
    struct scope scope = scope_enter(g, 3);
    push_scalar(g, gen_format(g, "(**%s)", i), type, true);
    gen_line(g, "**%s = %s;", i, expr_value(g, type));
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}
