/* -fenz-emit=c: generated functions as text that reads like C. */
#include "listing/c.h"
#include "base/team.h"
#include "listing/listing.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A generated function, and what it is. */
struct part {
    const struct derivative *d; /* NULL: a part of one, such as what threads run */
    LLVMValueRef fn;
    enum gen_kind kind;
    const char *name, *what;
};
typedef VEC(struct part) part_list;

/* ---- the functions --------------------------------------------------------------------------- */

static const char *new_name(struct listing *l, const part_list *parts, const char *name)
{
    const char *wanted = name;
    for (unsigned n = 2, i = 0; i < parts->count; i++)
        if (!strcmp(parts->items[i].name, name))
            name = arena_printf(l->arena, "%s_%u", wanted, n++), i = UINT32_MAX;
    return name;
}

static void add_part(struct listing *l, part_list *parts, struct part p)
{
    if (!p.fn || LLVMIsDeclaration(p.fn) || map_get(&l->names, p.fn))
        return;
    p.name = new_name(l, parts, p.name);
    map_put(&l->names, p.fn, (void *)(uintptr_t)p.name);
    VEC_PUSH(l->arena, parts, p);
}

static void add_derivative(struct listing *l, part_list *parts, const struct derivative *d)
{
    const char *symbol = diag_symbol(d->key.fn),
               *of = team_is_marked(d->key.fn) ? arena_printf(l->arena, "region_%s", symbol)
                                               : listing_identifier(l, symbol);
    bool forward = d->key.kind == GEN_FORWARD;
    const struct {
        LLVMValueRef fn;
        enum gen_kind kind;
        const char *suffix, *what;
    } all[] = {{d->fn, forward ? GEN_FORWARD : GEN_COMBINED,
                d->key.errors ? "errors"
                : forward     ? "tangent"
                              : "gradient",
                report_mode(d)},
               {d->aug, GEN_AUGMENTED, "forward_sweep", "forward sweep, which keeps a tape"},
               {d->rev, GEN_REVERSE, "reverse_sweep", "reverse sweep over that tape"},
               {d->tan, GEN_TANGENTS, "tangents", "tangents from that tape"}};
    for (unsigned k = 0; k < 4; k++)
        add_part(l, parts,
                 (struct part){d, all[k].fn, all[k].kind,
                               arena_printf(l->arena, "%s_%s", of, all[k].suffix), all[k].what});
}

static const char *without_prefix(LLVMValueRef fn)
{
    static const char prefix[] = "enz.";
    const char *name = LLVMGetValueName(fn);
    return strncmp(name, prefix, sizeof prefix - 1) ? name : name + sizeof prefix - 1;
}

static void find_parts(struct listing *l, part_list *parts)
{
    const struct listing_of *of = l->of;
    for (unsigned i = 0; i < of->count; i++)
        add_derivative(l, parts, of->derivatives[i]);
    for (LLVMValueRef f = LLVMGetFirstFunction(of->emission->module); f; f = LLVMGetNextFunction(f))
        if (listing_is_generated(f))
            add_part(l, parts,
                     (struct part){.fn = f,
                                   .name = listing_identifier(l, without_prefix(f)),
                                   .what = "a part of a derivative"});
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* Names that mean something else in the text. */
static bool is_reserved(const char *name)
{
    static const char *const words[] = {
        "auto",  "bool",   "break",  "case",     "char",    "const",    "continue", "default",
        "do",    "double", "else",   "enum",     "extern",  "false",    "float",    "for",
        "goto",  "if",     "inline", "int",      "long",    "register", "restrict", "return",
        "short", "signed", "sizeof", "static",   "struct",  "switch",   "true",     "typedef",
        "union", "void",   "while",  "unsigned", "volatile"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return (*name == 'v' || *name == 'L') && isdigit((unsigned char)name[1]);
}

static void add_param(struct listing *l, const char **names, unsigned *n, const char *name)
{
    if (is_reserved(name))
        name = arena_printf(l->arena, "%s_", name);
    for (unsigned i = 0; i < *n; i++)
        if (!strcmp(names[i], name))
            name = arena_printf(l->arena, "%s_%u", name, *n), i = UINT32_MAX;
    names[(*n)++] = name;
}

/* What belongs to `name` in each direction, `count` of them. */
static void add_directions(struct listing *l, const char **names, unsigned *n, const char *prefix,
                           const char *name, unsigned width, unsigned count)
{
    for (unsigned i = 0; i < width * count; i++)
        add_param(l, names, n,
                  width > 1 ? arena_printf(l->arena, "%s%s_%u", prefix, name, i / count)
                            : arena_printf(l->arena, "%s%s", prefix, name));
}

/* In the order of derivative_fn_type. */
static void name_params(struct listing *l, const struct part *p, const char **names, unsigned *n)
{
    const struct derivative *d = p->d;
    bool forward = p->kind == GEN_FORWARD || p->kind == GEN_TANGENTS;
    bool reverse = p->kind == GEN_REVERSE || p->kind == GEN_COMBINED;
    for (unsigned k = 0; k < LLVMCountParams(d->key.fn); k++) {
        const char *name = ezb_variable_name(LLVMGetParam(d->key.fn, k));
        name = name ? listing_identifier(l, name) : arena_printf(l->arena, "x%u", k);
        add_param(l, names, n, name);
        unsigned beside = derivative_param_shadow(d, k);
        beside += forward && derivative_param_number(d, k);
        add_directions(l, names, n, "d_", name, d->key.width, beside);
    }
    if (reverse && d->key.ret_active)
        add_directions(l, names, n, "", "seed", d->key.width, 1);
}

static const char **params_of(struct listing *l, const struct part *p)
{
    unsigned count = LLVMCountParams(p->fn), n = 0;
    const char **names = ARENA_ARRAY(l->arena, const char *, 4 * count + 4);
    if (p->d)
        name_params(l, p, names, &n);
    if (n > count)
        n = 0;
    while (n < count)
        add_param(l, names, &n,
                  p->d && n + 1 == count && p->kind != GEN_FORWARD && p->kind != GEN_COMBINED
                      ? "tape"
                      : arena_printf(l->arena, "p%u", n));
    return names;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_head(struct listing *l, FILE *out, const struct part *p, const char **names)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(p->fn));
    fprintf(out, "static %s(", listing_declaration(l, result, p->name));
    for (unsigned k = 0; k < LLVMCountParams(p->fn); k++)
        fprintf(out, "%s%s", k ? ", " : "",
                listing_declaration(l, LLVMTypeOf(LLVMGetParam(p->fn, k)), names[k]));
    fputs(LLVMCountParams(p->fn) ? ")" : "void)", out);
}

/* A copy is numbered, so that loops have the form that numbering asks for. */
static bool print_part(struct listing *l, FILE *out, const struct part *p)
{
    EzbCtx *cx = l->of->emission->cx;
    struct map trips;
    char *error = NULL;
    LLVMValueRef copy = ezb_clone_function(cx, p->fn, "enz.listing");
    bool ok = !ezb_run_function_passes(cx, copy, "simplifycfg,loop-simplify,mergereturn", &error);
    free(error);
    map_init(&trips, l->arena);
    if (ok) {
        const struct func *f = func_number(cx, l->of->emission->module, l->arena, copy, &trips);
        struct listed c = {.all = l,
                           .f = f,
                           .params = params_of(l, p),
                           .folded = bits_new(l->arena, f->value_count),
                           .local = bits_new(l->arena, f->value_count),
                           .labels = bits_new(l->arena, f->block_count),
                           .out = out};
        fprintf(out, "\n/* %s%s%s */\n", p->d ? report_name(l->of->emission, p->d->key.fn) : "",
                p->d ? ", " : "", p->what);
        print_head(l, out, p, c.params);
        fputs("\n{\n", out);
        listing_fold(&c);
        listing_print_body(&c);
        fputs("}\n", out);
    }
    ezb_forget_function(cx, copy);
    LLVMDeleteFunction(copy);
    return ok;
}

static void print_heads(struct listing *l, FILE *out, const part_list *parts)
{
    for (unsigned i = 0; i < parts->count; i++) {
        print_head(l, out, &parts->items[i], params_of(l, &parts->items[i]));
        fputs(";\n", out);
    }
}

static void print_file(struct listing *l, FILE *out, const char *output, const part_list *parts,
                       const char *bodies)
{
    char *heads = NULL;
    size_t size;
    FILE *memory = open_memstream(&heads, &size);
    if (memory) {
        listing_print_externals(l, memory);
        print_heads(l, memory, parts);
        fclose(memory);
    }
    fprintf(out,
            "/* Derivatives of %s, as text that reads like C. Addresses are in bytes. What C has\n"
            " * no words for stands in LLVM(). */\n"
            "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n",
            output);
    listing_print_types(l, out);
    fprintf(out, "%s%s", heads ? heads : "", bodies);
    free(heads);
}

bool listing_write_c(const struct listing_of *of, const char *output)
{
    struct listing l = {.of = of, .arena = of->emission->arena};
    part_list parts = {0};
    const char *path = arena_printf(l.arena, "%s.derivatives.c", output);
    char *bodies = NULL;
    size_t size;
    map_init(&l.seen, l.arena), map_init(&l.names, l.arena);
    find_parts(&l, &parts);
    FILE *out = fopen(path, "w"), *memory = open_memstream(&bodies, &size);
    bool ok = out && memory;
    for (unsigned i = 0; i < parts.count && ok; i++)
        ok = print_part(&l, memory, &parts.items[i]);
    if (memory)
        fclose(memory);
    if (ok)
        print_file(&l, out, output, &parts, bodies);
    free(bodies);
    if (out && fclose(out) == 0 && ok)
        return true;
    fprintf(stderr, "enzcc: error: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}
