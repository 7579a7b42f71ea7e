/* The objective: parameters and body; see entry.h. */
#include "entry.h"

#include "expr.h"
#include "stmt.h"

static int leaves_of(const struct gen *g, const struct param *p)
{
    if (p->kind == PARAM_VALUE)
        return 1;
    if (p->kind == PARAM_ARRAY)
        return p->len;
    if (p->kind == PARAM_ROWS)
        return 2 * p->len;
    int leaves = 0;
    if (p->kind == PARAM_STRUCT)
        for (int i = 0; i < g->stypes[p->stype].count; i++)
            if (g->stypes[p->stype].members[i].kind != MEMBER_INT)
                leaves += g->stypes[p->stype].members[i].len;
    return leaves;
}

static enum param_kind pick_kind(struct gen *g, int nth)
{
    int what = rng_below(&g->rng, 100);
    if (nth == 0)
        return what < 50 ? PARAM_VALUE : PARAM_ARRAY;
    if (what < 30)
        return PARAM_VALUE;
    if (what < 60)
        return PARAM_ARRAY;
    if (what < 75)
        return g->stype_count && gen_use(g, FEATURE_struct) ? PARAM_STRUCT : PARAM_VALUE;
    if (what < 83)
        return gen_use(g, FEATURE_pointer2) ? PARAM_ROWS : PARAM_ARRAY;
    return what < 92 ? PARAM_INT : PARAM_CONST;
}

static enum param_form pick_form(struct gen *g, const struct param *p)
{
    if (!g->cxx || rng_chance(&g->rng, 40))
        return FORM_POINTER;
    if (p->kind == PARAM_STRUCT && gen_use(g, FEATURE_reference))
        return FORM_REFERENCE;
    if (p->kind != PARAM_ARRAY)
        return FORM_POINTER;
    switch (rng_below(&g->rng, 3)) {
    case 0: return gen_use(g, FEATURE_reference) ? FORM_REFERENCE : FORM_POINTER;
    case 1: return gen_use(g, FEATURE_stdarray) ? FORM_ARRAY : FORM_POINTER;
    default: return gen_use(g, FEATURE_vector) ? FORM_VECTOR : FORM_POINTER;
    }
}

static void add_param(struct gen *g, struct entry *e, int nth)
{
    struct param *p = &e->params[e->param_count++];
    *p = (struct param){.kind = pick_kind(g, nth),
                        .type = gen_fp(g),
                        .name = gen_name(g, 'x'),
                        .len = rng_between(&g->rng, 2, 5)};
    if (p->kind == PARAM_ROWS)
        p->len = rng_between(&g->rng, 2, 3);
    p->form = pick_form(g, p);
    if (g->stype_count)
        p->stype = rng_below(&g->rng, g->stype_count);
    for (int i = leaves_of(g, p); i > 0; i--) {
        double v = rng_between(&g->rng, 15, 120) / 100.0;
        e->values[e->leaf_count++] = rng_chance(&g->rng, 50) ? v : -v;
    }
}

void entry_make(struct gen *g, struct entry *e)
{
    *e = (struct entry){.type = gen_fp(g), .is_void = rng_chance(&g->rng, 25)};
    int count = rng_between(&g->rng, 1, 4);
    for (int i = 0; i < count; i++)
        add_param(g, e, i);
    e->params[e->param_count++] =
        (struct param){.kind = PARAM_INT, .name = "n", .len = rng_between(&g->rng, 1, 6)};
    if (e->is_void && e->params[0].kind == PARAM_VALUE)
        e->is_void = false;
    e->markers = gen_use(g, FEATURE_markers);
    e->width = gen_use(g, FEATURE_width);
    e->primal_return = !e->is_void && gen_use(g, FEATURE_primalret);
}

static const char *declared_array(struct gen *g, const struct param *p)
{
    const char *t = fp_name(p->type);
    switch (p->form) {
    case FORM_REFERENCE: return gen_format(g, "%s (&%s)[%d]", t, p->name, p->len);
    case FORM_ARRAY: return gen_format(g, "std::array<%s, %d> &%s", t, p->len, p->name);
    case FORM_VECTOR: return gen_format(g, "std::vector<%s> &%s", t, p->name);
    default: return gen_format(g, "%s *%s", t, p->name);
    }
}

static const char *declaration(struct gen *g, const struct param *p)
{
    const char *t = fp_name(p->type);
    switch (p->kind) {
    case PARAM_VALUE: return gen_format(g, "%s %s", t, p->name);
    case PARAM_ARRAY: return declared_array(g, p);
    case PARAM_STRUCT:
        return gen_format(g, "struct %s %s%s", g->stypes[p->stype].name,
                          p->form == FORM_REFERENCE ? "&" : "*", p->name);
    case PARAM_ROWS: return gen_format(g, "%s **%s", t, p->name);
    case PARAM_INT: return gen_format(g, "int %s", p->name);
    default: return gen_format(g, "const %s *%s", t, p->name);
    }
}

static void push_param(struct gen *g, const struct param *p, double value)
{
    bool fixed;
    switch (p->kind) {
    case PARAM_VALUE:
        fixed =
            g->input_count < MAX_INPUTS && gen_may(g, FEATURE_inputcmp) && rng_chance(&g->rng, 60);
        push_scalar(g, p->name, p->type, !fixed);
        if (fixed)
            g->inputs[g->input_count++] = (struct input){p->name, value};
        break;
    case PARAM_ARRAY:
        if (p->form == FORM_ARRAY || p->form == FORM_VECTOR)
            push_container(g, p->form == FORM_ARRAY ? CONTAINER_ARRAY : CONTAINER_VECTOR, p->name,
                           p->type, p->len, true);
        else
            push_array(g, p->name, p->type, p->len, true);
        break;
    case PARAM_STRUCT:
        push_struct(g, p->name, p->form == FORM_REFERENCE ? "." : "->", p->stype, true);
        break;
    case PARAM_ROWS:
        push_array(g, gen_format(g, "%s[0]", p->name), p->type, p->len, true)->object = 0;
        push_array(g, gen_format(g, "%s[1]", p->name), p->type, p->len, true)->object = 0;
        push_array(g, gen_format(g, "%s[%s]", p->name, expr_below(g, 2)), p->type, p->len, true)
            ->object = 0;
        break;
    case PARAM_INT: push_int(g, p->name, p->len); break;
    case PARAM_CONST: push_array(g, p->name, p->type, p->len, false); break;
    }
}

static const char *result(struct gen *g, const struct entry *e)
{
    const char *a = expr_value(g, e->type), *b = expr_value(g, e->type);
    const char *c = expr_leaf_value(g, e->type);
    return gen_format(g, "%s + %s + %s", a, b, c);
}

void entry_write(struct gen *g, struct entry *e)
{
    g->at = (struct context){.key = rng_mix(g->seed, 77),
                             .times = 1,
                             .in_entry = true,
                             .open = "",
                             .returns = e->is_void ? RETURN_VOID : RETURN_FP,
                             .return_type = e->type};
    int leaf = 0;
    struct text params = {0};
    for (int i = 0; i < e->param_count; i++) {
        text_add(&params, "%s%s", i ? ", " : "", declaration(g, &e->params[i]));
        push_param(g, &e->params[i], e->values[leaf]);
        leaf += leaves_of(g, &e->params[i]);
    }
    gen_open(g, "%s objective(%s)", e->is_void ? "void" : fp_name(e->type), params.data);
    text_free(&params);
    stmt_list(g, rng_between(&g->rng, 3, 7));
    if (!e->is_void)
        gen_line(g, "return %s;", result(g, e));
    gen_close(g, "%s", "");
}
