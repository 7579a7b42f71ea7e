/* Helper functions: prototypes, bodies and calls by kind; see helper.h. */
#include "helper.h"

#include "cxx.h"
#include "stmt.h"
#include "struct.h"

#include <stdlib.h>
#include <string.h>

/* `params` is the parameter list with T for the scalar type, S for the struct
 * and B for the base of a family; `ret` likewise.  `body` writes what is inside the braces with all
 * parameters pushed; `call` writes a statement, or for pure kinds yields an
 * expression. */
struct helper_kind {
    enum feature feature;
    int weight;
    bool pure;
    const char *ret, *params;
    void (*body)(struct gen *, const struct helper *);
    bool (*statement)(struct gen *, const struct helper *);
    bool (*expression)(struct gen *, const struct helper *, struct expr *);
};

/* Replaces T, S and B in a pattern. */
static const char *expand(struct gen *g, const struct helper *h, const char *pattern)
{
    struct text t = {0};
    for (const char *p = pattern; *p; p++)
        if (*p == 'T')
            text_add(&t, "%s", fp_name(h->type));
        else if (*p == 'S')
            text_add(&t, "struct %s", g->stypes[h->stype].name);
        else if (*p == 'B')
            text_add(&t, "%s", g->families[h->family].name);
        else
            text_add(&t, "%c", *p);
    const char *text = gen_format(g, "%s", t.data);
    text_free(&t);
    return text;
}

static const char *prototype(struct gen *g, const struct helper *h)
{
    return gen_format(g, "%s%s %s(%s)",
                      h->is_template              ? "template <class T_> "
                      : gen_may(g, FEATURE_unit2) ? ""
                                                  : "static ",
                      expand(g, h, h->kind->ret), h->bare, expand(g, h, h->kind->params));
}

/* Bodies. */

static void may_return(struct gen *g, enum returns how, enum fp type, const char *text)
{
    g->at.returns = how;
    g->at.return_type = type;
    g->at.return_text = text;
}

static void statements(struct gen *g)
{
    stmt_list(g, rng_between(&g->rng, 1, 3));
}

static void return_value(struct gen *g, const struct helper *h)
{
    gen_line(g, "return %s;", expr_value(g, h->type));
}

static void body_scalar(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    push_scalar(g, "b", h->type, true);
    push_int(g, "k", 7);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    return_value(g, h);
}

static void push_counted(struct gen *g, const struct helper *h, bool writable)
{
    struct place *p = push_array(g, "p", h->type, 2, writable);
    p->count = "n";
    p->object = 0;
    push_int(g, "n", MAX_ELEMENTS);
    push_scalar(g, "a", h->type, true);
}

static void body_read(struct gen *g, const struct helper *h)
{
    push_counted(g, h, false);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    return_value(g, h);
}

static void body_write(struct gen *g, const struct helper *h)
{
    push_counted(g, h, true);
    may_return(g, RETURN_VOID, h->type, NULL);
    statements(g);
    int i = rng_below(&g->rng, 2);
    gen_line(g, "p[%d] = %s;", i, expr_value(g, h->type));
}

static void body_out(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    push_scalar(g, "(*q)", h->type, false);
    push_scalar(g, "(*r)", h->type, true);
    may_return(g, RETURN_VOID, h->type, NULL);
    statements(g);
    gen_line(g, "*r = %s;", expr_value(g, h->type));
}

static void body_struct_pointer(struct gen *g, const struct helper *h)
{
    push_struct(g, "s", "->", h->stype, true);
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    return_value(g, h);
}

static void body_struct_value(struct gen *g, const struct helper *h)
{
    push_struct(g, "s", ".", h->stype, true);
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_TEXT, h->type, "s");
    statements(g);
    gen_line(g, "return s;");
}

static void body_recursive(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    push_scalar(g, "b", h->type, true);
    push_int(g, "k", 7);
    gen_open(g, "if (k <= 0)");
    return_value(g, h);
    gen_close(g, "%s", "");
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    const char *r = gen_name(g, 'r');
    bool twice = rng_chance(&g->rng, 30);
    const char *x = expr_value(g, h->type), *y = expr_value(g, h->type);
    gen_line(g, "%s %s = %s(%s, %s, k %s);", fp_name(h->type), r, h->name, x, y,
             twice ? "/ 2" : "- 1");
    push_scalar(g, r, h->type, true);
    if (twice)
        gen_line(g, "%s = 0.5%s * (%s - %s(b, a, (k - 1) / 2));", r, fp_constant_suffix(h->type), r,
                 h->name);
    if (rng_chance(&g->rng, 50))
        stmt_list(g, 1);
    gen_line(g, "return 0.6%s * %s + 0.4%s * (%s);", fp_constant_suffix(h->type), r,
             fp_constant_suffix(h->type), expr_value(g, h->type));
}

static void body_recursive_write(struct gen *g, const struct helper *h)
{
    push_counted(g, h, true);
    gen_open(g, "if (n <= 2)");
    gen_line(g, "p[0] = %s;", expr_value(g, h->type));
    gen_line(g, "return;");
    gen_close(g, "%s", "");
    stmt_list(g, 1);
    gen_line(g, "%s(p + 1, n - 1, %s);", h->name, expr_value(g, h->type));
    gen_line(g, "p[0] = 0.5%s * p[1] + 0.5%s * (%s);", fp_constant_suffix(h->type),
             fp_constant_suffix(h->type), expr_value(g, h->type));
}

static void body_callback(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    push_int(g, "k", 7);
    const char *u = gen_name(g, 'u');
    const char *x = expr_value(g, h->type), *y = expr_value(g, h->type);
    gen_line(g, "%s %s = f(%s, %s, k);", fp_name(h->type), u, x, y);
    push_scalar(g, u, h->type, true);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    gen_line(g, "return 0.5%s * %s + 0.5%s * f(a, %s, k / 2);", fp_constant_suffix(h->type), u,
             fp_constant_suffix(h->type), expr_value(g, h->type));
}

static void body_pointer(struct gen *g, const struct helper *h)
{
    (void)h;
    gen_line(g, "if (k & 1) return p;");
    gen_line(g, "return p + %s;", rng_chance(&g->rng, 50) ? "(n - 1)" : "k % n");
}

static void body_allocator(struct gen *g, const struct helper *h)
{
    g->at.throws = 0; /* would leak */
    push_scalar(g, "a", h->type, true);
    gen_line(g, "%s *p = (%s *)malloc((size_t)n * sizeof *p);", fp_name(h->type), fp_name(h->type));
    gen_open(g, "for (int i = 0; i < n; i++)");
    int mark = g->place_count;
    push_int(g, "i", MAX_ELEMENTS);
    g->at.times *= 4;
    gen_line(g, "p[i] = %s;", expr_value(g, h->type));
    g->place_count = mark;
    gen_close(g, "%s", "");
    gen_line(g, "return p;");
}

static void body_reference(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    push_scalar(g, "b", h->type, true);
    push_int(g, "k", 7);
    may_return(g, RETURN_TEXT, h->type, "a");
    statements(g);
    gen_line(g, "return k & 1 ? a : b;");
}

static void body_object_read(struct gen *g, const struct helper *h)
{
    push_object(g, "o", h->family, -1, false);
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    return_value(g, h);
}

static void body_object_write(struct gen *g, const struct helper *h)
{
    push_object(g, "o", h->family, -1, true);
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_VOID, h->type, NULL);
    statements(g);
}

/* Parameters may refer to the same vector. */
static void body_vector_read(struct gen *g, const struct helper *h)
{
    push_container(g, CONTAINER_VECTOR, "v", h->type, 2, false)->object = 0;
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_FP, h->type, NULL);
    statements(g);
    return_value(g, h);
}

static void body_vector_write(struct gen *g, const struct helper *h)
{
    push_container(g, CONTAINER_VECTOR, "v", h->type, 2, true)->object = 0;
    push_scalar(g, "a", h->type, true);
    may_return(g, RETURN_VOID, h->type, NULL);
    statements(g);
    gen_line(g, "v[%s] = %s;", expr_below(g, 2), expr_value(g, h->type));
}

static void body_vector_value(struct gen *g, const struct helper *h)
{
    push_scalar(g, "a", h->type, true);
    if (rng_chance(&g->rng, 50))
        gen_line(g, "if (v.size() < 4) v.push_back(%s);", expr_value(g, h->type));
    push_container(g, CONTAINER_VECTOR, "v", h->type, 2, true);
    may_return(g, RETURN_TEXT, h->type, "v");
    statements(g);
    gen_line(g, "return v;");
}

/* Calls. */

static struct expr called(const char *text)
{
    return (struct expr){text, 2, 3};
}

static bool call_scalar(struct gen *g, const struct helper *h, struct expr *call)
{
    const char *a = expr_leaf_value(g, h->type), *b = expr_leaf_value(g, h->type);
    *call = called(gen_format(g, "%s(%s, %s, %s)", h->name, a, b, expr_below(g, 5)));
    return true;
}

/* A pointer to at least two elements and the matching count, "a + 1, 3". */
static const char *array_argument(struct gen *g, const struct helper *h, bool writable,
                                  bool may_be_empty)
{
    const struct place *a = pick_array_of(g, h->type, writable);
    if (!a)
        return NULL;
    if (may_be_empty && gen_may(g, FEATURE_zerotrip) && rng_chance(&g->rng, 15) &&
        gen_use(g, FEATURE_zerotrip))
        return gen_format(g, "%s, 0", a->text);
    if (a->len >= 4 && rng_chance(&g->rng, 40))
        return gen_format(g, "%s + %d, %d", a->text, 1, a->len - 1);
    return gen_format(g, "%s, %s", a->text, a->count);
}

static bool call_read(struct gen *g, const struct helper *h, struct expr *call)
{
    const char *p = array_argument(g, h, false, true);
    if (!p)
        return false;
    *call = called(gen_format(g, "%s(%s, %s)", h->name, p, expr_leaf_value(g, h->type)));
    return true;
}

static bool call_callback(struct gen *g, const struct helper *h, struct expr *call)
{
    const struct helper *f = helper_pick_scalar(g, h->type);
    if (!f)
        return false;
    const char *a = expr_leaf_value(g, h->type);
    *call = called(gen_format(g, "%s(%s, %s, %s)", h->name, f->name, a, expr_below(g, 5)));
    return true;
}

static bool call_write(struct gen *g, const struct helper *h)
{
    const char *p = array_argument(g, h, true, true);
    if (!p)
        return false;
    gen_line(g, "%s(%s, %s);", h->name, p, expr_value(g, h->type));
    return true;
}

static bool call_recursive_write(struct gen *g, const struct helper *h)
{
    const char *p = array_argument(g, h, true, false);
    if (!p)
        return false;
    gen_line(g, "%s(%s, %s);", h->name, p, expr_value(g, h->type));
    return true;
}

static bool call_out(struct gen *g, const struct helper *h)
{
    const char *r, *q;
    if (!pick_target_of(g, h->type, &r) || !pick_target_of(g, h->type, &q))
        return false;
    gen_line(g, "%s(%s, &%s, &%s);", h->name, expr_value(g, h->type), q, r);
    return true;
}

static bool call_struct_pointer(struct gen *g, const struct helper *h)
{
    if (!pick_struct(g, h->stype, true))
        struct_declare(g, h->stype);
    const struct place *s = pick_struct(g, h->stype, true);
    const char *r;
    if (!pick_target_of(g, h->type, &r))
        return false;
    const char *t = gen_name(g, 't');
    gen_line(g, "%s %s = %s(&%s, %s);", fp_name(h->type), t, h->name, s->text,
             expr_value(g, h->type));
    gen_line(g, "%s = %s;", r, t);
    push_scalar(g, t, h->type, true);
    return true;
}

static bool call_struct_value(struct gen *g, const struct helper *h)
{
    if (!pick_struct(g, h->stype, true))
        struct_declare(g, h->stype);
    const struct place *to = pick_struct(g, h->stype, true);
    const struct place *from = pick_struct(g, h->stype, false);
    gen_line(g, "%s = %s(%s, %s);", to->text, h->name, from->text, expr_value(g, h->type));
    return true;
}

static bool call_pointer(struct gen *g, const struct helper *h)
{
    const struct place *a = pick_array_of(g, h->type, true);
    if (!a)
        return false;
    const char *p = gen_name(g, 'p');
    gen_line(g, "%s *%s = %s(%s, %d, %s);", fp_name(h->type), p, h->name, a->text, a->len,
             expr_below(g, 8));
    gen_line(g, "*%s = 0.5%s * *%s + 0.5%s * (%s);", p, fp_constant_suffix(h->type), p,
             fp_constant_suffix(h->type), expr_value(g, h->type));
    push_scalar(g, gen_format(g, "(*%s)", p), h->type, true);
    return true;
}

static bool call_reference(struct gen *g, const struct helper *h)
{
    const char *a, *b;
    if (!pick_target_of(g, h->type, &a) || !pick_target_of(g, h->type, &b))
        return false;
    const char *r = gen_name(g, 'r');
    gen_line(g, "%s &%s = %s(%s, %s, %s);", fp_name(h->type), r, h->name, a, b, expr_below(g, 8));
    gen_line(g, "%s = %s;", r, expr_value(g, h->type));
    push_scalar(g, r, h->type, true);
    return true;
}

static bool call_object_read(struct gen *g, const struct helper *h, struct expr *call)
{
    const struct place *o = pick_object(g, h->family, false);
    if (!o)
        return false;
    *call = called(gen_format(g, "%s(%s, %s)", h->name, o->text, expr_leaf_value(g, h->type)));
    return true;
}

static bool call_object_write(struct gen *g, const struct helper *h)
{
    const struct place *o = pick_object(g, h->family, true);
    if (!o)
        return false;
    gen_line(g, "%s(%s, %s);", h->name, o->text, expr_value(g, h->type));
    return true;
}

static bool call_vector_read(struct gen *g, const struct helper *h, struct expr *call)
{
    const struct place *v = pick_container(g, CONTAINER_VECTOR, (int)h->type, false);
    if (!v)
        return false;
    *call = called(gen_format(g, "%s(%s, %s)", h->name, v->owner, expr_leaf_value(g, h->type)));
    return true;
}

static bool call_vector_write(struct gen *g, const struct helper *h)
{
    const struct place *v = pick_container(g, CONTAINER_VECTOR, (int)h->type, true);
    if (!v)
        return false;
    gen_line(g, "%s(%s, %s);", h->name, v->owner, expr_value(g, h->type));
    return true;
}

static bool call_vector_value(struct gen *g, const struct helper *h)
{
    const struct place *v = pick_container(g, CONTAINER_VECTOR, (int)h->type, false);
    const char *w = gen_name(g, 'v'), *t = fp_name(h->type);
    bool fresh = !v || rng_chance(&g->rng, 30);
    int len = fresh ? 2 : v->len;
    const char *from =
        fresh ? gen_format(g, "std::vector<%s>(2, %s)", t, expr_leaf_value(g, h->type)) : v->owner;
    gen_line(g, "std::vector<%s> %s = %s(%s, %s);", t, w, h->name, from,
             expr_leaf_value(g, h->type));
    push_container(g, CONTAINER_VECTOR, w, h->type, len, true);
    return true;
}

#define KIND(feature, weight, pure, ret, params, body, statement, expression)                      \
    {FEATURE_##feature, weight, pure, ret, params, body, statement, expression}

static const struct helper_kind kinds[] = {
    KIND(call, 2, true, "T", "T a, T b, int k", body_scalar, NULL, call_scalar),
    KIND(call, 2, true, "T", "const T *p, int n, T a", body_read, NULL, call_read),
    KIND(call, 2, false, "void", "T *p, int n, T a", body_write, call_write, NULL),
    KIND(call, 2, false, "void", "T a, const T *q, T *r", body_out, call_out, NULL),
    KIND(struct, 2, false, "T", "S *s, T a", body_struct_pointer, call_struct_pointer, NULL),
    KIND(structval, 4, false, "S", "S s, T a", body_struct_value, call_struct_value, NULL),
    KIND(recursion, 3, true, "T", "T a, T b, int k", body_recursive, NULL, call_scalar),
    KIND(recursion, 3, false, "void", "T *p, int n, T a", body_recursive_write,
         call_recursive_write, NULL),
    KIND(callback, 5, true, "T", "T (*f)(T, T, int), T a, int k", body_callback, NULL,
         call_callback),
    KIND(pointer, 1, false, "T *", "T *p, int n, int k", body_pointer, call_pointer, NULL),
    KIND(malloc, 2, false, "T *", "int n, T a", body_allocator, NULL, NULL),
    KIND(reference, 2, false, "T &", "T &a, T &b, int k", body_reference, call_reference, NULL),
    KIND(class, 3, true, "T", "const B &o, T a", body_object_read, NULL, call_object_read),
    KIND(class, 3, false, "void", "B &o, T a", body_object_write, call_object_write, NULL),
    KIND(vector, 2, true, "T", "const std::vector<T> &v, T a", body_vector_read, NULL,
         call_vector_read),
    KIND(vector, 2, false, "void", "std::vector<T> &v, T a", body_vector_write, call_vector_write,
         NULL),
    KIND(vector, 3, false, "std::vector<T>", "std::vector<T> v, T a", body_vector_value,
         call_vector_value, NULL),
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static void use(struct gen *g, const struct helper *h)
{
    gen_use(g, h->kind->feature);
    if (h->is_template)
        gen_use(g, FEATURE_template);
    if (h->unit == 1)
        gen_use(g, FEATURE_unit2);
}

/* The first one can be called through a pointer if any is to be. */
static const struct helper_kind *pick_kind(struct gen *g)
{
    if (g->helper_count == 0 && (gen_may(g, FEATURE_fnptr) || gen_may(g, FEATURE_callback)))
        return &kinds[rng_below(&g->rng, 4) || !gen_may(g, FEATURE_recursion) ? 0 : 6];
    int total = 0;
    const struct helper_kind *choice = NULL;
    for (int i = 0; i < KIND_COUNT; i++) {
        const struct helper_kind *k = &kinds[i];
        bool needs_struct = strchr(k->params, 'S') != NULL;
        bool needs_family = strchr(k->params, 'B') != NULL;
        if (!gen_may(g, k->feature) || (needs_struct && !g->stype_count) ||
            (needs_family && !g->family_count))
            continue;
        total += k->weight;
        if (rng_below(&g->rng, total) < k->weight)
            choice = k;
    }
    return choice;
}

static void write_body(struct gen *g, const struct helper *h)
{
    int mark = g->place_count;
    for (int i = 0; i < mark; i++)
        g->places[i].writable = !h->kind->pure;
    g->at.times = 4;
    g->at.open = "";
    g->at.throws = h->throws;
    gen_open(g, "%s", prototype(g, h));
    h->kind->body(g, h);
    gen_close(g, "%s", "");
    gen_line(g, "%s", "");
    g->place_count = mark;
}

/* A function template: for the rest of the program, one helper for each type. */
static void write_template(struct gen *g, struct helper *h)
{
    h->is_template = true;
    h->unit = 0;
    h->type = FP_PARAM;
    h->name = gen_format(g, "%s<T_>", h->bare);
    g->out = &g->shared;
    write_body(g, h);
    for (enum fp type = FP_DOUBLE; type <= FP_FLOAT && g->helper_count < MAX_HELPERS; type++) {
        if (type == FP_FLOAT && !gen_use(g, FEATURE_float))
            break;
        h->type = type;
        h->name = gen_format(g, "%s<%s>", h->bare, fp_name(type));
        g->helpers[g->helper_count++] = *h;
    }
}

static void write_one(struct gen *g, struct text units[2])
{
    const struct helper_kind *kind = pick_kind(g);
    if (!kind)
        return;
    struct helper h = {.kind = kind,
                       .name = gen_name(g, 'h'),
                       .type = gen_fp(g),
                       .stype = g->stype_count ? rng_below(&g->rng, g->stype_count) : 0,
                       .unit = gen_may(g, FEATURE_unit2) ? rng_below(&g->rng, 2) : 0};
    h.bare = h.name;
    if (g->cxx)
        gen_use(g, kind->feature); /* its declaration needs the header */
    if (g->cxx && rng_chance(&g->rng, 40))
        h.throws = throw_set(g);
    if (g->family_count)
        h.family = rng_below(&g->rng, g->family_count);
    if (gen_may(g, FEATURE_template) && rng_chance(&g->rng, 30) && gen_use(g, FEATURE_template)) {
        write_template(g, &h);
        return;
    }
    text_add(&g->shared, "%s;\n", prototype(g, &h));
    g->out = &units[h.unit];
    write_body(g, &h);
    g->helpers[g->helper_count++] = h;
}

static void write_keyed(struct gen *g, struct text units[2], int ordinal,
                        void (*write)(struct gen *, struct text *))
{
    uint64_t key;
    g->at = (struct context){.key = g->seed, .ordinal = ordinal};
    g->out = &units[0];
    if (!gen_next_key(g, &key))
        return;
    g->at = (struct context){.self = key, .key = key};
    g->rng = rng_make(rng_mix(g->seed, key));
    write(g, units);
}

/* Classes stand between the helpers that they may call and those that may call
 * them. */
void helper_write_all(struct gen *g, struct text units[2])
{
    int count = rng_between(&g->rng, 1, gen_may(g, FEATURE_call) ? 4 : 2);
    struct rng saved = g->rng;
    for (int i = 0; i < count || i < MAX_FAMILIES; i++) {
        if (i < count && g->helper_count < MAX_HELPERS)
            write_keyed(g, units, i, write_one);
        if (gen_may(g, FEATURE_class) && i < MAX_FAMILIES && (i == 0 || g->seed % 2))
            write_keyed(g, units, 100 + i, family_write);
    }
    g->rng = saved;
}

static const struct helper *pick(struct gen *g, bool (*fits)(const struct helper *, int), int wish)
{
    int found = 0;
    const struct helper *choice = NULL;
    for (int i = 0; i < g->helper_count; i++)
        if (!(g->helpers[i].throws & ~g->at.throws) && fits(&g->helpers[i], wish) &&
            rng_below(&g->rng, ++found) == 0)
            choice = &g->helpers[i];
    return choice;
}

static bool is_pure(const struct helper *h, int wish)
{
    (void)wish;
    return h->kind->expression != NULL;
}

static bool has_effect(const struct helper *h, int wish)
{
    (void)wish;
    return h->kind->statement != NULL;
}

static bool is_scalar(const struct helper *h, int type)
{
    return h->kind->expression == call_scalar && h->type == (enum fp)type;
}

static bool is_allocator(const struct helper *h, int type)
{
    return h->kind->body == body_allocator && h->type == (enum fp)type;
}

bool helper_call_pure(struct gen *g, struct expr *call)
{
    if (g->cxx && g->at.times <= 60 && rng_chance(&g->rng, 50) && cxx_call_pure(g, call))
        return true;
    const struct helper *h = g->at.times > 60 ? NULL : pick(g, is_pure, 0);
    if (!h || !h->kind->expression(g, h, call))
        return false;
    use(g, h);
    return true;
}

bool helper_call_effect(struct gen *g)
{
    const struct helper *h = pick(g, has_effect, 0);
    if (!h || !h->kind->statement(g, h))
        return false;
    use(g, h);
    return true;
}

const struct helper *helper_pick_scalar(struct gen *g, enum fp type)
{
    const struct helper *h = pick(g, is_scalar, (int)type);
    if (h)
        use(g, h);
    return h;
}

const struct helper *helper_pick_allocator(struct gen *g, enum fp type)
{
    const struct helper *h = pick(g, is_allocator, (int)type);
    if (h)
        use(g, h);
    return h;
}
