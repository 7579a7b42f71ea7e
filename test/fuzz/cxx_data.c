/* Containers and small types of the C++ library in generated programs.
 *
 * A vector grows where it is made, before anything may point into it; after that
 * its length stays. */
#include "cxx.h"

/* "e, e, e" */
static const char *values(struct gen *g, enum fp type, int count)
{
    struct text t = {0};
    for (int i = 0; i < count; i++)
        text_add(&t, "%s%s", i ? ", " : "", expr_leaf_value(g, type));
    const char *text = gen_format(g, "%s", t.data);
    text_free(&t);
    return text;
}

/* Makes a vector of at least *len elements. */
static void make_vector(struct gen *g, const char *v, enum fp type, int *len)
{
    const char *t = fp_name(type);
    const struct place *a = pick_array_of(g, type, false);
    const struct place *w = pick_container(g, CONTAINER_VECTOR, (int)type, false);
    *len = rng_between(&g->rng, 2, 4);
    switch (rng_below(&g->rng, 6)) {
    case 0: gen_line(g, "std::vector<%s> %s{%s};", t, v, values(g, type, *len)); break;
    case 1:
        if (a) {
            *len = a->len;
            gen_line(g, "std::vector<%s> %s(%s, %s + %d);", t, v, a->text, a->text, a->len);
            break;
        }
        /* fall through */
    case 2:
        if (w) {
            *len = w->len;
            gen_line(g, "std::vector<%s> %s = %s;", t, v, w->owner);
            break;
        }
        /* fall through */
    case 3: {
        const char *u = gen_name(g, 'v');
        gen_line(g, "std::vector<%s> %s, %s(%d, %s);", t, v, u, *len, expr_value(g, type));
        gen_line(g, "%s[%s] = %s;", u, expr_below(g, *len), expr_value(g, type));
        gen_line(g, rng_chance(&g->rng, 50) ? "%s = std::move(%s);" : "%s.swap(%s);", v, u);
        break;
    }
    default:
        gen_line(g, "std::vector<%s> %s(%d + %s, %s);", t, v, *len, expr_below(g, 3),
                 expr_value(g, type));
    }
}

/* Appends in a loop whose body sees the vector as it grows. */
static void grow(struct gen *g, const char *v, enum fp type, int len)
{
    const char *i = gen_name(g, 'i');
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, expr_below(g, 4), i);
    struct scope scope = scope_enter(g, 3);
    push_int(g, i, 2);
    push_container(g, CONTAINER_VECTOR, v, type, len, false);
    if (rng_chance(&g->rng, 30))
        scope_loop_body(g, 1);
    gen_line(g, rng_chance(&g->rng, 50) ? "%s.push_back(%s);" : "%s.emplace_back(%s);", v,
             expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
}

/* Elements come and go. */
static void edit(struct gen *g, const char *v, enum fp type, int *len)
{
    switch (rng_below(&g->rng, 5)) {
    case 0:
        gen_line(g, "%s.insert(%s.begin() + %s, %s);", v, v, expr_below(g, *len + 1),
                 expr_value(g, type));
        ++*len;
        break;
    case 1:
        gen_line(g, "%s.resize(%s.size() + 1, %s);", v, v, expr_value(g, type));
        ++*len;
        break;
    case 2:
        if (*len < 3)
            break;
        gen_line(g, rng_chance(&g->rng, 50) ? "%s.pop_back();" : "%s.erase(%s.begin());", v, v);
        --*len;
        break;
    case 3:
        gen_line(g, "%s.assign(3, %s);", v, expr_value(g, type));
        *len = 3;
        break;
    default: gen_line(g, "%s.front() = %s;", v, expr_value(g, type));
    }
}

/* Sizes stay below MAX_ELEMENTS: at most 6, 3 and 1 elements. */
bool stmt_vector(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *v = gen_name(g, 'v');
    int len;
    make_vector(g, v, type, &len);
    bool short_enough = len <= 4;
    if (short_enough && rng_chance(&g->rng, 50) && scope_has_time(g, 3))
        grow(g, v, type, len);
    if (short_enough && rng_chance(&g->rng, 40))
        edit(g, v, type, &len);
    push_container(g, CONTAINER_VECTOR, v, type, len, true);
    return true;
}

bool stmt_vector2(struct gen *g)
{
    if (!scope_has_time(g, 3))
        return false;
    enum fp type = gen_fp(g);
    const char *m = gen_name(g, 'm'), *t = fp_name(type), *r = gen_name(g, 'r');
    int rows = rng_between(&g->rng, 2, 3), len = rng_between(&g->rng, 2, 3);
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "std::vector<std::vector<%s>> %s(%d, std::vector<%s>(%d, %s));", t, m, rows, t,
                 len, expr_value(g, type));
    } else {
        const char *i = gen_name(g, 'i');
        gen_line(g, "std::vector<std::vector<%s>> %s;", t, m);
        gen_open(g, "for (int %s = 0; %s < %d; %s++)", i, i, rows, i);
        struct scope scope = scope_enter(g, rows);
        push_int(g, i, rows - 1);
        gen_line(g, "std::vector<%s> %s(%d, %s);", t, r, len, expr_value(g, type));
        gen_line(g, rng_chance(&g->rng, 50) ? "%s.push_back(%s);" : "%s.push_back(std::move(%s));",
                 m, r);
        scope_leave(g, scope);
        gen_close(g, "%s", "");
    }
    if (rng_chance(&g->rng, 40))
        gen_line(g, rng_chance(&g->rng, 50) ? "std::swap(%s[0], %s[%s]);" : "%s[0] = %s[%s];", m, m,
                 expr_below(g, rows));
    gen_open(g, "for (auto &%s : %s)", r, m);
    struct scope scope = scope_enter(g, rows);
    push_container(g, CONTAINER_VECTOR, r, type, len, true)->object = 0;
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_container(g, CONTAINER_VECTOR, gen_format(g, "%s[%s]", m, expr_below(g, rows)), type, len,
                   true)
        ->object = 0;
    push_container(g, CONTAINER_VECTOR, gen_format(g, "%s[%d]", m, rows - 1), type, len, true)
        ->object = 0;
    return true;
}

bool stmt_struct_vector(struct gen *g)
{
    if (!g->stype_count || !scope_has_time(g, 4))
        return false;
    int type = rng_below(&g->rng, g->stype_count);
    const char *name = g->stypes[type].name, *v = gen_name(g, 'v'), *e = gen_name(g, 'e');
    const struct place *s = pick_struct(g, type, false);
    gen_line(g, "std::vector<%s> %s(2);", name, v);
    if (s)
        gen_line(g, "%s.push_back(%s);", v, s->text);
    gen_line(g, "%s.resize(4);", v);
    gen_open(g, "for (%s &%s : %s)", name, e, v);
    struct scope scope = scope_enter(g, 4);
    push_struct(g, e, ".", type, true);
    scope_loop_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_struct(g, gen_format(g, "%s[%s]", v, expr_below(g, 4)), ".", type, true);
    return true;
}

bool stmt_std_array(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *a = gen_name(g, 'a');
    int len = rng_between(&g->rng, 2, 4);
    gen_line(g, "std::array<%s, %d> %s{%s};", fp_name(type), len, a, values(g, type, len));
    if (rng_chance(&g->rng, 30)) {
        const char *b = gen_name(g, 'a');
        gen_line(g, "std::array<%s, %d> %s = %s;", fp_name(type), len, b, a);
        push_container(g, CONTAINER_ARRAY, b, type, len, true);
    }
    push_container(g, CONTAINER_ARRAY, a, type, len, true);
    return true;
}

/* A class that owns memory by hand: copies and moves. */
bool stmt_buffer(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *b = gen_name(g, 'b'), *c = gen_name(g, 'b'), *t = fp_name(type);
    int len = rng_between(&g->rng, 2, 4);
    gen_line(g, "fuzz_buffer<%s> %s(%d, %s);", t, b, len, expr_value(g, type));
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "fuzz_buffer<%s> %s = %s;", t, c, b);
        gen_line(g, "%s[%s] = %s;", c, expr_below(g, len), expr_value(g, type));
        gen_line(g,
                 rng_chance(&g->rng, 50)
                     ? "if (%s) %s = %s;"
                     : "if (%s) { fuzz_buffer<double> t(1, 0.5); (void)t; } %s = %s;",
                 expr_condition(g), b, c);
        push_container(g, CONTAINER_ARRAY, c, type, len, true);
    }
    push_container(g, CONTAINER_ARRAY, b, type, len, true);
    return true;
}

/* Values with overloaded operators: each form keeps elements within 2. */
bool stmt_operators(struct gen *g)
{
    enum fp type = gen_fp(g);
    const char *a = gen_name(g, 'a'), *b = gen_name(g, 'a'), *t = fp_name(type), *to;
    int len = rng_between(&g->rng, 2, 4);
    gen_line(g, "fuzz_vec<%s, %d> %s(%s), %s(%s);", t, len, a, expr_value(g, type), b,
             expr_value(g, type));
    for (int i = rng_between(&g->rng, 1, 3); i > 0; i--)
        switch (rng_below(&g->rng, 5)) {
        case 0: gen_line(g, "%s = %s(0.5) * (%s + %s);", a, t, a, b); break;
        case 1:
            gen_line(g, "%s = %s(0.5) * (%s - %s(%s) * %s);", b, t, a, t, expr_unit(g, type), b);
            break;
        case 2: gen_line(g, "%s *= %s;", a, expr_unit(g, type)); break;
        case 3: gen_line(g, "%s = -%s;", b, a); break;
        default: gen_line(g, "%s[%s] = %s;", a, expr_below(g, len), expr_value(g, type));
        }
    if (pick_target_of(g, type, &to))
        gen_line(g, "%s = %s(0.1) * dot(%s, %s);", to, t, a, b);
    push_container(g, CONTAINER_ARRAY, a, type, len, true);
    push_container(g, CONTAINER_ARRAY, b, type, len, true);
    return true;
}

/* A loop over the elements of a container. */
bool stmt_for_range(struct gen *g)
{
    const struct place *a =
        pick_container(g, rng_chance(&g->rng, 70) ? CONTAINER_VECTOR : CONTAINER_ARRAY, -1, true);
    if (!a || !scope_has_time(g, MAX_ELEMENTS))
        return false;
    enum fp type = a->type;
    const char *e = gen_name(g, 'e'), *element = e;
    if (rng_chance(&g->rng, 60)) {
        gen_open(g, "for (%s &%s : %s)", fp_name(type), e, a->owner);
    } else {
        gen_open(g, "for (auto %s = %s.begin(); %s != %s.end(); ++%s)", e, a->owner, e, a->owner,
                 e);
        element = gen_format(g, "(*%s)", e);
    }
    struct scope scope = scope_enter(g, a->len);
    push_scalar(g, element, type, true);
    if (rng_chance(&g->rng, 60))
        scope_loop_body(g, 1);
    gen_line(g, "%s = %s;", element, expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

static bool pairs(struct gen *g, enum fp type)
{
    const char *p = gen_name(g, 'p');
    gen_line(g, "std::pair<int, %s> %s{%s, %s};", fp_name(type), p, expr_below(g, 8),
             expr_value(g, type));
    if (rng_chance(&g->rng, 50)) {
        const char *q = gen_name(g, 'p');
        gen_line(g, "std::pair<int, %s> %s = %s ? %s : std::make_pair(%s, %s(%s));", fp_name(type),
                 q, expr_condition(g), p, expr_below(g, 8), fp_name(type), expr_value(g, type));
        push_int(g, gen_format(g, "%s.first", q), 7);
        push_scalar(g, gen_format(g, "%s.second", q), type, true);
    }
    push_int(g, gen_format(g, "%s.first", p), 7);
    push_scalar(g, gen_format(g, "%s.second", p), type, true);
    return true;
}

bool stmt_tuple(struct gen *g)
{
    enum fp x = gen_fp(g), y = gen_fp(g);
    if (rng_chance(&g->rng, 40))
        return pairs(g, x);
    const char *t = gen_name(g, 't'), *a, *b;
    gen_line(g, "std::tuple<%s, int, %s> %s(%s, %s, %s);", fp_name(x), fp_name(y), t,
             expr_value(g, x), expr_below(g, 8), expr_value(g, y));
    if (rng_chance(&g->rng, 40) && pick_target_of(g, x, &a) && pick_target_of(g, y, &b) && a != b)
        gen_line(g, "std::tie(%s, std::ignore, %s) = %s;", a, b, t);
    if (rng_chance(&g->rng, 50)) {
        const char *k = gen_name(g, 'k');
        a = gen_name(g, 'v'), b = gen_name(g, 'v');
        bool reference = rng_chance(&g->rng, 50);
        gen_line(g, "auto %s[%s, %s, %s] = %s;", reference ? "&" : "", a, k, b, t);
        push_scalar(g, a, x, true);
        push_int(g, k, 7);
        push_scalar(g, b, y, true);
    }
    push_scalar(g, gen_format(g, "std::get<0>(%s)", t), x, true);
    push_scalar(g, gen_format(g, "std::get<2>(%s)", t), y, true);
    return true;
}

static void int_map(struct gen *g, const char *m, enum fp type)
{
    const char *i = gen_name(g, 'i'), *t = fp_name(type);
    gen_line(g, "std::map<int, %s> %s;", t, m);
    gen_open(g, "for (int %s = 0; %s < 4; %s++)", i, i, i);
    struct scope scope = scope_enter(g, 4);
    push_int(g, i, 3);
    gen_line(g, "%s[%s * 3 %% 5] = %s;", m, i, expr_value(g, type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    if (rng_chance(&g->rng, 50))
        gen_line(g, "%s.erase(%s);", m, expr_below(g, 5));
    gen_line(g, "%s[%s] *= %s;", m, expr_below(g, 6), expr_unit(g, type));
    gen_line(g, "%s[2] = %s;", m, expr_value(g, type));
    push_scalar(g, gen_format(g, "%s[2]", m), type, true);
}

static void string_map(struct gen *g, const char *m, enum fp type)
{
    const char *t = fp_name(type);
    gen_line(g, "std::map<std::string, %s> %s;", t, m);
    gen_line(g, "%s[\"one\"] = %s;", m, expr_value(g, type));
    gen_line(g, "%s[\"a key that is not short\"] = %s;", m, expr_value(g, type));
    gen_line(g, "%s[\"k\" + std::to_string(%s)] = %s;", m, expr_below(g, 3), expr_value(g, type));
    push_scalar(g, gen_format(g, "%s[\"one\"]", m), type, true);
}

bool stmt_map(struct gen *g)
{
    const char *to;
    enum fp type = gen_fp(g);
    if (!scope_has_time(g, 4) || !pick_target_of(g, type, &to))
        return false;
    const char *m = gen_name(g, 'm'), *e = gen_name(g, 'e');
    bool strings = rng_chance(&g->rng, 35);
    if (strings)
        string_map(g, m, type);
    else
        int_map(g, m, type);
    gen_open(g, "for (auto &%s : %s)", e, m);
    struct scope scope = scope_enter(g, 4);
    push_scalar(g, gen_format(g, "%s.second", e), type, true);
    if (strings)
        push_int(g, gen_format(g, "(int)(%s.first.size() & 7)", e), 7);
    else
        push_int(g, gen_format(g, "%s.first", e), 5);
    scope_loop_body(g, 1);
    gen_line(g, "%s = 0.5%s * (%s + %s.second);", to, fp_constant_suffix(type), to, e);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_optional(struct gen *g)
{
    const char *to;
    enum fp type = gen_fp(g);
    if (!pick_target_of(g, type, &to))
        return false;
    const char *o = gen_name(g, 'o'), *t = fp_name(type);
    gen_line(g, "std::optional<%s> %s;", t, o);
    gen_line(g, "if (%s) %s = %s;", expr_condition(g), o, expr_value(g, type));
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "%s = %s.value_or(%s);", to, o, expr_value(g, type));
        return true;
    }
    gen_open(g, "if (%s)", o);
    struct scope scope = scope_enter(g, 1);
    push_scalar(g, gen_format(g, "(*%s)", o), type, true);
    stmt_list(g, 1);
    gen_line(g, "%s = 0.5%s * %s + 0.5%s * *%s;", to, fp_constant_suffix(type), to,
             fp_constant_suffix(type), o);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_variant(struct gen *g)
{
    const char *to;
    if (!pick_target_of(g, FP_DOUBLE, &to))
        return false;
    const char *v = gen_name(g, 'v'), *x = gen_name(g, 'x');
    gen_line(g, "std::variant<double, int, fuzz_vec<double, 2>> %s = (double)(%s);", v,
             expr_value(g, FP_DOUBLE)); /* of long double it could be either number */
    gen_line(g, "if (%s) %s = fuzz_vec<double, 2>(%s);", expr_condition(g), v,
             expr_value(g, FP_DOUBLE));
    gen_line(g, "else if (%s) %s = (int)(%s);", expr_condition(g), v, expr_below(g, 3));
    if (rng_chance(&g->rng, 50)) {
        gen_open(g, "if (double *%s = std::get_if<double>(&%s))", x, v);
        struct scope scope = scope_enter(g, 1);
        push_scalar(g, gen_format(g, "(*%s)", x), FP_DOUBLE, true);
        stmt_list(g, 1);
        scope_leave(g, scope);
        gen_close(g, "%s", "");
    }
    gen_open(g, "%s = std::visit([&](auto &%s) -> double", to, x);
    gen_line(g, "if constexpr (sizeof %s == 2 * sizeof(double)) return 0.2 * dot(%s, %s);", x, x,
             x);
    gen_line(g, "else return 0.5 * (double)%s + 0.5 * sin(%s);", x, to);
    gen_close(g, ", %s);", v);
    return true;
}

bool stmt_complex(struct gen *g)
{
    const char *z = gen_name(g, 'z'), *w = gen_name(g, 'z');
    for (int i = 0; i < 2; i++)
        gen_line(g, "std::complex<double> %s(%s, %s);", i ? w : z, expr_value(g, FP_DOUBLE),
                 expr_value(g, FP_DOUBLE));
    for (int i = rng_between(&g->rng, 1, 2); i > 0; i--)
        switch (rng_below(&g->rng, 5)) {
        case 0: gen_line(g, "%s = 0.25 * %s * %s;", z, z, w); break;
        case 1: gen_line(g, "%s = 0.5 * (%s - std::conj(%s));", w, z, w); break;
        case 2: gen_line(g, "%s = 0.5 * %s / (4.0 + %s);", z, w, z); break;
        case 3: gen_line(g, "%s = 0.3 * std::exp(0.5 * %s);", w, z); break;
        default: gen_line(g, "%s.real(0.6 * std::abs(%s + 4.0) / 4.5);", w, z);
        }
    push_array(g, gen_format(g, "reinterpret_cast<double(&)[2]>(%s)", z), FP_DOUBLE, 2, true)
        ->object = 0;
    push_array(g, gen_format(g, "reinterpret_cast<double(&)[2]>(%s)", w), FP_DOUBLE, 2, true)
        ->object = 0;
    return true;
}
