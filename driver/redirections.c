/* The linker replaces symbols by --wrap and --defsym, and by assignments in linker scripts. What
 * stands on the right of an assignment is a function only if it is another name.
 */
#include "redirections.h"
#include "archive.h"
#include "bitcode.h"
#include "elf.h"

#include <ctype.h>
#include <string.h>

/* ---- What files define ---- */

struct definition {
    const char *symbol;
    bool found;
};

static void look_into_elf(const struct elf *elf, struct definition *d)
{
    for (size_t i = 0; i < elf_symbol_count(elf); i++) {
        Elf64_Sym symbol;
        const char *name = elf_symbol(elf, i, &symbol);
        if (name && symbol.st_shndx != SHN_UNDEF && strcmp(name, d->symbol) == 0 &&
            ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
            d->found = true;
    }
}

static void look_into_bitcode(struct view bytes, struct definition *d)
{
    struct bitcode b;
    while (!d->found && bitcode_next(&bytes, &b))
        for (size_t i = 0; i < bitcode_symbol_count(&b); i++) {
            struct bitcode_symbol s = bitcode_symbol(&b, i);
            if ((s.kind == BITCODE_SYMBOL_WEAK || s.kind == BITCODE_SYMBOL_STRONG) &&
                s.name.size == strlen(d->symbol) &&
                memcmp(s.name.data, d->symbol, s.name.size) == 0)
                d->found = true;
        }
}

/* What shared libraries define does not count. */
static void look_into(struct view object, struct definition *d)
{
    struct elf elf;
    if (bitcode_is(object))
        look_into_bitcode(object, d);
    else if (view_contains(object, d->symbol) && elf_read(&elf, object) &&
             elf.header.e_type == ET_REL)
        look_into_elf(&elf, d);
}

static bool look_into_member(const struct archive_member *member, void *context)
{
    struct definition *d = context;
    look_into(member->bytes, d);
    return !d->found;
}

static bool is_defined(const struct linker_line *line, const char *symbol)
{
    struct definition d = {symbol, false};
    for (size_t i = 0; i < line->file_count && !d.found; i++) {
        struct view file = view_open(line->files[i].path);
        if (archive_is(file))
            archive_walk(line->files[i].path, file, look_into_member, &d);
        else
            look_into(file, &d);
        view_close(file);
    }
    return d.found;
}

/* ---- The lines ---- */

static const char *add_wrapped(const struct linker_line *line, const char *text)
{
    const char *name;
    for (size_t at = 0; (name = linker_line_next(line, "wrap", &at));)
        text = text_format("%swrap %s __wrap_%s __real_%s\n", text, name, name, name);
    return text;
}

static const char *add_defined(const struct linker_line *line, const char *text)
{
    const char *value;
    for (size_t at = 0; (value = linker_line_next(line, "defsym", &at));) {
        const char *name = strchr(value, '=');
        if (name && !isdigit((unsigned char)name[1]) && !strpbrk(name + 1, " +-*/&|<>?(~"))
            text = text_format("%sset %.*s %s\n", text, (int)(name - value), value, name + 1);
    }
    return text;
}

/* What is provided counts if no file defines the symbol, what is calculated if one does: labels
 * such as `end = .;` are no functions. */
static const char *add_assigned(const struct linker_line *line, const char *text)
{
    for (size_t i = 0; i < line->assignments.count; i++) {
        const struct assignment *a = &line->assignments.items[i];
        if ((a->provides || !a->target) && is_defined(line, a->symbol) == a->provides)
            continue;
        if (a->provides && !a->target)
            continue;
        if (a->target)
            text = text_format("%s%s %s %s\n", text, a->provides ? "provide" : "set", a->symbol,
                               a->target);
        else
            text = text_format("%slost %s\n", text, a->symbol);
    }
    return text;
}

const char *redirections_of(const struct linker_line *line)
{
    return add_assigned(line, add_defined(line, add_wrapped(line, "")));
}
