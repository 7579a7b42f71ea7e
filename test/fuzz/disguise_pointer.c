/* Carriers of the address of active memory, in an lvalue of type void *; see disguise.h. */
#include "disguise.h"

void carry_number(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w');
    if (rng_chance(&g->rng, 60))
        gen_line(g, "uint64_t %s = (uint64_t)(uintptr_t)%s;", w, it->text);
    else
        gen_line(g, "uint64_t %s; memcpy(&%s, &%s, sizeof %s);", w, w, it->text, w);
    disguise_carry(d, item_word(w, 8));
    gen_line(g, "%s = (void *)(uintptr_t)%s;", it->text, w);
}

/* Floats lie at multiples of four. */
void carry_tagged(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w');
    gen_line(g, "uintptr_t %s = (uintptr_t)%s | (uintptr_t)(n > 1);", w, it->text);
    const char *a = gen_name(g, 'a');
    gen_line(g, "uintptr_t %s[2] = {3, %s};", a, w);
    disguise_carry(d, item_block(a, 16));
    gen_line(g, "%s = %s[%s];", w, a, disguise_int(d, 1));
    gen_line(g, "%s = (void *)(%s & ~(uintptr_t)1);", it->text, w);
}

void carry_union_cell(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *c = gen_name(g, 'c');
    bool on_heap = rng_chance(&g->rng, 40);
    int count = rng_between(&g->rng, 1, 3), at = rng_below(&g->rng, count);
    const char *type = gen_name(g, 'u');
    text_add(&g->shared, "union %s { double d; void *p; float f[2]; uint64_t u; };\n", type);
    if (on_heap)
        gen_line(g, "union %s *%s = (union %s *)calloc(%d, sizeof *%s);", type, c, type, count, c);
    else
        gen_line(g, "union %s %s[%d] = {{0}};", type, c, count);
    gen_line(g, "%s[%s].f[0] = (float)n, %s[%s].f[1] = 1;", c, disguise_int(d, at), c,
             disguise_int(d, at));
    gen_line(g, "%s[%s].p = %s;", c, disguise_int(d, at), it->text);
    disguise_carry(d, item_block(c, 8 * count));
    gen_line(g, "%s = %s[%s].p;", it->text, c, disguise_int(d, at));
    if (on_heap)
        gen_line(g, "free(%s);", c);
}

void carry_identity(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    if (rng_chance(&g->rng, 40)) {
        gen_line(g, "%s = same_pointer(%s);", it->text, it->text);
        disguise_carry(d, *it);
        return;
    }
    const char *f = gen_name(g, 'f');
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static %svoid *%s(void *p, int n)", rng_chance(&g->rng, 60) ? "NOINLINE " : "", f);
    disguise_carry(d, item_pointer("p"));
    gen_line(g, "return p;");
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    gen_line(g, "%s = %s(%s, n);", it->text, f, it->text);
}

void carry_table(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *a = gen_name(g, 'a'), *z = gen_name(g, 'z');
    int at = rng_below(&g->rng, 3);
    gen_line(g, "double %s = n;", z);
    gen_line(g, "void *%s[3] = {&%s, &%s, &%s};", a, z, z, z);
    gen_line(g, "%s[%s] = %s;", a, disguise_int(d, at), it->text);
    disguise_carry(d, item_block(a, 24));
    gen_line(g, "%s = %s[%s];", it->text, a, disguise_int(d, at));
}

void carry_global_cell(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *name = gen_name(g, 'g');
    bool as_number = rng_chance(&g->rng, 40);
    text_add(&g->shared, "static %s %s;\n", as_number ? "uintptr_t" : "void *", name);
    gen_line(g, "%s = %s%s;", name, as_number ? "(uintptr_t)" : "", it->text);
    disguise_carry(d, item_block(gen_format(g, "&%s", name), 8));
    gen_line(g, "%s = %s%s;", it->text, as_number ? "(void *)" : "", name);
    gen_line(g, "%s = 0;", name);
}

void carry_heap_cell(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *p = gen_name(g, 'p');
    int count = rng_between(&g->rng, 1, 3), at = rng_below(&g->rng, count);
    gen_line(g, "void **%s = (void **)calloc(%s, sizeof *%s);", p, disguise_int(d, count), p);
    gen_line(g, "%s[%s] = %s;", p, disguise_int(d, at), it->text);
    disguise_carry(d, item_block(p, 8 * count));
    gen_line(g, "%s = %s[%s];", it->text, p, disguise_int(d, at));
    gen_line(g, "free(%s);", p);
}
