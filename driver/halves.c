/* Compares the symbols of both halves. The machine code was made of the bitcode: it defines all
 * that the bitcode must define, defines nothing else, and refers to nothing that is not named in
 * the bitcode, but for functions that a compiler calls on its own. */
#include "halves.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Names that a compiler adds ---- */

static const char *const own_prefixes[] = {
#define OWN_PREFIX(text) text,
#include "compiler_names.def"
};

static const char *const own_functions[] = {
#define OWN_FUNCTION(name) name,
#include "compiler_names.def"
};

static const struct {
    const char *name, *other;
} own_numeric_functions[] = {
#define OWN_NUMERIC(name, other) {name, other},
#include "compiler_names.def"
};

/* Names of operations in the support library, such as __divti3 and __truncdfhf2: with the machine
 * mode of an operand at the end. */
static bool is_operation(const char *name)
{
    static const char *const modes[] = {"hi", "si", "di", "ti", "hf", "bf", "sf", "df",
                                        "xf", "tf", "hc", "sc", "dc", "xc", "tc", "td"};
    size_t length = strlen(name);
    if (!text_starts_with(name, "__"))
        return false;
    while (length > 2 && isdigit((unsigned char)name[length - 1]))
        length--;
    for (size_t i = 2; i < length; i++)
        if (!islower((unsigned char)name[i]))
            return false;
    for (size_t i = 0; length > 4 && i < COUNT(modes); i++)
        if (memcmp(name + length - 2, modes[i], 2) == 0)
            return true;
    return false;
}

/* ---- Tables of symbols ---- */

struct table {
    struct bitcode_symbol *items; /* sorted by name, each once */
    size_t count;
};

static int compare_names(struct view a, struct view b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = memcmp(a.data, b.data, common);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* Of one name, what says most comes first. */
static int compare_symbols(const void *a, const void *b)
{
    const struct bitcode_symbol *x = a, *y = b;
    int order = compare_names(x->name, y->name);
    return order ? order : (int)y->kind - (int)x->kind;
}

static void sort_table(struct table *t)
{
    size_t kept = 0;
    if (t->count > 0)
        qsort(t->items, t->count, sizeof *t->items, compare_symbols);
    for (size_t i = 0; i < t->count; i++)
        if (kept == 0 || compare_names(t->items[kept - 1].name, t->items[i].name) != 0)
            t->items[kept++] = t->items[i];
    t->count = kept;
}

static struct table bitcode_table(const struct halves *h)
{
    struct table t = {NULL, 0};
    size_t room = 1;
    for (size_t i = 0; i < h->part_count; i++)
        room += bitcode_symbol_count(&h->parts[i]);
    t.items = memory_resize(NULL, room * sizeof *t.items);
    for (size_t i = 0; i < h->part_count; i++)
        for (size_t j = 0, count = bitcode_symbol_count(&h->parts[i]); j < count; j++) {
            struct bitcode_symbol s = bitcode_symbol(&h->parts[i], j);
            if (s.name.size > 0 && s.kind != BITCODE_SYMBOL_LOCAL)
                t.items[t.count++] = s;
        }
    sort_table(&t);
    return t;
}

static enum bitcode_symbol_kind native_kind(const Elf64_Sym *s)
{
    unsigned binding = ELF64_ST_BIND(s->st_info);
    if (binding == STB_LOCAL)
        return BITCODE_SYMBOL_LOCAL;
    if (s->st_shndx == SHN_UNDEF)
        return BITCODE_SYMBOL_UNDEFINED;
    return binding == STB_GLOBAL ? BITCODE_SYMBOL_STRONG : BITCODE_SYMBOL_WEAK;
}

static struct table native_table(const struct elf *e)
{
    struct table t = {NULL, 0};
    size_t count = elf_symbol_count(e);
    t.items = memory_resize(NULL, (count + 1) * sizeof *t.items);
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym symbol;
        const char *name = elf_symbol(e, i, &symbol);
        enum bitcode_symbol_kind kind = native_kind(&symbol);
        if (name && kind != BITCODE_SYMBOL_LOCAL)
            t.items[t.count++] = (struct bitcode_symbol){{name, strlen(name)}, kind};
    }
    sort_table(&t);
    return t;
}

static enum bitcode_symbol_kind kind_in(const struct table *t, struct view name)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_names(t->items[middle].name, name);
        if (order == 0)
            return t->items[middle].kind;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return BITCODE_SYMBOL_LOCAL;
}

/* ---- Names that a compiler adds, in view of what the bitcode names ---- */

static bool has_function(const struct halves *h, const struct table *bitcode, const char *name)
{
    static const char *const formats[] = {"", "f", "l"};
    for (size_t i = 0; i < COUNT(formats); i++) {
        const char *whole = text_format("%s%s", name, formats[i]);
        if (kind_in(bitcode, (struct view){whole, strlen(whole)}) != BITCODE_SYMBOL_LOCAL)
            return true;
    }
    const char *intrinsic = text_format(".%s.", name);
    for (size_t i = 0; i < h->part_count; i++)
        if (view_contains(h->parts[i].names, intrinsic))
            return true;
    return false;
}

/* Whether `name` is `function` in one of the formats of C: sin, sinf, sinl. */
static bool is_format_of(const char *name, const char *function)
{
    size_t length = strlen(function);
    return strncmp(name, function, length) == 0 &&
           (!name[length] || (strchr("fl", name[length]) && !name[length + 1]));
}

static bool is_numeric(const struct halves *h, const struct table *bitcode, const char *name)
{
    for (size_t i = 0; i < COUNT(own_numeric_functions); i++)
        if (is_format_of(name, own_numeric_functions[i].name) &&
            (has_function(h, bitcode, own_numeric_functions[i].name) ||
             has_function(h, bitcode, own_numeric_functions[i].other)))
            return true;
    return false;
}

static bool is_compilers_own(const struct halves *h, const struct table *bitcode, const char *name)
{
    for (size_t i = 0; i < COUNT(own_prefixes); i++)
        if (text_starts_with(name, own_prefixes[i]))
            return true;
    for (size_t i = 0; i < COUNT(own_functions); i++)
        if (strcmp(name, own_functions[i]) == 0)
            return true;
    return is_operation(name) || is_numeric(h, bitcode, name);
}

/* ---- Comparison ---- */

/* Whether machine code may have the symbol that is `bitcode` in the bitcode. */
static bool may_be(enum bitcode_symbol_kind native, enum bitcode_symbol_kind bitcode)
{
    switch (native) {
    case BITCODE_SYMBOL_UNDEFINED: return bitcode == BITCODE_SYMBOL_UNDEFINED;
    case BITCODE_SYMBOL_WEAK: return bitcode == BITCODE_SYMBOL_WEAK;
    case BITCODE_SYMBOL_STRONG: return bitcode == BITCODE_SYMBOL_STRONG;
    default: return bitcode != BITCODE_SYMBOL_STRONG; /* what nobody uses may be left out */
    }
}

static const char *text_of(struct view name)
{
    return text_format("%.*s", (int)name.size, name.data);
}

/* The name of a symbol that only one half has, or both in other ways. */
static const char *difference(const struct halves *h)
{
    struct table bitcode = bitcode_table(h), native = native_table(&h->elf);
    const char *found = NULL;
    for (size_t i = 0; i < native.count && !found; i++) {
        struct bitcode_symbol s = native.items[i];
        if (!may_be(s.kind, kind_in(&bitcode, s.name)) &&
            !is_compilers_own(h, &bitcode, text_of(s.name)))
            found = text_of(s.name);
    }
    for (size_t i = 0; i < bitcode.count && !found; i++) {
        struct bitcode_symbol s = bitcode.items[i];
        if (!may_be(kind_in(&native, s.name), s.kind))
            found = text_of(s.name);
    }
    free(bitcode.items);
    free(native.items);
    return found;
}

static void add_part(struct halves *h, struct bitcode part)
{
    h->parts = memory_resize(h->parts, (h->part_count + 1) * sizeof *h->parts);
    h->parts[h->part_count++] = part;
}

bool halves_read(struct halves *h, struct view file)
{
    struct bitcode part;
    memset(h, 0, sizeof *h);
    if (!elf_read(&h->elf, file) || !h->elf.bitcode.data)
        return false;
    struct view rest = h->elf.bitcode;
    while (bitcode_next(&rest, &part))
        add_part(h, part);
    if (rest.size > 0 || h->part_count == 0) {
        h->trouble = "its bitcode is damaged";
        return true;
    }
    const char *name = difference(h);
    if (name)
        h->trouble = text_format("its symbols were changed after it was compiled ('%s'), "
                                 "not by enz-objcopy",
                                 name);
    return true;
}

bool halves_are_ready(const struct halves *h)
{
    return !h->trouble && h->part_count == 1 && bitcode_is_unified(&h->parts[0]);
}
