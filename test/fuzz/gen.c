/* Features, text and places of the program generator; see gen.h. */
#include "gen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool gen_may(const struct gen *g, enum feature f)
{
    return g->features >> f & 1;
}

bool gen_use(struct gen *g, enum feature f)
{
    if (!gen_may(g, f))
        return false;
    g->used |= (uint64_t)1 << f;
    return true;
}

/* The drop list is a comma-separated list of four-digit keys. */
static bool key_is_listed(const char *list, const char *key)
{
    for (const char *p = list; p && *p; p = strchr(p, ',') ? strchr(p, ',') + 1 : "")
        if (strncmp(p, key, 4) == 0)
            return true;
    return false;
}

bool gen_next_key(struct gen *g, uint64_t *key)
{
    *key = rng_mix(g->at.key, (uint64_t)g->at.ordinal++);
    char digits[5];
    snprintf(digits, sizeof digits, "%04x", (unsigned)(*key & 0xffff));
    if (key_is_listed(g->drop, digits))
        return false;
    if (g->show_keys)
        gen_line(g, "/* %s */", digits);
    return true;
}

const char *gen_format(struct gen *g, const char *f, ...)
{
    va_list args;
    va_start(args, f);
    const char *text = strings_vformat(&g->strings, f, args);
    va_end(args);
    return text;
}

static void line(struct gen *g, const char *f, va_list args, const char *end)
{
    text_add(g->out, "%*s", 2 * g->indent, "");
    text_vadd(g->out, f, args);
    text_add(g->out, "%s\n", end);
}

void gen_line(struct gen *g, const char *f, ...)
{
    va_list args;
    va_start(args, f);
    line(g, f, args, "");
    va_end(args);
}

void gen_open(struct gen *g, const char *f, ...)
{
    va_list args;
    va_start(args, f);
    line(g, f, args, *f ? " {" : "{");
    va_end(args);
    g->indent++;
}

void gen_close(struct gen *g, const char *f, ...)
{
    g->indent--;
    va_list args;
    va_start(args, f);
    text_add(g->out, "%*s}", 2 * g->indent, "");
    text_vadd(g->out, f, args);
    text_add(g->out, "\n");
    va_end(args);
}

const char *gen_name(struct gen *g, char letter)
{
    return gen_format(g, "%c%d_", letter, ++g->next_id);
}

const char *fp_name(enum fp type)
{
    static const char *const names[] = {"double", "float", "long double", "T_"};
    return names[type];
}

const char *fp_suffix(enum fp type)
{
    static const char *const suffixes[] = {"", "f", "l", ""};
    return suffixes[type];
}

const char *fp_constant_suffix(enum fp type)
{
    static const char *const suffixes[] = {"", "f", "L", ""};
    return suffixes[type];
}

enum fp gen_fp(struct gen *g)
{
    if (rng_chance(&g->rng, 40) && gen_use(g, FEATURE_float))
        return FP_FLOAT;
    return FP_DOUBLE;
}

static struct place *push(struct gen *g, struct place place)
{
    if (g->place_count == MAX_PLACES)
        g->place_count--;
    g->places[g->place_count] = place;
    return &g->places[g->place_count++];
}

struct place *push_scalar(struct gen *g, const char *text, enum fp type, bool writable)
{
    return push(
        g,
        (struct place){
            .kind = PLACE_SCALAR, .text = text, .type = type, .writable = writable, .bound = 2.0});
}

struct place *push_array(struct gen *g, const char *text, enum fp type, int len, bool writable)
{
    int id = ++g->next_id;
    return push(g, (struct place){.kind = PLACE_ARRAY,
                                  .text = text,
                                  .type = type,
                                  .writable = writable,
                                  .bound = 2.0,
                                  .len = len,
                                  .count = gen_format(g, "%d", len),
                                  .object = id,
                                  .id = id});
}

struct place *push_int(struct gen *g, const char *text, int max)
{
    return push(g, (struct place){.kind = PLACE_INT, .text = text, .len = max});
}

void push_struct(struct gen *g, const char *text, const char *access, int stype, bool writable)
{
    const struct stype *s = &g->stypes[stype];
    push(g,
         (struct place){.kind = PLACE_STRUCT,
                        .writable = writable,
                        .stype = stype,
                        .text = strcmp(access, "->") == 0 ? gen_format(g, "(*%s)", text) : text});
    for (int i = 0; i < s->count; i++) {
        const struct member *m = &s->members[i];
        const char *name = gen_format(g, "%s%s%s", text, access, m->name);
        if (m->kind == MEMBER_FP)
            push_scalar(g, name, m->type, writable);
        else if (m->kind == MEMBER_ARRAY)
            push_array(g, name, m->type, m->len, writable)->object = 0;
        else
            push_int(g, name, 7);
    }
}

struct place *push_container(struct gen *g, enum container container, const char *owner,
                             enum fp type, int len, bool writable)
{
    struct place *p = push_array(g, gen_format(g, "%s.data()", owner), type, len, writable);
    p->container = container;
    p->owner = owner;
    if (container == CONTAINER_VECTOR)
        p->count = gen_format(g, "(int)%s.size()", owner);
    return p;
}

/* `param` is what the type parameter of the class stands for. */
void push_members(struct gen *g, const struct klass *k, const char *prefix, enum fp param,
                  bool writable)
{
    for (int i = 0; i < k->count; i++) {
        const struct member *m = &k->members[i];
        const char *name = gen_format(g, "%s%s", prefix, m->name);
        if (m->kind == MEMBER_FP)
            push_scalar(g, name, m->type == FP_PARAM ? param : m->type, writable);
        else if (m->kind == MEMBER_ARRAY)
            push_array(g, name, m->type, m->len, writable)->object = 0;
        else if (m->kind == MEMBER_VECTOR)
            push_container(g, CONTAINER_VECTOR, name, m->type, m->len, writable);
        else
            push_int(g, name, 7);
    }
}

void push_object(struct gen *g, const char *text, int family, int klass, bool writable)
{
    const struct family *f = &g->families[family];
    push(g, (struct place){.kind = PLACE_OBJECT,
                           .text = text,
                           .writable = writable,
                           .stype = family,
                           .klass = klass});
    push_scalar(g, gen_format(g, "%s.%s", text, f->value), f->type, writable);
    if (klass >= 0)
        push_members(g, &f->classes[klass], gen_format(g, "%s.", text), f->type, writable);
}

void push_call(struct gen *g, const char *text, enum fp type, bool has_effects, unsigned throws)
{
    push(g, (struct place){.kind = PLACE_CALL,
                           .text = text,
                           .type = type,
                           .writable = has_effects,
                           .throws = throws});
}

/* Uniform choice among the places that `fits` accepts. */
struct wish {
    enum place_kind kind;
    bool writable;
    int type; /* enum fp, or -1 for any */
    int stype;
    enum container container;
};

static bool fits(const struct place *p, const struct wish *w)
{
    return p->kind == w->kind && (p->writable || !w->writable) &&
           (w->type < 0 || p->type == (enum fp)w->type) &&
           (w->kind != PLACE_STRUCT || p->stype == w->stype) &&
           (w->kind != PLACE_OBJECT || w->stype < 0 || p->stype == w->stype) &&
           (!w->container || p->container == w->container);
}

static struct place *pick(struct gen *g, struct wish wish)
{
    int found = 0;
    struct place *choice = NULL;
    for (int i = 0; i < g->place_count; i++)
        if (fits(&g->places[i], &wish) && rng_below(&g->rng, ++found) == 0)
            choice = &g->places[i];
    return choice;
}

struct place *pick_scalar(struct gen *g, bool writable)
{
    return pick(g, (struct wish){PLACE_SCALAR, writable, -1, 0, 0});
}

struct place *pick_array(struct gen *g, bool writable)
{
    return pick(g, (struct wish){PLACE_ARRAY, writable, -1, 0, 0});
}

struct place *pick_array_of(struct gen *g, enum fp type, bool writable)
{
    return pick(g, (struct wish){PLACE_ARRAY, writable, (int)type, 0, 0});
}

struct place *pick_scalar_of(struct gen *g, enum fp type, bool writable)
{
    return pick(g, (struct wish){PLACE_SCALAR, writable, (int)type, 0, 0});
}

struct place *pick_int(struct gen *g, bool writable)
{
    return pick(g, (struct wish){PLACE_INT, writable, -1, 0, 0});
}

struct place *pick_struct(struct gen *g, int stype, bool writable)
{
    return pick(g, (struct wish){PLACE_STRUCT, writable, -1, stype, 0});
}

struct place *pick_container(struct gen *g, enum container container, int type, bool writable)
{
    return pick(g, (struct wish){PLACE_ARRAY, writable, type, 0, container});
}

struct place *pick_object(struct gen *g, int family, bool writable)
{
    return pick(g, (struct wish){PLACE_OBJECT, writable, -1, family, 0});
}

/* A callable that may be called here. */
struct place *pick_call(struct gen *g, enum fp type, bool may_have_effects)
{
    int found = 0;
    struct place *choice = NULL;
    for (int i = 0; i < g->place_count; i++) {
        struct place *p = &g->places[i];
        if (p->kind == PLACE_CALL && p->type == type && !(p->throws & ~g->at.throws) &&
            (may_have_effects || !p->writable) && rng_below(&g->rng, ++found) == 0)
            choice = p;
    }
    return choice;
}
