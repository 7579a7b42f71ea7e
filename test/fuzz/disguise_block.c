/* Carriers of bytes in memory; see disguise.h. Each leaves them where they are, after they have
 * been somewhere else. */
#include "disguise.h"

static const char *copy_function(struct gen *g)
{
    static const char *const names[] = {"memcpy",    "memmove",    "memcpy",     "copy_up",
                                        "copy_down", "copy_words", "copy_halves"};
    return names[rng_below(&g->rng, 7)];
}

/* Memory of `size` bytes under a name; what is written ends with free for a heap block. */
struct room {
    const char *name;
    bool on_heap;
};

static struct room room(struct disguise *d, int size)
{
    struct gen *g = d->g;
    struct room r = {gen_name(g, 'r'), false};
    int odd;
    switch (rng_below(&g->rng, 6)) {
    case 0:
        r.on_heap = true;
        gen_line(g, "void *%s = malloc(%s);", r.name, disguise_int(d, size));
        break;
    case 1: gen_line(g, "uint64_t %s[%d];", r.name, (size + 7) / 8); break;
    case 2: gen_line(g, "double %s[%d];", r.name, (size + 7) / 8); break;
    case 3:
        text_add(&g->shared, "static unsigned char %s[%d] __attribute__((aligned(16)));\n", r.name,
                 size);
        break;
    case 4:
        odd = rng_between(&g->rng, 1, 7);
        gen_line(g, "unsigned char in_%s[%d], *%s = in_%s + %s;", r.name, size + odd, r.name,
                 r.name, disguise_int(d, odd));
        break;
    default: gen_line(g, "unsigned char %s[%d];", r.name, size); break;
    }
    return r;
}

static void room_end(struct gen *g, struct room r)
{
    if (r.on_heap)
        gen_line(g, "free(%s);", r.name);
}

void carry_away(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    struct room r = room(d, it->size);
    const char *size = disguise_int(d, it->size);
    gen_line(g, "%s(%s, %s, %s);", copy_function(g), r.name, it->text, size);
    if (rng_chance(&g->rng, 30))
        gen_line(g, "memset(%s, 0, %d);", it->text, it->size);
    disguise_carry(d, item_block(r.name, it->size));
    gen_line(g, "%s(%s, %s, %s);", copy_function(g), it->text, r.name, size);
    room_end(g, r);
}

/* There and back by a distance of 4, 8, 12 or 16 bytes, seldom an odd one. */
void carry_overlap(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    int by = rng_chance(&g->rng, 85) ? 4 * rng_between(&g->rng, 1, 4) : rng_between(&g->rng, 1, 9);
    struct room r = room(d, it->size + by);
    const char *b = gen_name(g, 'b'), *size = disguise_int(d, it->size);
    gen_line(g, "char *%s = (char *)%s;", b, r.name);
    gen_line(g, "memcpy(%s, %s, %s);", b, it->text, size);
    gen_line(g, "memmove(%s + %s, %s, %s);", b, disguise_int(d, by), b, size);
    disguise_carry(d, item_block(gen_format(g, "(%s + %d)", b, by), it->size));
    gen_line(g, "memmove(%s, %s + %s, %s);", b, b, disguise_int(d, by), size);
    gen_line(g, "memcpy(%s, %s, %s);", it->text, b, size);
    room_end(g, r);
}

static void byte_loop(struct disguise *d, const char *to, const char *from, int size)
{
    struct gen *g = d->g;
    const char *i = gen_name(g, 'i');
    if (rng_chance(&g->rng, 60))
        gen_line(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, size), i);
    else
        gen_line(g, "for (int %s = %s; %s >= 0; %s--)", i, disguise_int(d, size - 1), i, i);
    gen_line(g, "  ((%schar *)%s)[%s] = ((%schar *)%s)[%s];", "unsigned ", to, i, "unsigned ", from,
             i);
}

void carry_bytes(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    struct room r = room(d, it->size);
    byte_loop(d, r.name, it->text, it->size);
    disguise_carry(d, item_block(r.name, it->size));
    byte_loop(d, it->text, r.name, it->size);
    room_end(g, r);
}

/* Whole words, and a rest of bytes. */
void carry_words(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    int size = it->size % 8 == 0 && rng_chance(&g->rng, 70) ? 8 : 4;
    int count = it->size / size, rest = it->size % size;
    struct room r = room(d, it->size);
    const char *w = gen_name(g, 'w'), *i = gen_name(g, 'i');
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, count), i);
    gen_line(g, "%s %s;", size == 8 ? "uint64_t" : "uint32_t", w);
    gen_line(g, "memcpy(&%s, (char *)%s + %d * %s, %d);", w, it->text, size, i, size);
    disguise_carry(d, item_word(w, size));
    gen_line(g, "memcpy((char *)%s + %d * %s, &%s, %d);", r.name, size, i, w, size);
    gen_close(g, "%s", "");
    gen_line(g, "memcpy(%s, %s, %d);", it->text, r.name, it->size - rest);
    room_end(g, r);
}

static int item_size(struct gen *g, int size)
{
    int item = rng_chance(&g->rng, 60) ? 8 : 4;
    return size % item ? size % 4 ? 1 : 4 : item;
}

void carry_turned(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    int size = item_size(g, it->size), count = it->size / size;
    gen_line(g, "reverse_items(%s, %s, %d);", it->text, disguise_int(d, count), size);
    disguise_carry(d, *it);
    gen_line(g, "reverse_items(%s, %d, %s);", it->text, count, disguise_int(d, size));
}

void carry_swap(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    struct room r = room(d, it->size);
    const char *f = rng_chance(&g->rng, 60) ? "swap_bytes" : "swap_blocks";
    gen_line(g, "memset(%s, 0, %d);", r.name, it->size);
    gen_line(g, "%s(%s, %s, %s);", f, it->text, r.name, disguise_int(d, it->size));
    disguise_carry(d, item_block(r.name, it->size));
    gen_line(g, "%s(%s, %s, %s);", f, r.name, it->text, disguise_int(d, it->size));
    room_end(g, r);
}

void carry_blob(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *t = gen_name(g, 't'), *e = gen_name(g, 't');
    text_add(&g->shared, "struct __attribute__((may_alias)) %s { unsigned char b[%d]; };\n", s,
             it->size);
    gen_line(g, "struct %s %s = *(struct %s *)%s, %s;", s, t, s, it->text, e);
    disguise_carry(d, item_block(gen_format(g, "&%s", t), it->size));
    gen_line(g, "%s = %s;", e, t);
    gen_line(g, "*(struct %s *)%s = %s;", s, it->text, e);
}

void carry_list(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *p = gen_name(g, 'p'), *i = gen_name(g, 'i');
    bool assign = rng_chance(&g->rng, 50);
    int length =
        rng_chance(&g->rng, 10) ? rng_between(&g->rng, 20, 200) : rng_between(&g->rng, 1, 5);
    text_add(&g->shared, "struct %s { int k; struct %s *next; unsigned char b[%d]; };\n", s, s,
             it->size);
    gen_line(g, "struct %s *%s = (struct %s *)calloc(1, sizeof *%s);", s, p, s, p);
    gen_line(g, "memcpy(%s->b, %s, %s);", p, it->text, disguise_int(d, it->size));
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, length), i);
    gen_line(g, "struct %s *q = (struct %s *)malloc(sizeof *q);", s, s);
    gen_line(g, assign ? "*q = *%s;" : "memcpy(q->b, %s->b, sizeof q->b);", p);
    gen_line(g, "q->next = %s;", p);
    gen_line(g, "%s = q;", p);
    gen_close(g, "%s", "");
    disguise_carry(d, item_block(gen_format(g, "%s->b", p), it->size));
    gen_line(g, "memcpy(%s, %s->b, %s);", it->text, p, disguise_int(d, it->size));
    gen_line(g, "while (%s) { struct %s *q = %s->next; free(%s); %s = q; }", p, s, p, p, p);
}

void carry_grown(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *p = gen_name(g, 'p');
    gen_line(g, "char *%s = (char *)malloc(%d);", p, it->size);
    gen_line(g, "memcpy(%s, %s, %s);", p, it->text, disguise_int(d, it->size));
    gen_line(g, "%s = (char *)realloc(%s, %s);", p, p, disguise_int(d, 2 * it->size));
    gen_line(g, "memcpy(%s + %d, %s, %s);", p, it->size, p, disguise_int(d, it->size));
    disguise_carry(d, item_block(gen_format(g, "(%s + %d)", p, it->size), it->size));
    gen_line(g, "memcpy(%s, %s + %d, %d);", it->text, p, it->size, it->size);
    gen_line(g, "free(%s);", p);
}

/* Cut between values or, seldom, in the middle of one. */
void carry_pieces(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    int cut = rng_between(&g->rng, 1, it->size > 1 ? it->size - 1 : 1);
    if (it->size > 4 && rng_chance(&g->rng, 80))
        cut = 4 * rng_between(&g->rng, 1, (it->size - 1) / 4);
    struct room r = room(d, it->size);
    const char *at = disguise_int(d, cut);
    gen_line(g, "memcpy(%s, %s, %s);", r.name, it->text, at);
    gen_line(g, "memcpy((char *)%s + %s, (char *)%s + %s, %d);", r.name, at, it->text, at,
             it->size - cut);
    disguise_carry(d, item_block(r.name, it->size));
    gen_line(g, "%s(%s, %s, %s);", copy_function(g), it->text, r.name, disguise_int(d, it->size));
    room_end(g, r);
}
