/* What has become of each symbol is seen from the symbol tables before and after: a definition is
 * known by its place, other symbols by their order. clang and the passes then do the same to the
 * bitcode. Where that is not clear, as in archives, the bitcode stays as it is; a link notices and
 * takes the machine code (halves.c).
 */
#define _POSIX_C_SOURCE 200809L
#include "objcopy.h"
#include "halves.h"
#include "rewrite.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const value_names[] = {
#define OBJCOPY_VALUE(name) name,
#include "objcopy_options.def"
};

static const char value_letters[] = {
#define OBJCOPY_LETTER(letter) letter,
#include "objcopy_options.def"
};

/* ---- The command line ---- */

static bool takes_next_word(const char *word)
{
    if (word[0] != '-')
        return false;
    for (size_t i = 0; i < COUNT(value_letters); i++)
        if (word[1] == value_letters[i] && !word[2])
            return true;
    for (size_t i = 0; i < COUNT(value_names) && word[1] == '-'; i++)
        if (strcmp(word + 2, value_names[i]) == 0)
            return true;
    return false;
}

/* What is read, then what is written. */
static void find_files(const struct words *words, struct words *files)
{
    for (size_t i = 0; i < words->count; i++)
        if (takes_next_word(words->items[i]))
            i++;
        else if (words->items[i][0] != '-')
            words_add(files, words->items[i]);
    if (files->count == 1)
        words_add(files, files->items[0]);
}

/* ---- Symbols ---- */

struct symbol {
    const char *name, *section; /* section: NULL if it is defined in none */
    Elf64_Sym elf;
    bool matched;
};

struct symbols {
    struct symbol *items;
    size_t count;
};

/* The texts of the file are copied: it may be written over. */
static struct symbols read_symbols(const struct elf *e)
{
    struct symbols all = {NULL, 0};
    size_t count = elf_symbol_count(e);
    all.items = memory_resize(NULL, (count + 1) * sizeof *all.items);
    for (size_t i = 0; i < count; i++) {
        struct symbol s = {0};
        const char *name = elf_symbol(e, i, &s.elf);
        unsigned type = ELF64_ST_TYPE(s.elf.st_info);
        if (!name || type == STT_SECTION || type == STT_FILE)
            continue;
        s.name = text_format("%s", name);
        s.section = elf_section_name(e, s.elf.st_shndx);
        if (s.section)
            s.section = text_format("%s", s.section);
        all.items[all.count++] = s;
    }
    return all;
}

static bool same_place(const struct symbol *a, const struct symbol *b)
{
    if (!a->section || !b->section)
        return !a->section && !b->section && a->elf.st_shndx == b->elf.st_shndx;
    return strcmp(a->section, b->section) == 0 && a->elf.st_value == b->elf.st_value &&
           a->elf.st_size == b->elf.st_size &&
           ELF64_ST_TYPE(a->elf.st_info) == ELF64_ST_TYPE(b->elf.st_info);
}

static char binding(const struct symbol *s)
{
    static const char letters[] = {[STB_LOCAL] = 'l', [STB_GLOBAL] = 'g', [STB_WEAK] = 'w'};
    unsigned bind = ELF64_ST_BIND(s->elf.st_info);
    return bind < sizeof letters ? letters[bind] : 'g';
}

/* A line for the passes for each symbol that is another now. */
static void note_change(struct symbol *a, struct symbol *b, struct words *edits)
{
    a->matched = b->matched = true;
    char bound = binding(a) == binding(b) ? '=' : binding(b);
    if (strcmp(a->name, b->name) != 0 || bound != '=')
        words_add(edits, text_format("%s %s %c", a->name, b->name, bound));
}

static void match(struct symbols *old, struct symbols *new, bool by_name, struct words *edits)
{
    size_t first = 0;
    for (size_t i = 0; i < old->count; i++) {
        struct symbol *a = &old->items[i];
        for (size_t j = by_name ? 0 : first; j < new->count && !a->matched; j++) {
            struct symbol *b = &new->items[j];
            if (!b->matched && same_place(a, b) && (!by_name || strcmp(a->name, b->name) == 0))
                note_change(a, b, edits);
        }
        while (first < new->count && new->items[first].matched)
            first++;
    }
}

static size_t undefined_left(const struct symbols *all)
{
    size_t left = 0;
    for (size_t i = 0; i < all->count; i++)
        left += !all->items[i].matched && !all->items[i].section;
    return left;
}

/* Lines of old name, new name and binding; false if it is not clear what became of which. */
static bool find_changes(struct symbols *old, struct symbols *new, struct words *edits)
{
    match(old, new, true, edits);
    if (undefined_left(old) != undefined_left(new))
        return undefined_left(new) == 0;
    match(old, new, false, edits);
    return true;
}

/* ---- Bitcode ---- */

static int attach(const struct toolchain *t, const char *path, const char *bitcode)
{
    struct words command = {0};
    const char *const words[] = {
        t->objcopy,
        "--remove-section=" ELF_BITCODE_NAME,
        text_format("--add-section=" ELF_BITCODE_NAME "=%s", bitcode),
        "--set-section-flags=" ELF_BITCODE_NAME "=exclude",
        text_format("--set-section-type=" ELF_BITCODE_NAME "=0x%x", ELF_BITCODE_TYPE),
        path};
    words_add_all(&command, words, COUNT(words));
    return spawn_run(&command);
}

static int edit_bitcode(const struct toolchain *t, const char *path, const struct halves *h,
                        const struct words *edits)
{
    struct scratch scratch = {0};
    struct rewriter r = {t, &scratch};
    const char *list = scratch_path(&scratch, "symbols");
    const char *bitcode = NULL;
    if (list && words_write_lines(edits, list))
        bitcode = rewrite_symbols(&r, "bitcode", &h->parts[0], list);
    int status = bitcode ? attach(t, path, bitcode) : 1;
    scratch_remove(&scratch);
    return status;
}

static int follow(const struct toolchain *t, const char *path, struct symbols *old)
{
    struct halves h;
    struct words edits = {0};
    struct view file = view_open(path);
    int status = 0;
    if (halves_read(&h, file) && h.part_count == 1) {
        struct symbols new = read_symbols(&h.elf);
        if (find_changes(old, &new, &edits) && edits.count > 0)
            status = edit_bitcode(t, path, &h, &edits);
    }
    view_close(file);
    return status;
}

int objcopy_run(const struct toolchain *t, const struct words *words)
{
    struct words command = {0}, files = {0};
    struct halves h;
    words_add(&command, t->objcopy);
    words_add_all(&command, words->items, words->count);
    find_files(words, &files);
    struct view input = files.count == 2 ? view_open(files.items[0]) : (struct view){NULL, 0};
    if (!halves_read(&h, input) || h.trouble)
        return spawn_become(&command);
    struct symbols old = read_symbols(&h.elf);
    view_close(input);
    int status = spawn_run(&command);
    return status == 0 ? follow(t, files.items[1], &old) : status;
}
