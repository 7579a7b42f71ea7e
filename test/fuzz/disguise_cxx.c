/* Carriers that only programs of C++ have; see disguise.h. */
#include "disguise.h"

void carry_bit_cast(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *w = gen_name(g, 'w'), *type = it->size == 4 ? "uint32_t" : "uint64_t";
    if (rng_chance(&g->rng, 60)) {
        gen_line(g, "auto %s = std::bit_cast<%s>(%s);", w, type, it->text);
        disguise_carry(d, item_word(w, it->size));
    } else {
        gen_line(g, "auto %s = std::bit_cast<std::array<unsigned char, %d>>(%s);", w, it->size,
                 it->text);
        disguise_carry(d, item_block(gen_format(g, "%s.data()", w), it->size));
    }
    gen_line(g, "%s = std::bit_cast<%s>(%s);", it->text, fp_name(it->type), w);
}

void carry_any(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *a = gen_name(g, 'a'), *type = fp_name(it->type);
    gen_line(g, "std::any %s = n, other_%s = std::string(\"a text that is long\");", a, a);
    gen_line(g, "%s = %s;", a, it->text);
    gen_line(g, "std::swap(%s, other_%s);", a, a);
    gen_line(g, "%s = std::any_cast<%s>(other_%s);", it->text, type, a);
}

void carry_optional(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *o = gen_name(g, 'o'), *type = fp_name(it->type);
    gen_line(g, "std::optional<%s> %s[3];", type, o);
    gen_line(g, "%s[%s] = %s;", o, disguise_int(d, 0), it->text);
    gen_line(g, "std::swap(%s[0], %s[%s]);", o, o, disguise_int(d, 2));
    disguise_carry(d, item_block(gen_format(g, "&*%s[2]", o), it->size));
    gen_line(g, "%s = %s[%s].value_or(0);", it->text, o, disguise_int(d, 2));
}

void carry_erased(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *e = gen_name(g, 'e'), *t = gen_name(g, 't');
    int at = rng_below(&g->rng, 2);
    gen_line(g, "std::vector<erased> %s;", e);
    gen_line(g, "%s.emplace_back(n);", e);
    gen_line(g, "%s.emplace_back(%s);", e, it->text);
    gen_line(g, "%s.push_back(%s[%s]);", e, e, disguise_int(d, at));
    gen_line(g, "std::swap(%s[0], %s[1]);", e, e);
    gen_line(g, "%s %s;", fp_name(it->type), t);
    gen_line(g, "%s[%s].get(%s);", e, disguise_int(d, at ? 2 : 0), t);
    disguise_carry(d, item_value(t, it->type));
    gen_line(g, "%s = %s;", it->text, t);
}

void carry_byte_vector(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *v = gen_name(g, 'v'), *p = gen_name(g, 'p');
    int front = 4 * rng_between(&g->rng, 0, 2);
    gen_line(g, "const unsigned char *%s = (const unsigned char *)%s;", p, it->text);
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "std::vector<unsigned char> %s(%s);", v, disguise_int(d, front));
        gen_line(g, "%s.insert(%s.end(), %s, %s + %s);", v, v, p, p, disguise_int(d, it->size));
    } else {
        gen_line(g, "std::vector<unsigned char> %s(%s);", v, disguise_int(d, front + it->size));
        gen_line(g, "std::copy(%s, %s + %d, %s.begin() + %d);", p, p, it->size, v, front);
    }
    if (rng_chance(&g->rng, 40))
        gen_line(g, "%s.push_back(1);", v);
    disguise_carry(d, item_block(gen_format(g, "(%s.data() + %d)", v, front), it->size));
    gen_line(g, "memcpy(%s, %s.data() + %s, %d);", it->text, v, disguise_int(d, front), it->size);
}

void carry_byte_array(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *a = gen_name(g, 'a'), *b = gen_name(g, 'b');
    gen_line(g, "std::array<unsigned char, %d> %s, %s = {};", it->size, a, b);
    gen_line(g, "memcpy(%s.data(), %s, %s);", a, it->text, disguise_int(d, it->size));
    gen_line(g, "std::swap(%s, %s);", a, b);
    disguise_carry(d, item_block(gen_format(g, "%s.data()", b), it->size));
    if (rng_chance(&g->rng, 50)) {
        gen_line(g, "std::reverse(%s.begin(), %s.end());", b, b);
        gen_line(g, "std::reverse_copy(%s.begin(), %s.end(), (unsigned char *)%s);", b, b,
                 it->text);
    } else {
        gen_line(g, "std::copy_backward(%s.begin(), %s.end(), (unsigned char *)%s + %d);", b, b,
                 it->text, it->size);
    }
}

void carry_variant_list(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *v = gen_name(g, 'v'), *s = gen_name(g, 's');
    bool with_owner = rng_chance(&g->rng, 40);
    text_add(&g->shared,
             "struct %s { float a; int k; };\nusing variant_%s = std::variant<int, %s, "
             "double, float, const char *%s>;\n",
             s, s, s, with_owner ? ", std::unique_ptr<double>" : "");
    gen_line(g, "std::vector<variant_%s> %s;", s, v);
    for (int k = 0; k < it->count; k++) {
        const struct item *part = &it->parts[k];
        if (part->type == FP_FLOAT && rng_chance(&g->rng, 40))
            gen_line(g, "%s.emplace_back(%s{%s, %d});", v, s, part->text, k);
        else
            gen_line(g, "%s.emplace_back(%s);", v, part->text);
        if (rng_chance(&g->rng, 25))
            gen_line(g, "%s.emplace_back(\"text\");", v);
    }
    if (with_owner)
        gen_line(g, "%s.emplace_back(std::make_unique<double>(n));", v);
    gen_line(g, "std::rotate(%s.begin(), %s.begin() + %s, %s.end());", v, v, disguise_int(d, 1), v);
    gen_line(g, "std::reverse(%s.begin(), %s.end());", v, v);
    gen_line(g, "std::reverse(%s.begin(), %s.end());", v, v);
    gen_line(g, "std::rotate(%s.begin(), %s.end() - 1, %s.end());", v, v, v);
    const char *at = gen_format(g, "at_%s", v);
    gen_line(g, "int %s = 0;", at);
    for (int k = 0; k < it->count; k++) {
        const struct item *part = &it->parts[k];
        gen_line(g, "while (std::holds_alternative<const char *>(%s[%s])) %s++;", v, at, at);
        if (part->type == FP_FLOAT)
            gen_line(g,
                     "%s = std::holds_alternative<%s>(%s[%s]) ? std::get<%s>(%s[%s]).a : "
                     "std::get<float>(%s[%s]);",
                     part->text, s, v, at, s, v, at, v, at);
        else
            gen_line(g, "%s = std::get<double>(%s[%s]);", part->text, v, at);
        gen_line(g, "%s++;", at);
    }
}

/* Structs with both types in each, sorted by key. */
void carry_sorted(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *v = gen_name(g, 'v');
    static const char *const sorts[] = {"sort", "stable_sort", "make_heap"};
    int sort = rng_below(&g->rng, 3);
    text_add(&g->shared, "struct %s { int key; float f; double d; };\n", s);
    gen_line(g, "std::vector<%s> %s;", s, v);
    for (int k = 0; k < it->count; k++) {
        bool is_float = it->parts[k].type == FP_FLOAT;
        gen_line(g, "%s.push_back({%s, %s, %s});", v, disguise_int(d, it->count - k),
                 is_float ? it->parts[k].text : "0", is_float ? "0" : it->parts[k].text);
    }
    const char *less =
        gen_format(g, "[](const %s &a, const %s &b) { return a.key < b.key; }", s, s);
    gen_line(g, "std::%s(%s.begin(), %s.end(), %s);", sorts[sort], v, v, less);
    if (sort == 2)
        gen_line(g, "std::sort_heap(%s.begin(), %s.end(), %s);", v, v, less);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "%s = %s[%s].%s;", it->parts[k].text, v, disguise_int(d, it->count - 1 - k),
                 it->parts[k].type == FP_FLOAT ? "f" : "d");
}

void carry_owners(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *v = gen_name(g, 'v');
    text_add(&g->shared,
             "struct %s { std::unique_ptr<double> owned; float f; double d; int key; };\n", s);
    gen_line(g, "std::vector<%s> %s;", s, v);
    for (int k = 0; k < it->count; k++) {
        const char *e = gen_format(g, "%s_%d", v, k), *value = it->parts[k].text;
        gen_line(g, "%s %s = {nullptr, 0, 0, %d};", s, e, it->count - k);
        if (it->parts[k].type == FP_FLOAT)
            gen_line(g, "%s.f = %s;", e, value);
        else if (rng_chance(&g->rng, 50))
            gen_line(g, "%s.owned.reset(new double(%s));", e, value);
        else
            gen_line(g, "%s.d = %s;", e, value);
        gen_line(g, "%s.push_back(std::move(%s));", v, e);
    }
    if (rng_chance(&g->rng, 60))
        gen_line(g,
                 "std::sort(%s.begin(), %s.end(), [](const %s &a, const %s &b) { return a.key < "
                 "b.key; });",
                 v, v, s, s);
    else
        gen_line(g, "std::reverse(%s.begin(), %s.end());", v, v);
    for (int k = 0; k < it->count; k++) {
        const char *e = gen_format(g, "%s[%s]", v, disguise_int(d, it->count - 1 - k));
        if (it->parts[k].type == FP_FLOAT)
            gen_line(g, "%s = %s.f;", it->parts[k].text, e);
        else
            gen_line(g, "%s = %s.owned ? *%s.owned : %s.d;", it->parts[k].text, e, e, e);
    }
}

/* Storage that held a list node before. */
void carry_placement(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *s = gen_name(g, 's'), *b = gen_name(g, 'b');
    bool on_heap = rng_chance(&g->rng, 50);
    text_add(&g->shared, "struct %s { %s *next; int k; };\nstruct pair_%s { float a, b; };\n", s, s,
             s);
    if (on_heap)
        gen_line(g, "unsigned char *%s = (unsigned char *)::operator new(%d);", b, 16 * it->count);
    else
        gen_line(g, "alignas(16) unsigned char %s[%d];", b, 16 * it->count);
    for (int k = 0; k < it->count; k++)
        gen_line(g, "new (%s + %d) %s{(%s *)%s, n};", b, 16 * k, s, s, b);
    for (int k = 0; k < it->count; k++)
        if (it->parts[k].type == FP_FLOAT)
            gen_line(g, "auto *%s_%d = new (%s + %s) pair_%s{%s, %s};", b, k, b,
                     disguise_int(d, 16 * k), s, it->parts[k].text, it->parts[k].text);
        else
            gen_line(g, "auto *%s_%d = new (%s + %s) double(%s);", b, k, b, disguise_int(d, 16 * k),
                     it->parts[k].text);
    disguise_carry(d, item_block(b, 16 * it->count));
    for (int k = 0; k < it->count; k++)
        if (it->parts[k].type == FP_FLOAT)
            gen_line(g, "%s = 0.5f * %s_%d->a + 0.5f * %s_%d->b;", it->parts[k].text, b, k, b, k);
        else
            gen_line(g, "%s = *%s_%d;", it->parts[k].text, b, k);
    if (on_heap)
        gen_line(g, "::operator delete(%s);", b);
}

void carry_function(struct disguise *d, const struct item *it)
{
    struct gen *g = d->g;
    const char *f = gen_name(g, 'f');
    gen_line(g, "std::vector<std::function<double(int)>> %s;", f);
    for (int k = 0; k < it->count; k++) {
        const char *t = gen_format(g, "%s_%d", f, k), *type = fp_name(it->parts[k].type);
        gen_line(g, "%s %s = %s;", type, t, it->parts[k].text);
        if (rng_chance(&g->rng, 50))
            gen_line(g, "%s.push_back([%s](int i) { return (double)%s * i; });", f, t, t);
        else
            gen_line(g,
                     "%s.push_back([%s, n, name = \"text\"](int i) { return name[i] == 'e' ? "
                     "(double)%s : n; });",
                     f, t, t);
    }
    gen_line(g, "std::swap(%s[0], %s[%s]);", f, f, disguise_int(d, it->count - 1));
    for (int k = 0; k < it->count; k++) {
        int at = k == 0 ? it->count - 1 : k == it->count - 1 ? 0 : k;
        gen_line(g, "%s = (%s)%s[%s](1);", it->parts[k].text, fp_name(it->parts[k].type), f,
                 disguise_int(d, at));
    }
}
