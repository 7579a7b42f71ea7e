/* Carriers of several values at once; see disguise.h. */
#include "disguise.h"

#include <string.h>

/* The union of cells: every program chooses some members beside those that are always there. */
static const char *cell_type(struct gen *g)
{
    static const char *const more[] = {
        "uint64_t u; ",
        "int i[2]; ",
        "struct { float a; int k; } m; ",
        "unsigned char b[8]; ",
        "double two[2]; ",
        "struct { char c; float x; } s; ",
        "float four[4]; ",
        "struct { int k; void *q; } r; ",
    };
    const char *name = gen_name(g, 'u'), *members = "";
    for (int i = 0; i < 8; i++)
        if (rng_chance(&g->rng, 20))
            members = gen_format(g, "%s%s", members, more[i]);
    text_add(&g->shared, "union %s { double d; struct { float a, b; } f; void *p; %s};\n", name,
             members);
    return name;
}

static const char *member(const struct item *value, bool second)
{
    return value->type == FP_DOUBLE ? "d" : second ? "f.b" : "f.a";
}

/* The cells of a group: two floats may share one, as a and b. */
struct cells {
    int of[MAX_PARTS];
    bool second[MAX_PARTS];
    int count;
};

static struct cells share_cells(struct gen *g, const struct item *it)
{
    struct cells c = {0};
    int open = -1;
    for (int i = 0; i < it->count; i++) {
        bool is_float = it->parts[i].type == FP_FLOAT;
        if (is_float && open >= 0) {
            c.of[i] = open, c.second[i] = true, open = -1;
            continue;
        }
        c.of[i] = c.count++;
        if (is_float && rng_chance(&g->rng, 70))
            open = c.of[i];
    }
    return c;
}

/* Something that leaves the cells a[0..count-1] in place. */
static void move_cells(struct disguise *d, const char *type, const char *a, int count)
{
    struct gen *g = d->g;
    const char *i = gen_name(g, 'i'), *t = gen_name(g, 't');
    switch (rng_below(&g->rng, 5)) {
    case 0:
        gen_line(g, "memmove(%s + 1, %s, %s * sizeof *%s);", a, a, disguise_int(d, count), a);
        gen_line(g, "memmove(%s, %s + 1, %s * sizeof *%s);", a, a, disguise_int(d, count), a);
        break;
    case 1:
        gen_open(g, "for (int %s = 0; %s < %d; %s++)", i, i, count / 2, i);
        gen_line(g, "union %s %s = %s[%s];", type, t, a, i);
        gen_line(g, "%s[%s] = %s[%d - %s], %s[%d - %s] = %s;", a, i, a, count - 1, i, a, count - 1,
                 i, t);
        gen_close(g, "%s", "");
        gen_line(g, "reverse_items(%s, %s, sizeof *%s);", a, disguise_int(d, count), a);
        break;
    case 2:
        gen_line(g, "union %s %s[%d];", type, t, count);
        gen_line(g, "for (int %s = 0; %s < %s; %s++) %s[%s] = %s[%s];", i, i,
                 disguise_int(d, count), i, t, i, a, i);
        gen_line(g, "memcpy(%s, %s, sizeof %s);", a, t, t);
        break;
    default: disguise_carry(d, item_block(a, 8 * count)); break;
    }
}

void carry_cells(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *type = cell_type(g), *a = gen_name(g, 'c'), *i = gen_name(g, 'i');
    struct cells cells = share_cells(g, it);
    int count = cells.count, extra = rng_between(&g->rng, 0, 1);
    bool on_heap = rng_chance(&g->rng, 40);
    if (on_heap)
        gen_line(g, "union %s *%s = (union %s *)malloc(%d * sizeof *%s);", type, a, type,
                 count + extra + 1, a);
    else
        gen_line(g, "union %s %s[%d];", type, a, count + extra + 1);
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, count + extra), i);
    gen_line(g, "%s[%s].p = %s ? (void *)&%s[%s - 1] : (void *)&%s[0];", a, i, i, a, i, a);
    gen_close(g, "%s", "");
    if (rng_chance(&g->rng, 50))
        gen_line(g, "union %s *%s_last = (union %s *)%s[%s].p; %s_last->d = n;", type, a, type, a,
                 disguise_int(d, count + extra - 1), a);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s[%s].%s = %s;", a, disguise_int(d, cells.of[k]),
                 member(&it->parts[k], cells.second[k]), it->parts[k].text);
    for (int k = rng_between(&g->rng, 1, 2); k > 0; k--)
        move_cells(d, type, a, count);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s = %s[%s].%s;", it->parts[k].text, a, disguise_int(d, cells.of[k]),
                 member(&it->parts[k], cells.second[k]));
    if (on_heap)
        gen_line(g, "free(%s);", a);
}

/* Items are filled in one order, sorted into another, and read by tag. */
static void read_variants(struct disguise *d, const struct item *it, const struct cells *cells,
                          const char *a)
{
    struct gen *g = d->g;
    const char *i = gen_name(g, 'i');
    gen_line(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, cells->count + 1), i);
    gen_open(g, "  switch (%s[%s].tag)", a, i);
    for (int c = 0; c < cells->count; c++) {
        gen_line(g, "case %d:", c);
        for (int k = 0; k < it->count; k++)
            if (cells->of[k] == c)
                gen_line(g, "  %s = %s[%s].u.%s;", it->parts[k].text, a, i,
                         member(&it->parts[k], cells->second[k]));
        gen_line(g, "  break;");
    }
    gen_close(g, "%s", "");
}

void carry_variants(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *type = cell_type(g), *s = gen_name(g, 's'), *a = gen_name(g, 'v');
    struct cells cells = share_cells(g, it);
    int count = cells.count + 1, turn = rng_below(&g->rng, count);
    bool key_between = rng_chance(&g->rng, 30);
    text_add(&g->shared,
             key_between ? "struct %s { int key, tag; union %s u; };\n"
                         : "struct %s { int key; union %s u; int tag; };\n",
             s, type);
    gen_line(g, "struct %s %s[%d];", s, a, count);
    for (int c = 0; c < count; c++) {
        int at = (c + turn) % count;
        gen_line(g, "%s[%d].tag = %d, %s[%d].key = %s;", a, at, c, a, at, disguise_int(d, 10 - c));
        if (c == cells.count)
            gen_line(g, "%s[%d].u.p = &%s[0];", a, at, a);
        for (int k = 0; k < it->count; k++)
            if (c < cells.count && cells.of[k] == c)
                gen_line(g, "%s[%d].u.%s = %s;", a, at, member(&it->parts[k], cells.second[k]),
                         it->parts[k].text);
    }
    gen_line(g, "sort_items(%s, %s, sizeof *%s);", a, disguise_int(d, count), a);
    if (rng_chance(&g->rng, 40)) {
        const char *b = gen_name(g, 'v');
        gen_line(g, "struct %s *%s = (struct %s *)malloc(sizeof %s);", s, b, s, a);
        gen_line(g, "memcpy(%s, %s, %s * sizeof *%s);", b, a, disguise_int(d, count), b);
        read_variants(d, it, &cells, b);
        gen_line(g, "free(%s);", b);
    } else {
        read_variants(d, it, &cells, a);
    }
}

/* Members in the order of the group, with others in between; the size follows. */
struct layout {
    struct text members;
    int size, align;
};

static void layout_add(struct layout *l, const char *type, const char *name, int size)
{
    l->size = (l->size + size - 1) / size * size + size;
    if (size > l->align)
        l->align = size;
    text_add(&l->members, "%s %s; ", type, name);
}

static void layout_add_filler(struct gen *g, struct layout *l)
{
    static const struct {
        const char *type;
        int size;
    } fillers[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"void *", 8}, {"long", 8}};
    int f = rng_below(&g->rng, 5);
    if (rng_chance(&g->rng, 50))
        layout_add(l, fillers[f].type, gen_name(g, 'k'), fillers[f].size);
}

void carry_record(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *f = gen_name(g, 'f'), *t = gen_name(g, 't');
    struct layout l = {.align = 1};
    for (int k = 0; k < it->count; k++) {
        layout_add_filler(g, &l);
        layout_add(&l, fp_name(it->parts[k].type), gen_format(g, "m%d", k), it->parts[k].size);
    }
    layout_add_filler(g, &l);
    int size = (l.size + l.align - 1) / l.align * l.align;
    text_add(&g->shared, "struct %s { %s};\n", s, l.members.data);
    text_free(&l.members);
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static %sstruct %s %s(struct %s a, int n)",
             rng_chance(&g->rng, 60) ? "NOINLINE " : "", s, f, s);
    gen_line(g, "struct %s b[2];", s);
    gen_line(g, "b[%s] = a;", disguise_int(d, 1));
    disguise_carry(d, item_block("&b[1]", size));
    gen_line(g, "return b[%s];", disguise_int(d, 1));
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    gen_line(g, "struct %s %s;", s, t);
    gen_line(g, "memset(&%s, 0, sizeof %s);", t, t);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s.m%d = %s;", t, k, it->parts[k].text);
    gen_line(g, "%s = %s(%s, n);", t, f, t);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s = %s.m%d;", it->parts[k].text, t, k);
}

/* As a block allocator does: what is free holds the address of the next. */
void carry_pool(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *chunk = gen_name(g, 'm'), *list = gen_name(g, 'l');
    const char *i = gen_name(g, 'i'), *taken = gen_name(g, 't');
    struct cells cells = share_cells(g, it);
    int count = cells.count + rng_between(&g->rng, 0, 2);
    text_add(&g->shared,
             "union %s { union %s *next; struct { float a, b; } f; double d; uint64_t u; };\n", s,
             s);
    gen_line(g, "union %s *%s = (union %s *)malloc(%s * sizeof *%s), *%s = 0, *%s[%d];", s, chunk,
             s, disguise_int(d, count), chunk, list, taken, cells.count);
    gen_line(g, "for (int %s = 0; %s < %s; %s++) { %s[%s].next = %s; %s = %s + %s; }", i, i,
             disguise_int(d, count), i, chunk, i, list, list, chunk, i);
    for (int round = rng_between(&g->rng, 1, 2); round > 0; round--) {
        for (int c = 0; c < cells.count; c++) {
            gen_line(g, "%s[%d] = %s, %s = %s->next;", taken, c, list, list, list);
            for (int k = 0; k < it->count; k++)
                if (cells.of[k] == c)
                    gen_line(g, "%s[%d]->%s = %s;", taken, c,
                             member(&it->parts[k], cells.second[k]), it->parts[k].text);
        }
        disguise_carry(d, item_block(chunk, 8 * count));
        for (int k = 0; k < it->count; k++)
            gen_line(g, "%s = %s[%d]->%s;", it->parts[k].text, taken, cells.of[k],
                     member(&it->parts[k], cells.second[k]));
        for (int c = 0; c < cells.count; c++)
            gen_line(g, "%s[%d]->next = %s, %s = %s[%d];", taken, c, list, list, taken, c);
    }
    gen_line(g, "free(%s);", chunk);
}

void carry_reset_arena(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *a = gen_name(g, 'a'), *s = gen_name(g, 's'), *i = gen_name(g, 'i');
    bool of_program = rng_chance(&g->rng, 50);
    text_add(&g->shared, "struct %s { struct %s *next; int k; };\n", s, s);
    if (of_program)
        text_add(&g->shared, "static char memory_%s[256] __attribute__((aligned(16)));\n", a);
    const char *memory = of_program ? gen_format(g, "memory_%s", a) : "(char *)malloc(256)";
    gen_line(g, "struct arena %s = {%s, 0, 256};", a, memory);
    gen_line(g, "struct %s *list_%s = 0;", s, a);
    gen_open(g, "for (int %s = 0; %s < n; %s++)", i, i, i);
    gen_line(g, "struct %s *e = (struct %s *)arena_take(&%s, sizeof *e);", s, s, a);
    gen_line(g, "e->next = list_%s, e->k = %s, list_%s = e;", a, i, a);
    gen_close(g, "%s", "");
    gen_line(g, "int sum_%s = 0;", a);
    gen_line(g, "for (; list_%s; list_%s = list_%s->next) sum_%s += list_%s->k;", a, a, a, a, a);
    gen_line(g, "%s.used = 0;", a);
    for (int k = 0; k < it->count; k++) {
        const char *type = fp_name(it->parts[k].type), *p = gen_format(g, "%s_%d", a, k);
        int pair = it->parts[k].type == FP_FLOAT ? 2 : 1;
        if (rng_chance(&g->rng, 30))
            gen_line(g, "int *flag_%s = (int *)arena_take(&%s, sizeof(int)); *flag_%s = n;", p, a,
                     p);
        gen_line(g, "%s *%s = (%s *)arena_take(&%s, %s * sizeof *%s);", type, p, type, a,
                 disguise_int(d, pair), p);
        gen_line(g, "%s[%d] = %s;", p, pair - 1, it->parts[k].text);
        if (pair == 2)
            gen_line(g, "%s[0] = 0.5f * %s[1];", p, p);
    }
    disguise_carry(d, item_block(gen_format(g, "%s.start", a), 8 * it->count));
    for (int k = 0; k < it->count; k++) {
        const char *p = gen_format(g, "%s_%d", a, k);
        if (it->parts[k].type == FP_FLOAT)
            gen_line(g, "%s = 0.5f * %s[1] + %s[0];", it->parts[k].text, p, p);
        else
            gen_line(g, "%s = %s[sum_%s == 0 ? 1 : 0];", it->parts[k].text, p, a);
    }
    if (!of_program)
        gen_line(g, "free(%s.start);", a);
}

/* Written and read with a running offset. */
void carry_message(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *m = gen_name(g, 'm'), *at = gen_name(g, 'o');
    int size = 0, before[MAX_PARTS];
    for (int k = 0; k < it->count; k++) {
        before[k] = rng_chance(&g->rng, 40) ? rng_chance(&g->rng, 70) ? 4 : 1 : 0;
        size += before[k] + it->parts[k].size;
    }
    gen_line(g, "unsigned char %s[%d]; size_t %s = 0;", m, size, at);
    for (int k = 0; k < it->count; k++) {
        if (before[k])
            gen_line(g, "memcpy(%s + %s, &n, %d), %s += %d;", m, at, before[k], at, before[k]);
        gen_line(g, "memcpy(%s + %s, &%s, sizeof %s), %s += sizeof %s;", m, at, it->parts[k].text,
                 it->parts[k].text, at, it->parts[k].text);
    }
    disguise_carry(d, item_block(m, size));
    gen_line(g, "%s = 0;", at);
    for (int k = 0; k < it->count; k++) {
        if (before[k])
            gen_line(g, "%s += %s;", at, disguise_int(d, before[k]));
        gen_line(g, "memcpy(&%s, %s + %s, sizeof %s), %s += sizeof %s;", it->parts[k].text, m, at,
                 it->parts[k].text, at, it->parts[k].text);
    }
}

void carry_references(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *r = gen_name(g, 'r'), *s = gen_name(g, 's');
    text_add(&g->shared, "struct %s { int key; void *to; };\n", s);
    gen_line(g, "struct %s %s[%d];", s, r, it->count);
    for (int k = 0; k < it->count; k++) {
        const char *t = gen_format(g, "%s_%d", r, k);
        gen_line(g, "%s %s = %s;", fp_name(it->parts[k].type), t, it->parts[k].text);
        gen_line(g, "%s[%d].key = %d, %s[%d].to = &%s;", r, k, it->count - k, r, k, t);
    }
    gen_line(g, "sort_items(%s, %s, sizeof *%s);", r, disguise_int(d, it->count), r);
    disguise_carry(d, item_block(r, 16 * it->count));
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s = *(%s *)%s[%s].to;", it->parts[k].text, fp_name(it->parts[k].type), r,
                 disguise_int(d, it->count - 1 - k));
}

/* The first two floats of the group, if there are two. */
void carry_two_floats(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w'), *found[2] = {NULL, NULL};
    int count = 0;
    for (int k = 0; k < it->count && count < 2; k++)
        if (it->parts[k].type == FP_FLOAT)
            found[count++] = it->parts[k].text;
    if (count < 2) {
        carry_message(d, it);
        return;
    }
    gen_line(g, "uint32_t lo_%s, hi_%s;", w, w);
    gen_line(g, "memcpy(&lo_%s, &%s, 4), memcpy(&hi_%s, &%s, 4);", w, found[0], w, found[1]);
    gen_line(g, "uint64_t %s = (uint64_t)hi_%s << 32 | lo_%s;", w, w, w);
    disguise_carry(d, item_word(w, 8));
    gen_line(g, "lo_%s = (uint32_t)%s, hi_%s = (uint32_t)(%s >> 32);", w, w, w, w);
    gen_line(g, "memcpy(&%s, &lo_%s, 4), memcpy(&%s, &hi_%s, 4);", found[0], w, found[1], w);
}
