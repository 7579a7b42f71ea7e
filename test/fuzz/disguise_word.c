/* Carriers of an unsigned integer of 4 or 8 bytes; see disguise.h. */
#include "disguise.h"

static const char *word_type(int size)
{
    return size == 4 ? "uint32_t" : "uint64_t";
}

void carry_halves(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *lo = gen_name(g, 'l'), *hi = gen_name(g, 'h'), *w = it->text;
    bool whole = it->size == 8;
    const char *type = whole ? "uint32_t" : "uint16_t", *mask = whole ? "0xffffffff" : "0xffff";
    int bits = 4 * it->size;
    if (rng_chance(&g->rng, 60)) {
        gen_line(g, "%s %s = (%s)%s, %s = (%s)(%s >> %d);", type, lo, type, w, hi, type, w, bits);
        if (whole) {
            disguise_carry(d, item_word(lo, 4));
            disguise_carry(d, item_word(hi, 4));
        }
        gen_line(g, "%s = ((%s)%s << %d) %s %s;", w, word_type(it->size), hi, bits,
                 rng_chance(&g->rng, 70) ? "|" : "+", lo);
        return;
    }
    const char *full = word_type(it->size);
    gen_line(g, "%s %s = %s & %s, %s = %s & ~(%s)%s;", full, lo, w, mask, hi, w, full, mask);
    disguise_carry(d, item_word(lo, it->size));
    gen_line(g, "%s = %s | %s;", w, lo, hi);
}

/* From the lowest byte or from the highest. */
void carry_byte_shifts(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *b = gen_name(g, 'b'), *i = gen_name(g, 'i'), *w = it->text;
    const char *type = word_type(it->size);
    const char *shift = rng_chance(&g->rng, 60)
                            ? gen_format(g, "8 * %s", i)
                            : gen_format(g, "(%d - 8 * %s)", 8 * it->size - 8, i);
    gen_line(g, "unsigned char %s[%d];", b, it->size);
    gen_line(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, it->size), i);
    gen_line(g, "  %s[%s] = (unsigned char)(%s >> %s);", b, i, w, shift);
    disguise_carry(d, item_block(b, it->size));
    gen_line(g, "%s = 0;", w);
    gen_line(g, "for (int %s = %d; %s >= 0; %s--)", i, it->size - 1, i, i);
    gen_line(g, "  %s |= (%s)%s[%s] << %s;", w, type, b, i, shift);
}

void carry_byte_pointer(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *b = gen_name(g, 'b'), *i = gen_name(g, 'i'), *p = gen_name(g, 'p');
    int last = it->size - 1;
    bool turned = rng_chance(&g->rng, 50);
    const char *j = turned ? gen_format(g, "%d - %s", last, i) : i;
    gen_line(g, "unsigned char %s[%d], *%s = (unsigned char *)&%s;", b, it->size, p, it->text);
    gen_line(g, "for (int %s = 0; %s < %s; %s++) %s[%s] = %s[%s];", i, i, disguise_int(d, it->size),
             i, b, j, p, i);
    disguise_carry(d, item_block(b, it->size));
    gen_line(g, "for (int %s = %d; %s >= 0; %s--) %s[%s] = %s[%s];", i, last, i, i, p, i, b, j);
}

void carry_swapped(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    int bits = 8 * it->size;
    gen_line(g, "%s = __builtin_bswap%d(%s);", it->text, bits, it->text);
    disguise_carry(d, *it);
    gen_line(g, "%s = __builtin_bswap%d(%s);", it->text, bits, it->text);
}

void carry_rotated(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = it->text;
    int bits = 8 * it->size, by = 8 * rng_between(&g->rng, 1, it->size - 1);
    gen_line(g, "%s = %s << %d | %s >> %d;", w, w, by, w, bits - by);
    disguise_carry(d, *it);
    gen_line(g, "%s = %s >> %d | %s << %d;", w, w, by, w, bits - by);
}

void carry_call(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    if (rng_chance(&g->rng, 30)) {
        gen_line(g, "%s = same_%s(%s);", it->text, it->size == 8 ? "word" : "half", it->text);
        disguise_carry(d, *it);
        return;
    }
    const char *f = gen_name(g, 'f'), *type = word_type(it->size);
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static %s%s %s(%s w, int n)", rng_chance(&g->rng, 60) ? "NOINLINE " : "", type, f,
             type);
    disguise_carry(d, item_word("w", it->size));
    gen_line(g, "return w;");
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    gen_line(g, "%s = %s(%s, n);", it->text, f, it->text);
}

/* Mostly short; one of ten is long. */
static int chain_length(struct gen *g)
{
    return rng_chance(&g->rng, 10) ? rng_between(&g->rng, 20, 200) : rng_between(&g->rng, 1, 6);
}

void carry_globals(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *name = gen_name(g, 'g'), *type = word_type(it->size);
    int length = chain_length(g);
    bool by_copy = rng_chance(&g->rng, 50), guarded = rng_chance(&g->rng, 50);
    for (int i = 0; i < length; i++)
        text_add(&g->shared, "static %s %s%d;\n", type, name, i);
    gen_line(g, "%s0 = %s;", name, it->text);
    for (int i = 1; i < length; i++) {
        const char *guard = guarded && i % 3 == 1 ? "if (n > 1) " : "";
        if (by_copy)
            gen_line(g, "%smemcpy(&%s%d, &%s%d, %d);", guard, name, i, name, i - 1, it->size);
        else
            gen_line(g, "%s%s%d = %s%d;", guard, name, i, name, i - 1);
    }
    disguise_carry(d, item_word(gen_format(g, "%s%d", name, length - 1), it->size));
    gen_line(g, "%s = %s%d;", it->text, name, length - 1);
}

/* The list is made while the word goes along it, or before. */
void carry_nodes(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *p = gen_name(g, 'p'), *i = gen_name(g, 'i');
    const char *type = word_type(it->size);
    bool next_first = rng_chance(&g->rng, 50), assign = rng_chance(&g->rng, 50);
    text_add(&g->shared,
             next_first ? "struct %s { struct %s *next; %s w; };\n"
                        : "struct %s { %s w; struct %s *next; };\n",
             s, next_first ? s : type, next_first ? type : s);
    gen_line(g, "struct %s *%s = (struct %s *)calloc(1, sizeof *%s);", s, p, s, p);
    gen_line(g, "%s->w = %s;", p, it->text);
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, chain_length(g)), i);
    gen_line(g, "struct %s *q = (struct %s *)malloc(sizeof *q);", s, s);
    gen_line(g, assign ? "*q = *%s;" : "memcpy(q, %s, sizeof *q);", p);
    gen_line(g, "q->next = %s;", p);
    gen_line(g, "%s = q;", p);
    gen_close(g, "%s", "");
    disguise_carry(d, item_word(gen_format(g, "%s->w", p), it->size));
    gen_line(g, "%s = %s->w;", it->text, p);
    gen_line(g, "while (%s) { struct %s *q = %s->next; free(%s); %s = q; }", p, s, p, p, p);
}

void carry_members(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *u = gen_name(g, 'u'), *c = gen_name(g, 'c'), *e = gen_name(g, 'c');
    text_add(&g->shared,
             "union %s { uint64_t u; double d; void *p; uint32_t h[2]; float f[2]; };\n", u);
    const char *member = it->size == 8 ? "u" : rng_chance(&g->rng, 50) ? "h[0]" : "h[1]";
    gen_line(g, "union %s %s, %s;", u, c, e);
    gen_line(g, "%s.p = &%s;", c, e);
    gen_line(g, "%s.%s = %s;", c, member, it->text);
    disguise_carry(d, item_block(gen_format(g, "&%s", c), 8));
    gen_line(g, "%s = %s;", e, c);
    disguise_carry(d, item_word(gen_format(g, "%s.%s", e, member), it->size));
    gen_line(g, "%s = %s.%s;", it->text, e, member);
}

void carry_bit_fields(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *u = gen_name(g, 'u'), *c = gen_name(g, 'c'), *e = gen_name(g, 'c');
    const char *type = word_type(it->size);
    int half = 4 * it->size;
    text_add(&g->shared, "union %s { %s u; struct { %s a : %d, b : %d, c : %d; } f; };\n", u, type,
             type, half / 2, half / 2, half);
    gen_line(g, "union %s %s, %s;", u, c, e);
    gen_line(g, "%s.u = %s, %s.u = 0;", c, it->text, e);
    gen_line(g, "%s.f.c = %s.f.c, %s.f.a = %s.f.a, %s.f.b = %s.f.b;", e, c, e, c, e, c);
    gen_line(g, "%s = %s.u;", it->text, e);
}

void carry_element(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *a = gen_name(g, 'a'), *i = gen_name(g, 'i');
    int count = rng_between(&g->rng, 2, 5), at = rng_below(&g->rng, count);
    bool on_heap = rng_chance(&g->rng, 40);
    const char *type = word_type(it->size);
    if (on_heap)
        gen_line(g, "%s *%s = (%s *)malloc(%d * sizeof *%s);", type, a, type, count, a);
    else
        gen_line(g, "%s %s[%d];", type, a, count);
    gen_line(g, "for (int %s = 0; %s < %d; %s++) %s[%s] = %s == %s ? %s : (%s)(7 * %s);", i, i,
             count, i, a, i, i, disguise_int(d, at), it->text, type, i);
    disguise_carry(d, item_block(a, it->size * count));
    gen_line(g, "%s = %s[%s];", it->text, a, disguise_int(d, at));
    if (on_heap)
        gen_line(g, "free(%s);", a);
}

void carry_choice(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *t = gen_name(g, 't'), *i = gen_name(g, 'i'), *type = word_type(it->size);
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "%s %s = n > 1 ? %s : (%s)n;", type, t, it->text, type);
    } else {
        gen_line(g, "%s %s = 0;", type, t);
        gen_line(g, "for (int %s = 0; %s < n; %s++) %s = %s == 1 ? %s : %s;", i, i, i, t, i,
                 it->text, t);
    }
    disguise_carry(d, item_word(t, it->size));
    gen_line(g, "%s = %s;", it->text, t);
}

void carry_exchange(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *t = gen_name(g, 't'), *name = gen_name(g, 'g');
    text_add(&g->shared, "static %s %s;\n", word_type(it->size), name);
    gen_line(g, "__atomic_store_n(&%s, %s, __ATOMIC_RELAXED);", name, it->text);
    gen_line(g, "%s %s = __atomic_exchange_n(&%s, 0, __ATOMIC_RELAXED);", word_type(it->size), t,
             name);
    disguise_carry(d, item_word(t, it->size));
    gen_line(g, "%s = %s;", it->text, t);
}

void carry_wide_word(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *q = gen_name(g, 'q');
    int shift = rng_chance(&g->rng, 60) ? 64 : 0;
    gen_line(g, "unsigned __int128 %s = (unsigned __int128)%s << %d;", q, it->text, shift);
    disguise_carry(d, item_block(gen_format(g, "&%s", q), 16));
    gen_line(g, "%s = (%s)(%s >> %d);", it->text, word_type(it->size), q, shift);
}

void carry_signed_word(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *t = gen_name(g, 't'), *a = gen_name(g, 'a');
    const char *type = it->size == 8 ? "int64_t" : "int32_t";
    gen_line(g, "%s %s = (%s)%s, %s[2];", type, t, type, it->text, a);
    gen_line(g, "%s[%s] = %s;", a, disguise_int(d, 1), t);
    gen_line(g, "%s[0] = n;", a);
    disguise_carry(d, item_block(a, 2 * it->size));
    gen_line(g, "%s = (%s)%s[1];", it->text, word_type(it->size), a);
}
