/* Classes of generated C++ programs: hierarchies, objects, virtual calls. */
#include "cxx.h"

void nested_enter(struct gen *g, struct nested *n, bool effects)
{
    n->at = g->at;
    n->place_count = g->place_count;
    for (int i = 0; i < g->place_count; i++)
        n->places[i] = g->places[i];
    n->at.blocks++;
    g->at = (struct context){.key = rng_mix(g->at.self, 0x2000u + (uint64_t)g->at.blocks),
                             .depth = g->at.depth + 1,
                             .open = "",
                             .times = 4 * (g->at.times ? g->at.times : 1)};
    g->at.self = g->at.key;
    g->place_count = g->global_count;
    for (int i = 0; i < g->place_count; i++)
        g->places[i].writable = effects;
}

void nested_leave(struct gen *g, const struct nested *n)
{
    g->at = n->at;
    g->place_count = n->place_count;
    for (int i = 0; i < g->place_count; i++)
        g->places[i] = n->places[i];
}

struct scope scope_enter_lambda(struct gen *g, int times)
{
    struct scope scope = scope_enter(g, times);
    g->at.can_break = g->at.can_continue = false;
    g->at.returns = RETURN_NEVER;
    g->at.open = "";
    return scope;
}

/* Definitions. */

static enum fp inner_type(const struct family *f)
{
    return f->is_template ? FP_PARAM : f->type;
}

/* The name inside the class's own definition. */
static const char *own_name(struct gen *g, const struct family *f, const char *bare)
{
    return f->is_template ? gen_format(g, "%s<T_>", bare) : bare;
}

static const char *outer_name(struct gen *g, const struct family *f, const char *bare)
{
    return f->is_template ? gen_format(g, "%s<%s>", bare, fp_name(f->type)) : bare;
}

static void member_line(struct gen *g, const struct member *m)
{
    const char *t = fp_name(m->type);
    if (m->kind == MEMBER_INT)
        gen_line(g, "int %s;", m->name);
    else if (m->kind == MEMBER_FP)
        gen_line(g, "%s %s;", t, m->name);
    else if (m->kind == MEMBER_ARRAY)
        gen_line(g, "%s %s[%d];", t, m->name, m->len);
    else
        gen_line(g, "std::vector<%s> %s;", t, m->name);
}

static void invent_members(struct gen *g, const struct family *f, struct klass *k)
{
    k->count = rng_between(&g->rng, 0, 3);
    for (int i = 0; i < k->count; i++) {
        struct member *m = &k->members[i];
        int what = rng_below(&g->rng, 10);
        *m = (struct member){.name = gen_name(g, 'm'), .len = 1};
        m->type = gen_fp(g);
        m->kind = what < 5                     ? MEMBER_FP
                  : what < 7                   ? MEMBER_ARRAY
                  : what < 8                   ? MEMBER_INT
                  : gen_use(g, FEATURE_vector) ? MEMBER_VECTOR
                                               : MEMBER_FP;
        if (m->kind == MEMBER_FP && f->is_template)
            m->type = FP_PARAM;
        if (m->kind == MEMBER_ARRAY || m->kind == MEMBER_VECTOR)
            m->len = rng_between(&g->rng, 2, 3);
    }
}

/* How a class derives. */
static const char *bases(struct gen *g, const struct family *f, const struct klass *k)
{
    const char *parent = k->parent < 0 ? f->bare : f->classes[k->parent].bare;
    return gen_format(g, "%s%s%s%s", k->has_mixin ? "fuzz_mixin<" : "",
                      k->has_mixin ? gen_format(g, "%s>, ", fp_name(inner_type(f))) : "",
                      k->is_virtual ? "virtual " : "", own_name(g, f, parent));
}

static void declare_methods(struct gen *g, const struct family *f, const char *bare,
                            const char *end)
{
    const char *t = fp_name(inner_type(f));
    gen_line(g, "%s(%s a, int k);", bare, t);
    gen_line(g, "virtual %s value(%s a, int k) const%s;", t, t, end);
    gen_line(g, "virtual void step(%s a)%s;", t, end);
}

static void declare_base(struct gen *g, const struct family *f)
{
    const char *t = fp_name(inner_type(f));
    if (f->is_template)
        gen_line(g, "template <class T_>");
    gen_open(g, "struct %s", f->bare);
    gen_line(g, "%s %s;", t, f->value);
    declare_methods(g, f, f->bare, "");
    gen_line(g, "virtual ~%s() {}", f->bare);
    gen_line(g, "%s both(%s a) const { return %s(0.5) * value(a, 1) + %s(0.5) * %s; }", t, t, t, t,
             f->value);
    if (f->has_clone)
        gen_line(g, "virtual %s *clone() const = 0;", f->bare);
    gen_close(g, ";");
}

static void declare_class(struct gen *g, const struct family *f, const struct klass *k)
{
    if (f->is_template)
        gen_line(g, "template <class T_>");
    gen_open(g, "struct %s : %s", k->bare, bases(g, f, k));
    for (int i = 0; i < k->count; i++)
        member_line(g, &k->members[i]);
    if (k->has_next)
        gen_line(g, "std::unique_ptr<%s> next;", own_name(g, f, f->bare));
    declare_methods(g, f, k->bare, " override");
    if (f->has_clone)
        gen_line(g, "%s *clone() const override { return new %s(*this); }", k->bare, k->bare);
    gen_close(g, ";");
}

static void push_own_members(struct gen *g, const struct family *f, const struct klass *k,
                             bool writable)
{
    push_scalar(g, gen_format(g, "this->%s", f->value), inner_type(f), writable);
    if (k && k->has_mixin)
        push_scalar(g, "this->extra", inner_type(f), writable);
    for (; k; k = k->parent < 0 ? NULL : &f->classes[k->parent])
        push_members(g, k, "this->", FP_PARAM, writable);
}

static const char *template_or_inline(const struct gen *g, const struct family *f)
{
    return f->is_template ? "template <class T_> " : g->out == &g->shared ? "inline " : "";
}

/* "m{e, e}" and the like for the members of a class. */
static const char *initialisers(struct gen *g, const struct family *f, const struct klass *k)
{
    struct text t = {0};
    const char *type = fp_name(inner_type(f));
    if (k->is_virtual || k->parent < 0)
        text_add(&t, "%s(%s, k)", own_name(g, f, f->bare), expr_leaf_value(g, inner_type(f)));
    if (k->parent >= 0)
        text_add(&t, "%s%s(%s, k)", t.data ? ", " : "", own_name(g, f, f->classes[k->parent].bare),
                 expr_leaf_value(g, inner_type(f)));
    if (k->has_mixin)
        text_add(&t, ", fuzz_mixin<%s>(%s)", type, expr_leaf_value(g, inner_type(f)));
    for (int i = 0; i < k->count; i++) {
        const struct member *m = &k->members[i];
        if (m->kind == MEMBER_INT)
            text_add(&t, ", %s(%s)", m->name, expr_below(g, 8));
        else if (m->kind == MEMBER_FP)
            text_add(&t, ", %s(%s)", m->name, expr_leaf_value(g, m->type));
        else if (m->kind == MEMBER_VECTOR)
            text_add(&t, ", %s(%d, %s)", m->name, m->len, expr_leaf_value(g, m->type));
        else
            text_add(&t, ", %s{%s, %s}", m->name, expr_leaf_value(g, m->type),
                     expr_leaf_value(g, m->type));
    }
    const char *text = gen_format(g, "%s", t.data);
    text_free(&t);
    return text;
}

static void define_constructor(struct gen *g, const struct family *f, const struct klass *k)
{
    struct nested n;
    nested_enter(g, &n, false);
    push_scalar(g, "a", inner_type(f), true);
    push_int(g, "k", 7);
    const char *bare = k ? k->bare : f->bare, *first;
    if (k)
        first = initialisers(g, f, k);
    else
        first = gen_format(g, "%s(%s)", f->value, expr_value(g, inner_type(f)));
    gen_open(g, "%s%s::%s(%s a, int k) : %s", template_or_inline(g, f), own_name(g, f, bare), bare,
             fp_name(inner_type(f)), first);
    push_own_members(g, f, k, true);
    g->at.throws = k ? k->throws : 0;
    if (g->at.throws)
        throw_line(g);
    if (k && k->has_next)
        gen_line(g, "if (k > 1) this->next.reset(new %s(%s, k - 2));", own_name(g, f, bare),
                 expr_leaf_value(g, inner_type(f)));
    stmt_list(g, rng_below(&g->rng, 2));
    gen_close(g, "%s", "");
    nested_leave(g, &n);
}

static void define_value(struct gen *g, const struct family *f, const struct klass *k)
{
    struct nested n;
    enum fp type = inner_type(f);
    const char *t = fp_name(type), *bare = k ? k->bare : f->bare;
    nested_enter(g, &n, false);
    gen_open(g, "%s%s %s::value(%s a, int k) const", template_or_inline(g, f), t,
             own_name(g, f, bare), t);
    push_scalar(g, "a", type, true);
    push_int(g, "k", 7);
    push_own_members(g, f, k, false);
    g->at.returns = RETURN_FP;
    g->at.return_type = type;
    g->at.throws = f->throws;
    if (f->throws && rng_chance(&g->rng, 50))
        throw_line(g);
    stmt_list(g, rng_between(&g->rng, 0, 2));
    if (k && k->has_next)
        gen_line(g, "if (this->next) a = %s(0.5) * a + %s(0.5) * this->next->value(a, k);", t, t);
    if (k && rng_chance(&g->rng, 30))
        gen_line(g, "a = %s(0.5) * a + %s(0.5) * %s::value(a, k);", t, t,
                 own_name(g, f, k->parent < 0 ? f->bare : f->classes[k->parent].bare));
    gen_line(g, "return %s;", expr_value(g, type));
    gen_close(g, "%s", "");
    nested_leave(g, &n);
}

static void define_step(struct gen *g, const struct family *f, const struct klass *k)
{
    struct nested n;
    enum fp type = inner_type(f);
    nested_enter(g, &n, true);
    gen_open(g, "%svoid %s::step(%s a)", template_or_inline(g, f),
             own_name(g, f, k ? k->bare : f->bare), fp_name(type));
    push_scalar(g, "a", type, true);
    push_own_members(g, f, k, true);
    g->at.returns = RETURN_VOID;
    g->at.throws = f->throws;
    stmt_list(g, rng_between(&g->rng, 0, 2));
    if (k && k->has_next)
        gen_line(g, "if (this->next) this->next->step(%s);", expr_value(g, type));
    gen_line(g, "this->%s = %s;", f->value, expr_value(g, type));
    gen_close(g, "%s", "");
    nested_leave(g, &n);
}

static void define_methods(struct gen *g, const struct family *f, const struct klass *k,
                           struct text *unit)
{
    g->out = f->is_template || rng_chance(&g->rng, 40) ? &g->shared : unit;
    define_constructor(g, f, k);
    g->out = f->is_template || rng_chance(&g->rng, 40) ? &g->shared : unit;
    define_value(g, f, k);
    define_step(g, f, k);
}

static void invent_class(struct gen *g, struct family *f, struct klass *k)
{
    *k = (struct klass){.bare = gen_name(g, 'D'), .parent = -1};
    k->name = outer_name(g, f, k->bare);
    if (f->count && rng_chance(&g->rng, 40))
        k->parent = rng_below(&g->rng, f->count);
    const struct klass *parent = k->parent < 0 ? NULL : &f->classes[k->parent];
    k->is_virtual = parent ? parent->is_virtual : rng_chance(&g->rng, 15);
    k->has_mixin = !parent && rng_chance(&g->rng, 25);
    if (parent && k->is_virtual)
        k->parent = -1;
    if (!f->has_clone && k->parent < 0 && rng_chance(&g->rng, 30) && gen_use(g, FEATURE_owner))
        k->has_next = true;
    k->throws = rng_chance(&g->rng, 25) ? throw_set(g) : 0;
    if (k->parent >= 0)
        k->throws |= f->classes[k->parent].throws;
    invent_members(g, f, k);
}

/* The hierarchy counts from its last line on: its own bodies cannot use it. */
void family_write(struct gen *g, struct text units[2])
{
    struct family *f = &g->families[g->family_count];
    bool two_units = gen_may(g, FEATURE_unit2);
    *f = (struct family){.bare = gen_name(g, 'B'),
                         .value = gen_name(g, 'u'),
                         .type = gen_fp(g),
                         .has_clone = rng_chance(&g->rng, 40)};
    f->is_template = rng_chance(&g->rng, 25) && gen_use(g, FEATURE_template);
    f->name = outer_name(g, f, f->bare);
    f->throws = rng_chance(&g->rng, 25) ? throw_set(g) : 0;
    int count = rng_between(&g->rng, 1, MAX_CLASSES);
    g->out = &g->shared;
    declare_base(g, f);
    for (int i = 0; i < count; i++) {
        invent_class(g, f, &f->classes[i]);
        declare_class(g, f, &f->classes[i]);
        f->count++;
    }
    struct text *unit = &units[two_units ? rng_below(&g->rng, 2) : 0];
    if (unit == &units[1])
        gen_use(g, FEATURE_unit2);
    define_methods(g, f, NULL, unit);
    for (int i = 0; i < f->count; i++)
        define_methods(g, f, &f->classes[i], unit);
    gen_use(g, FEATURE_class);
    g->family_count++;
}

/* Objects. */

static bool may_make(const struct gen *g, const struct klass *k)
{
    return !(k->throws & ~g->at.throws);
}

static bool may_call(const struct gen *g, const struct family *f)
{
    return !(f->throws & ~g->at.throws);
}

/* A random class whose objects can be made here, or -1. */
static int pick_class(struct gen *g, const struct family *f)
{
    int found = 0, choice = -1;
    for (int i = 0; i < f->count; i++)
        if (may_make(g, &f->classes[i]) && rng_below(&g->rng, ++found) == 0)
            choice = i;
    return choice;
}

/* A family of which objects can be made here, and two of its classes. */
static const struct family *pick_family(struct gen *g, int *index, int classes[2])
{
    if (!g->family_count)
        return NULL;
    *index = rng_below(&g->rng, g->family_count);
    const struct family *f = &g->families[*index];
    classes[0] = pick_class(g, f);
    classes[1] = pick_class(g, f);
    return classes[0] < 0 ? NULL : f;
}

static const char *arguments(struct gen *g, const struct family *f)
{
    const char *a = expr_leaf_value(g, f->type);
    return gen_format(g, "%s, %s", a, expr_below(g, 5));
}

bool cxx_call_pure(struct gen *g, struct expr *call)
{
    enum fp type = rng_chance(&g->rng, 20) ? FP_FLOAT : FP_DOUBLE;
    const struct place *c = pick_call(g, type, false), *o = pick_object(g, -1, false);
    *call = (struct expr){NULL, 2, 3};
    if (o && !may_call(g, &g->families[o->stype]))
        o = NULL;
    if (c && (!o || rng_chance(&g->rng, 40))) {
        const char *a = expr_leaf_value(g, type);
        call->text = gen_format(g, "%s(%s, %s)", c->text, a, expr_below(g, 5));
    } else if (o && rng_chance(&g->rng, 70)) {
        call->text = gen_format(g, "%s.value(%s)", o->text, arguments(g, &g->families[o->stype]));
    } else if (o) {
        call->text =
            gen_format(g, "%s.both(%s)", o->text, expr_leaf_value(g, g->families[o->stype].type));
    }
    return call->text != NULL;
}

bool stmt_object(struct gen *g)
{
    int index, c[2];
    const struct family *f = pick_family(g, &index, c);
    if (!f)
        return false;
    const char *name = gen_name(g, 'o');
    const struct place *old = pick_object(g, index, true);
    if (old && rng_chance(&g->rng, 25)) {
        const struct place *other = pick_object(g, index, true);
        if (other == old)
            gen_line(g, "%s &%s = %s;", f->name, name, old->text);
        else
            gen_line(g, "%s &%s = %s ? static_cast<%s &>(%s) : static_cast<%s &>(%s);", f->name,
                     name, expr_condition(g), f->name, old->text, f->name, other->text);
        push_object(g, name, index, -1, true);
    } else if (old && old->klass >= 0 && !f->classes[old->klass].has_next &&
               rng_chance(&g->rng, 25)) {
        int klass = old->klass;
        gen_line(g, "%s %s = %s;", f->classes[klass].name, name, old->text);
        push_object(g, name, index, klass, true);
    } else {
        const char *a = arguments(g, f);
        gen_line(g, "%s %s(%s);", f->classes[c[0]].name, name, a);
        push_object(g, name, index, c[0], true);
    }
    return true;
}

/* "new D(a, k)", or a choice of two, as a pointer to the base. */
static const char *new_object(struct gen *g, const struct family *f, const int c[2])
{
    const char *first = gen_format(g, "new %s(%s)", f->classes[c[0]].name, arguments(g, f));
    if (c[0] == c[1])
        return first;
    return gen_format(g, "%s ? static_cast<%s *>(%s) : new %s(%s)", expr_condition(g), f->name,
                      first, f->classes[c[1]].name, arguments(g, f));
}

bool stmt_new_object(struct gen *g)
{
    g->at.throws = 0; /* would leak */
    int index, c[2];
    const char *to;
    const struct family *f = pick_family(g, &index, c);
    if (!f || !may_call(g, f) || !pick_target_of(g, f->type, &to))
        return false;
    const char *p = gen_name(g, 'p');
    gen_open(g, "%s", "");
    gen_line(g, "%s *%s = %s;", f->name, p, new_object(g, f, c));
    struct scope scope = scope_enter(g, 1);
    g->at.can_break = g->at.can_continue = false;
    g->at.open = gen_format(g, "delete %s; %s", p, scope.at.open);
    push_object(g, gen_format(g, "(*%s)", p), index, -1, true);
    stmt_list(g, rng_between(&g->rng, 1, 2));
    scope_leave(g, scope);
    if (f->has_clone && rng_chance(&g->rng, 50)) {
        const char *q = gen_name(g, 'p');
        gen_line(g, "%s *%s = %s->clone();", f->name, q, p);
        gen_line(g, "delete %s;", p);
        gen_line(g, "%s = %s;", p, q);
    }
    gen_line(g, "%s = %s->value(%s);", to, p, arguments(g, f));
    gen_line(g, "delete %s;", p);
    gen_close(g, "%s", "");
    return true;
}

bool stmt_owner(struct gen *g)
{
    int index, c[2];
    const struct family *f = pick_family(g, &index, c);
    if (!f)
        return false;
    const char *p = gen_name(g, 'p'), *b = f->name;
    const char *fresh = new_object(g, f, c);
    switch (rng_below(&g->rng, 4)) {
    case 0: gen_line(g, "std::unique_ptr<%s> %s(%s);", b, p, fresh); break;
    case 1:
        gen_line(g, "std::unique_ptr<%s> %s = std::make_unique<%s>(%s);", b, p,
                 f->classes[c[0]].name, arguments(g, f));
        gen_line(g, "if (%s) %s.reset(%s);", expr_condition(g), p, fresh);
        break;
    case 2: gen_line(g, "std::shared_ptr<%s> %s(%s);", b, p, fresh); break;
    default: {
        const char *q = gen_name(g, 'p');
        gen_line(g, "std::shared_ptr<%s> %s = std::make_shared<%s>(%s);", b, q,
                 f->classes[c[0]].name, arguments(g, f));
        gen_line(g, "std::shared_ptr<%s> %s = %s;", b, p, q);
        gen_line(g, "if (%s) %s = std::shared_ptr<%s>(%s);", expr_condition(g), q, b, fresh);
        push_object(g, gen_format(g, "(*%s)", q), index, -1, true);
    }
    }
    push_object(g, gen_format(g, "(*%s)", p), index, -1, true);
    return true;
}

/* Objects of several classes behind pointers in an array. */
bool stmt_object_array(struct gen *g)
{
    int index, c[2];
    const struct family *f = pick_family(g, &index, c);
    if (!f || !scope_has_time(g, 2))
        return false;
    const char *x = gen_name(g, 'o'), *y = gen_name(g, 'o'), *ps = gen_name(g, 'p');
    gen_line(g, "%s %s(%s);", f->classes[c[0]].name, x, arguments(g, f));
    gen_line(g, "%s %s(%s);", f->classes[c[1]].name, y, arguments(g, f));
    gen_line(g, "%s *%s[2] = {&%s, &%s};", f->name, ps, x, y);
    const char *p = gen_name(g, 'p');
    gen_open(g, "for (%s *%s : %s)", f->name, p, ps);
    struct scope scope = scope_enter(g, 2);
    push_object(g, gen_format(g, "(*%s)", p), index, -1, true);
    scope_loop_body(g, 1);
    if (may_call(g, f))
        gen_line(g, "%s->step(%s);", p, expr_value(g, f->type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_object(g, gen_format(g, "(*%s[%s])", ps, expr_below(g, 2)), index, -1, true);
    return true;
}

/* A vector that grows: of owners of objects, or of objects. */
bool stmt_object_vector(struct gen *g)
{
    int index, c[2];
    const struct family *f = pick_family(g, &index, c);
    if (!f || !scope_has_time(g, 4))
        return false;
    const struct klass *k = &f->classes[c[0]];
    bool owners = gen_may(g, FEATURE_owner) && rng_chance(&g->rng, 60) && gen_use(g, FEATURE_owner);
    const char *v = gen_name(g, 'v'), *i = gen_name(g, 'i'), *e = gen_name(g, 'e');
    const char *element = owners ? gen_format(g, "std::unique_ptr<%s>", f->name) : k->name;
    gen_line(g, "std::vector<%s> %s;", element, v);
    if (rng_chance(&g->rng, 30))
        gen_line(g, "%s.reserve(%d);", v, rng_between(&g->rng, 1, 4));
    gen_open(g, "for (int %s = 0; %s < 2 + %s; %s++)", i, i, expr_below(g, 3), i);
    struct scope scope = scope_enter(g, 4);
    push_int(g, i, 3);
    if (owners)
        gen_line(g, "%s.emplace_back(%s);", v, new_object(g, f, c));
    else
        gen_line(g, rng_chance(&g->rng, 50) ? "%s.emplace_back(%s);" : "%s.push_back({%s});", v,
                 arguments(g, f));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    gen_open(g, "for (auto &%s : %s)", e, v);
    scope = scope_enter(g, 4);
    if (owners)
        push_object(g, gen_format(g, "(*%s)", e), index, -1, true);
    else
        push_object(g, e, index, c[0], true);
    scope_loop_body(g, 1);
    if (may_call(g, f))
        gen_line(g, "%s%sstep(%s);", e, owners ? "->" : ".", expr_value(g, f->type));
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_object(g, gen_format(g, owners ? "(*%s[%s])" : "%s[%s]", v, expr_below(g, 2)), index,
                owners ? -1 : c[0], true);
    return true;
}

bool stmt_object_call(struct gen *g)
{
    const char *to;
    const struct place *o = pick_object(g, -1, true);
    if (!o)
        return false;
    const struct family *f = &g->families[o->stype];
    if (!may_call(g, f))
        return false;
    if (rng_chance(&g->rng, 50) || !pick_target_of(g, f->type, &to))
        gen_line(g, "%s.step(%s);", o->text, expr_value(g, f->type));
    else
        gen_line(g, "%s = %s.value(%s);", to, o->text, arguments(g, f));
    return true;
}

bool stmt_object_cast(struct gen *g)
{
    const struct place *o = pick_object(g, -1, true);
    if (!o || o->klass >= 0)
        return false;
    int index = o->stype;
    const struct family *f = &g->families[index];
    int klass = rng_below(&g->rng, f->count);
    const char *q = gen_name(g, 'q');
    gen_open(g, "if (%s *%s = dynamic_cast<%s *>(&%s))", f->classes[klass].name, q,
             f->classes[klass].name, o->text);
    struct scope scope = scope_enter(g, 1);
    push_object(g, gen_format(g, "(*%s)", q), index, klass, true);
    stmt_list(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    return true;
}
