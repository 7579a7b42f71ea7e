/* Structs of generated programs: definitions, copies, arrays of structs. */
#include "stmt.h"
#include "struct.h"

#include "expr.h"

void struct_make_types(struct gen *g)
{
    int count = gen_may(g, FEATURE_struct) || gen_may(g, FEATURE_structval)
                    ? rng_between(&g->rng, 1, MAX_STYPES)
                    : 0;
    static const char *const names[] = {"x", "y", "z", "w"};
    for (int i = 0; i < count; i++) {
        struct stype *s = &g->stypes[g->stype_count++];
        s->name = gen_format(g, "s%d", i);
        s->count = rng_between(&g->rng, 1, MAX_MEMBERS);
        text_add(&g->shared, "struct %s {", s->name);
        for (int j = 0; j < s->count; j++) {
            struct member *m = &s->members[j];
            int what = rng_below(&g->rng, 10);
            *m = (struct member){.name = names[j], .type = gen_fp(g)};
            m->kind = j == 0 || what < 5 ? MEMBER_FP : what < 8 ? MEMBER_ARRAY : MEMBER_INT;
            m->len = m->kind == MEMBER_ARRAY ? rng_between(&g->rng, 2, 4) : 1;
            if (m->kind == MEMBER_INT)
                text_add(&g->shared, " int %s;", m->name);
            else if (m->kind == MEMBER_FP)
                text_add(&g->shared, " %s %s;", fp_name(m->type), m->name);
            else
                text_add(&g->shared, " %s %s[%d];", fp_name(m->type), m->name, m->len);
        }
        text_add(&g->shared, " };\n");
    }
}

/* "{e, {e, e}, 3}" */
static const char *initialiser(struct gen *g, const struct stype *s)
{
    struct text t = {0};
    for (int i = 0; i < s->count; i++) {
        const struct member *m = &s->members[i];
        text_add(&t, "%s%s", i ? ", " : "", m->kind == MEMBER_ARRAY ? "{" : "");
        for (int j = 0; j < m->len; j++)
            text_add(&t, "%s%s", j ? ", " : "",
                     m->kind == MEMBER_INT ? expr_below(g, 8) : expr_leaf_value(g, m->type));
        text_add(&t, "%s", m->kind == MEMBER_ARRAY ? "}" : "");
    }
    const char *text = gen_format(g, "{%s}", t.data);
    text_free(&t);
    return text;
}

void struct_declare(struct gen *g, int type)
{
    const struct stype *s = &g->stypes[type];
    const struct place *old = pick_struct(g, type, false);
    const char *name = gen_name(g, 's');
    if (old && rng_chance(&g->rng, 40))
        gen_line(g, "struct %s %s = %s;", s->name, name, old->text);
    else
        gen_line(g, "struct %s %s = %s;", s->name, name, initialiser(g, s));
    if (rng_chance(&g->rng, 25)) {
        const char *p = gen_name(g, 's');
        gen_line(g, "struct %s *%s = &%s;", s->name, p, name);
        push_struct(g, p, "->", type, true);
    } else {
        push_struct(g, name, ".", type, true);
    }
}

bool stmt_struct(struct gen *g)
{
    if (!g->stype_count)
        return false;
    struct_declare(g, rng_below(&g->rng, g->stype_count));
    return true;
}

bool stmt_struct_copy(struct gen *g)
{
    if (!g->stype_count)
        return false;
    int type = rng_below(&g->rng, g->stype_count);
    const struct place *to = pick_struct(g, type, true);
    const struct place *from = pick_struct(g, type, false);
    if (!to)
        return false;
    if (rng_chance(&g->rng, 40))
        gen_line(g, "%s = (struct %s)%s;", to->text, g->stypes[type].name,
                 initialiser(g, &g->stypes[type]));
    else if (to == from)
        return false;
    else if (rng_chance(&g->rng, 30) && gen_use(g, FEATURE_memcpy))
        gen_line(g, "memmove(&%s, &%s, sizeof %s);", to->text, from->text, to->text);
    else
        gen_line(g, "%s = %s;", to->text, from->text);
    return true;
}

bool stmt_struct_array(struct gen *g)
{
    if (!g->stype_count || !scope_has_time(g, 3))
        return false;
    int type = rng_below(&g->rng, g->stype_count);
    const struct stype *s = &g->stypes[type];
    const char *name = gen_name(g, 's'), *i = gen_name(g, 'i');
    gen_line(g, "struct %s %s[3];", s->name, name);
    gen_open(g, "for (int %s = 0; %s < 3; %s++)", i, i, i);
    struct scope scope = scope_enter(g, 3);
    push_int(g, i, 2);
    gen_line(g, "%s[%s] = (struct %s)%s;", name, i, s->name, initialiser(g, s));
    push_struct(g, gen_format(g, "%s[%s]", name, i), ".", type, true);
    g->at.can_break = false; /* every element must be written */
    g->at.can_continue = true;
    scope_body(g, 1);
    scope_leave(g, scope);
    gen_close(g, "%s", "");
    push_struct(g, gen_format(g, "%s[%s]", name, expr_below(g, 3)), ".", type, true);
    return true;
}
