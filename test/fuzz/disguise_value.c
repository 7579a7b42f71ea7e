/* Carriers of a double or a float; see disguise.h. */
#include "disguise.h"

static const char *word_type(int size)
{
    return size == 4 ? "uint32_t" : "uint64_t";
}

void carry_bits(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w'), *size = disguise_int(d, it->size);
    gen_line(g, "%s %s = 0;", word_type(it->size), w);
    gen_line(g, "memcpy(&%s, &%s, %s);", w, it->text, size);
    disguise_carry(d, item_word(w, it->size));
    gen_line(g, "memcpy(&%s, &%s, %s);", it->text, w, size);
}

void carry_pun(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *c = gen_name(g, 'c');
    const char *more = rng_chance(&g->rng, 50) ? "void *p; " : "";
    gen_line(g, "union { %s v; %s%s u; unsigned char b[8]; } %s;", fp_name(it->type), more,
             word_type(it->size), c);
    gen_line(g, "%s.v = %s;", c, it->text);
    if (rng_chance(&g->rng, 60))
        disguise_carry(d, item_word(gen_format(g, "%s.u", c), it->size));
    else
        disguise_carry(d, item_block(gen_format(g, "&%s", c), it->size));
    gen_line(g, "%s = %s.v;", it->text, c);
}

void carry_address(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *t = gen_name(g, 't'), *p = gen_name(g, 'p'), *type = fp_name(it->type);
    gen_line(g, "%s %s = %s;", type, t, it->text);
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "void *%s = &%s;", p, t);
        disguise_carry(d, item_pointer(p));
        gen_line(g, "%s = *(%s *)%s;", it->text, type, p);
    } else {
        gen_line(g, "%s = 0;", it->text);
        gen_line(g, "void *%s = &%s;", p, it->text);
        disguise_carry(d, item_pointer(p));
        gen_line(g, "*(%s *)%s = %s;", type, p, t);
    }
}

/* One of two functions, chosen when the program runs. */
void carry_handler(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *f = gen_name(g, 'h'), *type = fp_name(it->type);
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static void %s(void *data, int n)", f);
    gen_line(g, "%s t;", type);
    gen_line(g, "memcpy(&t, data, sizeof t);");
    disguise_carry(d, item_value("t", it->type));
    gen_line(g, "memcpy(data, &t, sizeof t);");
    gen_close(g, "%s", "");
    gen_open(g, "static void other_%s(void *data, int n)", f);
    gen_line(g, "*(%s *)data *= n;", type);
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    const char *p = gen_name(g, 'p');
    gen_line(g, "void (*%s)(void *, int) = n > 1 ? %s : other_%s;", p, f, f);
    gen_line(g, "%s(&%s, n);", p, it->text);
}

void carry_offset(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *b = gen_name(g, 'b');
    int at = rng_chance(&g->rng, 50) ? 4 * rng_between(&g->rng, 0, 2) : rng_between(&g->rng, 1, 9);
    int size = at + it->size + rng_between(&g->rng, 0, 3);
    const char *place = disguise_int(d, at);
    gen_line(g, "unsigned char %s[%d] = {0};", b, size);
    gen_line(g, "memcpy(%s + %s, &%s, sizeof(%s));", b, place, it->text, fp_name(it->type));
    disguise_carry(d, item_block(b, size));
    gen_line(g, "memcpy(&%s, %s + %s, sizeof(%s));", it->text, b, place, fp_name(it->type));
}

void carry_padded(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *f = gen_name(g, 'f'), *t = gen_name(g, 't');
    int size = it->size == 8 ? 24 : 12;
    struct writing w;
    disguise_function_begin(d, &w);
    gen_line(g, "struct %s { char c; %s v; int k; };", s, fp_name(it->type));
    gen_open(g, "static %sstruct %s %s(struct %s a, int n)",
             rng_chance(&g->rng, 60) ? "NOINLINE " : "", s, f, s);
    gen_line(g, "a.k += n;");
    disguise_carry(d, item_block("&a", size));
    gen_line(g, "return a;");
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    gen_line(g, "struct %s %s = {'c', %s, n};", s, t, it->text);
    gen_line(g, "%s = %s(%s, n);", t, f, t);
    gen_line(g, "%s = %s.k == 2 * n ? %s.v : 0;", it->text, t, t);
}

void carry_packed(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's');
    gen_line(g, "struct __attribute__((packed)) { char c; %s v; short k; } %s = {'c', %s, 2};",
             fp_name(it->type), s, it->text);
    disguise_carry(d, item_block(gen_format(g, "&%s", s), it->size + 3));
    gen_line(g, "%s = %s.v;", it->text, s);
}

void carry_wide(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *t = gen_name(g, 't');
    if (it->type == FP_FLOAT) {
        gen_line(g, "double %s = %s;", t, it->text);
        disguise_carry(d, item_value(t, FP_DOUBLE));
        gen_line(g, "%s = (float)%s;", it->text, t);
        return;
    }
    gen_line(g, "long double %s[2] = {0, %s};", t, it->text);
    disguise_carry(d, item_block(t, 32));
    gen_line(g, "%s = (double)%s[%s];", it->text, t, disguise_int(d, 1));
}

/* The negative value travels, or the absolute value beside its sign. */
void carry_sign(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w'), *t = gen_name(g, 't');
    const char *type = word_type(it->size), *bit = it->size == 4 ? "0x80000000u" : "(1ull << 63)";
    bool absolute = rng_chance(&g->rng, 50);
    gen_line(g, "%s %s, sign_%s;", type, w, w);
    gen_line(g, "memcpy(&%s, &%s, sizeof %s);", w, it->text, w);
    gen_line(g, "sign_%s = %s%s;", w, absolute ? gen_format(g, "%s & ", w) : "", bit);
    gen_line(g, "%s ^= sign_%s;", w, w);
    gen_line(g, "%s %s;", fp_name(it->type), t);
    gen_line(g, "memcpy(&%s, &%s, sizeof %s);", t, w, t);
    disguise_carry(d, item_value(t, it->type));
    gen_line(g, "%s = sign_%s ? -%s : %s;", it->text, w, t, t);
}

void carry_slot(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *f = gen_name(g, 'f'), *type = fp_name(it->type);
    int at = rng_between(&g->rng, 0, 2);
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static %svoid *%s(int i)", rng_chance(&g->rng, 50) ? "NOINLINE " : "", f);
    gen_line(g, "static %s slots[3];", type);
    gen_line(g, "return slots + i;");
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    gen_line(g, "*(%s *)%s(%s) = %s;", type, f, disguise_int(d, at), it->text);
    disguise_carry(d, item_block(gen_format(g, "%s(%d)", f, at), it->size));
    gen_line(g, "%s = *(%s *)%s(%s);", it->text, type, f, disguise_int(d, at));
}

void carry_heap(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *p = gen_name(g, 'p'), *type = fp_name(it->type);
    int count = rng_between(&g->rng, 1, 4), at = rng_below(&g->rng, count);
    gen_line(g, "%s *%s = (%s *)calloc(%s, sizeof *%s);", type, p, type, disguise_int(d, count), p);
    gen_line(g, "%s[%s] = %s;", p, disguise_int(d, at), it->text);
    disguise_carry(d, item_block(p, it->size * count));
    gen_line(g, "%s = %s[%s];", it->text, p, disguise_int(d, at));
    gen_line(g, "free(%s);", p);
}

void carry_lanes(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *v = gen_name(g, 'v'), *u = gen_name(g, 'u'), *type = word_type(it->size);
    int lanes = 16 / it->size, at = rng_below(&g->rng, lanes);
    gen_line(g, "typedef %s lanes_%s __attribute__((vector_size(16)));", fp_name(it->type), v);
    gen_line(g, "typedef %s words_%s __attribute__((vector_size(16)));", type, v);
    gen_line(g, "lanes_%s %s = {0};", v, v);
    gen_line(g, "%s[%s] = %s;", v, disguise_int(d, at), it->text);
    gen_line(g, "words_%s %s = (words_%s)%s;", v, u, v, v);
    if (rng_chance(&g->rng, 50)) {
        const char *w = gen_name(g, 'w');
        gen_line(g, "%s %s = %s[%d];", type, w, u, at);
        disguise_carry(d, item_word(w, it->size));
        gen_line(g, "%s[%d] = %s;", u, at, w);
    } else {
        disguise_carry(d, item_block(gen_format(g, "&%s", u), 16));
    }
    gen_line(g, "%s = (lanes_%s)%s;", v, v, u);
    gen_line(g, "%s = %s[%s];", it->text, v, disguise_int(d, at));
}

/* As a double, as C promotes it, or as a word. */
void carry_variadic(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *f = gen_name(g, 'f');
    bool word = it->size == 8 && rng_chance(&g->rng, 50);
    const char *type = word ? "uint64_t" : "double";
    int before = rng_between(&g->rng, 0, 2);
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static NOINLINE %s %s(int before, ...)", type, f);
    gen_line(g, "va_list list;");
    gen_line(g, "va_start(list, before);");
    gen_line(g, "while (before-- > 0) (void)va_arg(list, int);");
    gen_line(g, "%s r = va_arg(list, %s);", type, type);
    gen_line(g, "va_end(list);");
    gen_line(g, "return r;");
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    const char *t = gen_name(g, 't'), *ints = before == 0 ? "" : before == 1 ? "n, " : "n, 7, ";
    gen_line(g, "%s %s;", type, t);
    if (word)
        gen_line(g, "memcpy(&%s, &%s, 8);", t, it->text);
    else
        gen_line(g, "%s = %s;", t, it->text);
    gen_line(g, "%s = %s(%s, %s%s);", t, f, disguise_int(d, before), ints, t);
    if (word)
        gen_line(g, "memcpy(&%s, &%s, 8);", it->text, t);
    else
        gen_line(g, "%s = (%s)%s;", it->text, fp_name(it->type), t);
}
