/* Disguised programs: steps, choice of carriers, and the frame around them; see disguise.h. */
#include "disguise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum language { LANGUAGE_ANY, LANGUAGE_CXX };

static const struct {
    void (*write)(struct disguise *, const struct item *);
    const char *name, *text;
    enum wrap kind;
    enum language language;
    int weight;
} carriers[] = {
#define CARRIER(name, kind, language, weight, text)                                                \
    {carry_##name, #name, text, WRAP_##kind, LANGUAGE_##language, weight},
#include "carriers.def"
#undef CARRIER
};

enum { CARRIERS = sizeof carriers / sizeof *carriers };
_Static_assert(sizeof carriers / sizeof *carriers <= MAX_CARRIERS, "a flag for each carrier");

struct item item_value(const char *text, enum fp type)
{
    return (struct item){
        .kind = WRAP_VALUE, .text = text, .type = type, .size = type == FP_FLOAT ? 4 : 8};
}

struct item item_word(const char *text, int size)
{
    return (struct item){.kind = WRAP_WORD, .text = text, .size = size};
}

struct item item_pointer(const char *text)
{
    return (struct item){.kind = WRAP_POINTER, .text = text, .size = 8};
}

struct item item_block(const char *text, int size)
{
    return (struct item){.kind = WRAP_BLOCK, .text = text, .size = size};
}

const char *disguise_int(struct disguise *d, int value)
{
    struct gen *g = d->g;
    switch (rng_below(&g->rng, 6)) {
    case 0: return gen_format(g, "(n + %d)", value - d->n);
    case 1: return gen_format(g, "(2 * n - %d)", 2 * d->n - value);
    case 2: return gen_format(g, "(n > 0 ? %d : %d)", value, value / 2);
    default: return gen_format(g, "%d", value);
    }
}

void disguise_function_begin(struct disguise *d, struct writing *w)
{
    *w = (struct writing){.out = d->g->out, .indent = d->g->indent};
    d->g->out = &w->own;
    d->g->indent = 0;
}

void disguise_function_end(struct disguise *d, struct writing *w)
{
    d->g->out = w->out;
    d->g->indent = w->indent;
    text_add(&d->g->shared, "%s\n", w->own.data);
    text_free(&w->own);
}

/* What follows has a key and a random stream of its own. */
struct stream {
    struct rng rng;
    uint64_t key;
    int ordinal;
};

static bool stream_begin(struct gen *g, struct stream *s)
{
    uint64_t key;
    if (!gen_next_key(g, &key))
        return false;
    *s = (struct stream){g->rng, g->at.key, g->at.ordinal};
    g->rng = rng_make(rng_mix(g->seed, key));
    g->at.key = key;
    g->at.ordinal = 0;
    return true;
}

static void stream_end(struct gen *g, const struct stream *s)
{
    g->rng = s->rng;
    g->at.key = s->key;
    g->at.ordinal = s->ordinal;
}

static int choose(struct disguise *d, enum wrap kind)
{
    int total = 0, choice = -1;
    for (int i = 0; i < CARRIERS; i++) {
        if (carriers[i].kind != kind || !d->allowed[i])
            continue;
        total += carriers[i].weight;
        if (rng_below(&d->g->rng, total) < carriers[i].weight)
            choice = i;
    }
    return choice;
}

void disguise_carry(struct disguise *d, struct item item)
{
    struct gen *g = d->g;
    struct stream stream;
    if (d->depth <= 0 || !stream_begin(g, &stream))
        return;
    int row = choose(d, item.kind);
    if (row >= 0 && rng_chance(&g->rng, 80)) {
        d->used[row] = true;
        d->depth--;
        gen_open(g, "/* %s */", carriers[row].name);
        carriers[row].write(d, &item);
        gen_close(g, "%s", "");
        d->depth++;
    }
    stream_end(g, &stream);
}

/* A line of the twin. */
__attribute__((format(printf, 2, 3))) static void twin_line(struct disguise *d, const char *f, ...)
{
    va_list args;
    va_start(args, f);
    text_add(&d->twin, "%*s", 2 * d->twin_indent, "");
    text_vadd(&d->twin, f, args);
    text_add(&d->twin, "\n");
    va_end(args);
}

/* A random scalar or element, as it is called in the program and in the twin. */
struct place_text {
    const char *text, *twin;
    enum fp type;
};

static struct place_text pick(struct disguise *d)
{
    struct gen *g = d->g;
    const struct variable *v = &d->variables[rng_below(&g->rng, d->count)];
    if (!v->len)
        return (struct place_text){v->text, v->name, v->type};
    int at = rng_below(&g->rng, v->len);
    return (struct place_text){gen_format(g, "%s[%s]", v->text, disguise_int(d, at)),
                               gen_format(g, "%s[%d]", v->name, at), v->type};
}

/* Every form keeps values below 1.7. */
static void step_combine(struct disguise *d)
{
    static const char *const forms[] = {
        "0.5 * %s + 0.25 * %s * %s",
        "0.125 * %s + sin(%s) * cos(%s)",
        "0.25 * %s + %s / (1.5 + 0.5 * %s)",
        "0.25 * (%s - %s * %s)",
    };
    struct gen *g = d->g;
    struct place_text a = pick(d), b = pick(d), c = pick(d);
    const char *form = forms[rng_below(&g->rng, 4)];
    char text[256];
    snprintf(text, sizeof text, form, a.text, b.text, c.text);
    gen_line(g, "%s = (%s)(%s);", a.text, fp_name(a.type), text);
    snprintf(text, sizeof text, form, a.twin, b.twin, c.twin);
    twin_line(d, "%s = %s;", a.twin, text);
}

static void step_value(struct disguise *d)
{
    struct place_text a = pick(d);
    disguise_carry(d, item_value(a.text, a.type));
}

static void step_block(struct disguise *d)
{
    const struct variable *v = &d->variables[rng_below(&d->g->rng, d->count)];
    int size = v->type == FP_FLOAT ? 4 : 8;
    if (v->len)
        disguise_carry(d, item_block(v->text, size * v->len));
    else
        disguise_carry(d, item_value(v->text, v->type));
}

/* Some of all scalars and elements, in random order. */
static void step_group(struct disguise *d)
{
    struct gen *g = d->g;
    struct item all[MAX_VARIABLES * MAX_ELEMENTS];
    int count = 0, wanted = rng_between(&g->rng, 2, MAX_PARTS);
    for (int i = 0; i < d->count; i++)
        for (int j = 0; j < (d->variables[i].len ? d->variables[i].len : 1); j++) {
            const struct variable *v = &d->variables[i];
            const char *text = v->len ? gen_format(g, "%s[%d]", v->text, j) : v->text;
            all[count++] = item_value(text, v->type);
        }
    if (wanted > count)
        wanted = count;
    for (int i = 0; i < wanted; i++) {
        int j = rng_between(&g->rng, i, count - 1);
        struct item t = all[i];
        all[i] = all[j];
        all[j] = t;
    }
    disguise_carry(d, (struct item){.kind = WRAP_GROUP, .parts = all, .count = wanted});
}

static void steps(struct disguise *d, int count);

static void step_loop(struct disguise *d)
{
    struct gen *g = d->g;
    const char *i = gen_name(g, 'i');
    int trips = rng_between(&g->rng, 2, 3);
    gen_open(g, "for (int %s = 0; %s < %s; %s++)", i, i, disguise_int(d, trips), i);
    twin_line(d, "for (int %s = 0; %s < %d; %s++) {", i, i, trips, i);
    d->loops++, d->twin_indent++;
    steps(d, rng_between(&g->rng, 1, 2));
    d->loops--, d->twin_indent--;
    gen_close(g, "%s", "");
    twin_line(d, "}");
}

/* A condition that is true, or one that is false. */
static void step_if(struct disguise *d)
{
    struct gen *g = d->g;
    bool taken = rng_chance(&g->rng, 70);
    int limit = taken ? rng_between(&g->rng, 0, d->n - 1) : rng_between(&g->rng, d->n, 9);
    gen_open(g, "if (n > %d)", limit);
    twin_line(d, "if (%d) {", taken);
    d->loops++, d->twin_indent++;
    steps(d, rng_between(&g->rng, 1, 2));
    d->loops--, d->twin_indent--;
    gen_close(g, "%s", "");
    twin_line(d, "}");
}

/* Steps in a function that takes all variables by address. */
static void step_function(struct disguise *d)
{
    struct gen *g = d->g;
    const char *name = gen_name(g, 'f');
    const char *before[MAX_VARIABLES];
    struct text params = {0}, args = {0};
    for (int i = 0; i < d->count; i++) {
        struct variable *v = &d->variables[i];
        before[i] = v->text;
        text_add(&args, "%s%s, ", v->len ? "" : "&", v->text);
        text_add(&params, "%s *%s, ", fp_name(v->type), v->name);
        v->text = v->len ? v->name : gen_format(g, "(*%s)", v->name);
    }
    struct writing w;
    disguise_function_begin(d, &w);
    gen_open(g, "static %svoid %s(%sint n)", rng_chance(&g->rng, 60) ? "NOINLINE " : "", name,
             params.data);
    steps(d, rng_between(&g->rng, 1, 2));
    gen_close(g, "%s", "");
    disguise_function_end(d, &w);
    for (int i = 0; i < d->count; i++)
        d->variables[i].text = before[i];
    gen_line(g, "%s(%sn);", name, args.data);
    text_free(&params);
    text_free(&args);
}

static void step(struct disguise *d)
{
    int what = rng_below(&d->g->rng, 100);
    if (what < 25)
        step_combine(d);
    else if (what < 42)
        step_value(d);
    else if (what < 55)
        step_block(d);
    else if (what < 82 || d->loops)
        step_group(d);
    else if (what < 90)
        step_loop(d);
    else if (what < 94)
        step_if(d);
    else
        step_function(d);
}

static void steps(struct disguise *d, int count)
{
    for (int i = 0; i < count; i++) {
        struct stream stream;
        if (!stream_begin(d->g, &stream))
            continue;
        step(d);
        stream_end(d->g, &stream);
    }
}

/* Variables with their inputs; true if one is a float. */
static int declare(struct disguise *d, bool *single)
{
    struct gen *g = d->g;
    int input = 0, scalars = rng_between(&g->rng, 2, 3), arrays = rng_between(&g->rng, 0, 2);
    int floats = 30 * rng_between(&g->rng, 0, 2);
    for (int i = 0; i < scalars + arrays; i++) {
        enum fp type = rng_chance(&g->rng, floats) ? FP_FLOAT : FP_DOUBLE;
        int len = i < scalars ? 0 : rng_between(&g->rng, 2, 4);
        const char *name = gen_format(g, "%c%d", len ? 'a' : 'v', i);
        d->variables[d->count++] = (struct variable){name, name, type, len};
        *single |= type == FP_FLOAT;
        const char *dimension = len ? gen_format(g, "[%d]", len) : "";
        gen_line(g, "%s %s%s;", fp_name(type), name, dimension);
        twin_line(d, "double %s%s;", name, dimension);
        for (int j = 0; j < (len ? len : 1); j++, input++) {
            const char *element = len ? gen_format(g, "%s[%d]", name, j) : name;
            gen_line(g, "%s = (%s)x[%d];", element, fp_name(type), input);
            twin_line(d, "%s = x[%d];", element, input);
        }
    }
    return input;
}

static void give_out(struct disguise *d)
{
    struct gen *g = d->g;
    int out = 0;
    for (int i = 0; i < d->count; i++)
        for (int j = 0; j < (d->variables[i].len ? d->variables[i].len : 1); j++, out++) {
            const struct variable *v = &d->variables[i];
            const char *element = v->len ? gen_format(g, "%s[%d]", v->name, j) : v->name;
            gen_line(g, "out[%d] = %s;", out, element);
            twin_line(d, "out[%d] = %s;", out, element);
        }
}

static int objective(struct disguise *d, bool *single)
{
    struct gen *g = d->g;
    g->at.key = rng_mix(g->seed, 78);
    gen_open(g, "static void objective(const double *x, double *out, int n)");
    twin_line(d, "static void twin(const double *x, double *out)");
    twin_line(d, "{");
    d->twin_indent++;
    int inputs = declare(d, single);
    step_combine(d);
    steps(d, rng_between(&g->rng, 3, 6));
    give_out(d);
    d->twin_indent--;
    gen_close(g, "\n");
    twin_line(d, "}\n");
    return inputs;
}

static void calls(struct disguise *d)
{
    struct gen *g = d->g;
    gen_open(g, "static void primal(const double *x, double *out)");
    gen_line(g, "objective(x, out, fuzz_opaque(%d));", d->n);
    gen_close(g, "\n");
    gen_line(g, "#ifndef FUZZ_PRIMAL_ONLY");
    gen_line(g, "extern int enzyme_const, enzyme_dup;");
    gen_line(g, "extern void __enzyme_fwddiff(void *, ...);");
    gen_line(g, "extern void __enzyme_autodiff(void *, ...);");
    gen_open(g,
             "static void forward(const double *x, const double *dx, double *out, double *dout)");
    gen_line(g,
             "__enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, "
             "enzyme_const, fuzz_opaque(%d));",
             d->n);
    gen_close(g, "\n");
    gen_open(g, "static void reverse(const double *x, double *dx, double *out, double *dout)");
    gen_line(g,
             "__enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, "
             "enzyme_const, fuzz_opaque(%d));",
             d->n);
    gen_close(g, "\n");
    gen_line(g, "#endif");
}

static void write_main(struct disguise *d, int inputs, bool single)
{
    struct gen *g = d->g;
    gen_open(g, "int main(int argc, char **argv)");
    text_add(g->out, "  static const double point[] = {");
    for (int i = 0; i < inputs; i++) {
        double v = rng_between(&g->rng, 15, 120) / 100.0;
        text_add(g->out, "%s%.2f", i ? ", " : "", rng_chance(&g->rng, 50) ? v : -v);
    }
    text_add(g->out, "};\n");
    gen_line(g, "struct disguise_case c = {%d, %d, point, primal, twin,", inputs, single);
    gen_line(g, "#ifndef FUZZ_PRIMAL_ONLY");
    gen_line(g, "  forward, reverse");
    gen_line(g, "#endif");
    gen_line(g, "};");
    gen_line(g, "return disguise_check(&c, argc, argv);");
    gen_close(g, "%s", "");
}

/* What `run` adds to the command line. */
static const char *flags(struct gen *g)
{
    struct rng r = rng_make(rng_mix(g->seed, 3));
    return gen_format(g, "%s%s", rng_chance(&r, 40) ? " -fno-pie -no-pie" : "",
                      rng_chance(&r, 30) ? " -fno-strict-aliasing" : "");
}

static void print(const struct disguise *d, const char *flags)
{
    const struct gen *g = d->g;
    printf("/* Disguised program of seed %llu. Its carriers:\n", (unsigned long long)g->seed);
    for (int i = 0; i < CARRIERS; i++)
        if (d->used[i])
            printf(" *   %-14s %s\n", carriers[i].name, carriers[i].text);
    printf(" * Flags:%s */\n", flags);
    printf("#include \"%s\"\n\n%s%s%s", g->cxx ? "disguise_cxx.h" : "disguise_parts.h",
           g->shared.data ? g->shared.data : "", d->twin.data, g->out->data);
}

static int find_carrier(const char *name, size_t size)
{
    int i = 0;
    while (i < CARRIERS &&
           (strlen(carriers[i].name) != size || strncmp(carriers[i].name, name, size) != 0))
        i++;
    return i;
}

/* Sets the flags of the carriers in a list of names. */
static bool allow_carriers(struct disguise *d, const char *list, bool allowed)
{
    while (*list) {
        size_t size = strcspn(list, ",");
        int i = find_carrier(list, size);
        if (i == CARRIERS) {
            fprintf(stderr, "enzcc-fuzz-gen: unknown carrier '%.*s'\n", (int)size, list);
            return false;
        }
        d->allowed[i] = allowed;
        list += size + (list[size] == ',');
    }
    return true;
}

static bool only_carriers(struct disguise *d, const char *list)
{
    memset(d->allowed, 0, sizeof d->allowed);
    return allow_carriers(d, list, true);
}

/* Of the carriers of the language half are there, by name: programs stay small, and what is
 * characteristic of a failure shows. */
static void pick_carriers(struct disguise *d)
{
    for (int i = 0; i < CARRIERS; i++) {
        uint64_t key = d->g->seed;
        for (const char *p = carriers[i].name; *p; p++)
            key = rng_mix(key, (uint64_t)*p);
        struct rng r = rng_make(key);
        d->allowed[i] = (carriers[i].language == LANGUAGE_ANY || d->g->cxx) && rng_chance(&r, 60);
    }
}

static bool parse(struct disguise *d, int argc, char **argv)
{
    struct gen *g = d->g;
    for (int i = 0; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--cxx") == 0 || strcmp(argv[i], "--disguise") == 0)
            continue;
        if (strcmp(argv[i], "--keys") == 0)
            g->show_keys = true;
        else if (strcmp(argv[i], "--no") == 0 && has_value && allow_carriers(d, argv[i + 1], false))
            i++;
        else if (strcmp(argv[i], "--only") == 0 && has_value && only_carriers(d, argv[i + 1]))
            i++;
        else if (strcmp(argv[i], "--drop") == 0 && has_value)
            g->drop = argv[++i];
        else if (strcmp(argv[i], "--depth") == 0 && has_value)
            d->depth = atoi(argv[++i]);
        else
            return false;
    }
    return d->depth >= 1;
}

int disguise_main(struct gen *g, int argc, char **argv)
{
    struct disguise d = {.g = g, .depth = 3};
    struct text out = {0};
    bool single = false;
    g->out = &out;
    g->rng = rng_make(rng_mix(g->seed, 1));
    pick_carriers(&d);
    if (!parse(&d, argc, argv))
        return 2;
    d.n = rng_between(&g->rng, 2, 5);
    int inputs = objective(&d, &single);
    calls(&d);
    g->rng = rng_make(rng_mix(g->seed, 2));
    write_main(&d, inputs, single);
    print(&d, flags(g));
    text_free(&out);
    text_free(&d.twin);
    return fflush(stdout) == 0 ? 0 : 2;
}
