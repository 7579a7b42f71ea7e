/* A library is linked as without bitcode, and gets it when that is done, in a section that is not
 * loaded:
 *
 *   from machine code  the bitcode of each object that was linked, with the addresses of its
 *                      symbols. The linker's map says which members of archives were linked, and
 *                      where sections of objects have come to lie: so addresses are right of
 *                      symbols, too, that the library does not export, and after strip.
 *   from bitcode       the bitcode of all objects, as merged and resolved by ld.lld
 *
 * The build ID tells at run time whether a library is the one whose bitcode a program was linked
 * with. A library without one keeps no bitcode. */
#define _POSIX_C_SOURCE 200809L
#include "shared.h"
#include "archive.h"
#include "halves.h"
#include "linker.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- The linker's map ---- */

/* A section of an input, `name` in the map's own form: file:(section) */
struct place {
    const char *name;
    uint64_t address;
    bool twice;
};

struct map {
    struct place *places; /* sorted by name */
    size_t count;
};

/* Paths of archives are made of directories in several ways. */
static char *plain_name(const char *text, size_t size)
{
    char *out = text_format("%.*s", (int)size, text);
    size_t kept = 0;
    for (size_t i = 0; out[i]; i++)
        if (out[i] != '/' || kept == 0 || out[kept - 1] != '/')
            out[kept++] = out[i];
    out[kept] = '\0';
    return out;
}

/* Lines begin with two addresses, a size and an alignment. */
static const char *skip_numbers(const char *line, uint64_t *address)
{
    char *at = (char *)line;
    *address = strtoull(at, &at, 16);
    for (int i = 0; i < 3; i++)
        strtoull(at, &at, 16);
    return at + strspn(at, " ");
}

static void read_line(struct map *m, const char *line, size_t size)
{
    uint64_t address;
    const char *text = text_format("%.*s", (int)size, line);
    const char *name = skip_numbers(text, &address);
    size_t length = strlen(name);
    if (!strstr(name, ":(") || name[length - 1] != ')')
        return;
    if ((m->count & (m->count - 1)) == 0)
        m->places = memory_resize(m->places, (m->count ? 2 * m->count : 1) * sizeof *m->places);
    m->places[m->count++] = (struct place){plain_name(name, length), address, false};
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static void read_map(struct map *m, const char *path)
{
    struct view text = view_open(path);
    for (size_t at = 0; at < text.size;) {
        const char *end = memchr(text.data + at, '\n', text.size - at);
        size_t size = end ? (size_t)(end - text.data) - at : text.size - at;
        read_line(m, text.data + at, size);
        at += size + 1;
    }
    view_close(text);
    if (m->count > 0)
        qsort(m->places, m->count, sizeof *m->places, compare_places);
    for (size_t i = 1; i < m->count; i++)
        if (strcmp(m->places[i - 1].name, m->places[i].name) == 0)
            m->places[i - 1].twice = m->places[i].twice = true;
}

/* The first place whose name is not below `name`. */
static const struct place *find_place(const struct map *m, const char *name)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(m->places[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->count ? &m->places[low] : NULL;
}

static bool is_linked(const struct map *m, const char *object)
{
    const char *prefix = text_format("%s:(", object);
    const struct place *p = find_place(m, prefix);
    return p && text_starts_with(p->name, prefix);
}

/* Where a section of an object begins in the library. */
static bool address_of(const struct map *m, const char *object, const char *section, uint64_t *out)
{
    const char *name = text_format("%s:(%s)", object, section);
    const struct place *p = find_place(m, name);
    if (!p || strcmp(p->name, name) != 0 || p->twice)
        return false;
    *out = p->address;
    return true;
}

/* ---- The contents of the section ---- */

struct writer {
    FILE *file;
    const char *path; /* of an archive */
    struct map map;
    size_t units;
};

/* The address of a symbol in a section that is linked as it is. */
static bool locate(const struct map *m, const char *object, const struct elf *e,
                   const Elf64_Sym *symbol, uint64_t *address)
{
    Elf64_Shdr section;
    if (symbol->st_shndx >= SHN_LORESERVE || !elf_section(e, symbol->st_shndx, &section) ||
        section.sh_flags & (SHF_MERGE | SHF_TLS))
        return false;
    const char *name = elf_section_name(e, symbol->st_shndx);
    if (!name || !address_of(m, object, name, address))
        return false;
    *address += symbol->st_value;
    return true;
}

static bool is_defined(const Elf64_Sym *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_OBJECT || type == STT_TLS || type == STT_COMMON);
}

static char *addresses_of(const struct map *m, const char *object, const struct elf *e)
{
    char *text = NULL;
    size_t size = 0, room = 0;
    for (size_t i = 0, count = elf_symbol_count(e); i < count; i++) {
        Elf64_Sym symbol;
        uint64_t address;
        const char *name = elf_symbol(e, i, &symbol);
        if (!name || !is_defined(&symbol))
            continue;
        const char *line = locate(m, object, e, &symbol, &address)
                               ? text_format("%llx %s\n", (unsigned long long)address, name)
                               : text_format("- %s\n", name);
        size_t length = strlen(line);
        if (size + length >= room)
            text = memory_resize(text, room = 2 * (size + length) + 1);
        memcpy(text + size, line, length + 1);
        size += length;
    }
    return text ? text : text_format("%s", "");
}

static void write_unit(struct writer *w, struct view bitcode, const char *addresses)
{
    fprintf(w->file, "unit %zu %zu\n", bitcode.size, strlen(addresses));
    fwrite(bitcode.data, 1, bitcode.size, w->file);
    fputs(addresses, w->file);
    w->units++;
}

static void write_object(struct writer *w, const char *name, struct view bytes)
{
    struct halves h;
    const char *plain = plain_name(name, strlen(name));
    if (!halves_read(&h, bytes) || h.trouble)
        return;
    /* Symbols of several objects in one have lost their objects. */
    const char *addresses = h.part_count == 1 ? addresses_of(&w->map, plain, &h.elf) : "";
    for (size_t i = 0; i < h.part_count; i++)
        if (bitcode_is_unified(&h.parts[i]))
            write_unit(w, h.parts[i].bytes, addresses);
}

static bool write_member(const struct archive_member *m, void *context)
{
    struct writer *w = context;
    const char *name = text_format("%s(%s)", w->path, m->name);
    if (is_linked(&w->map, plain_name(name, strlen(name))))
        write_object(w, name, m->bytes);
    return true;
}

static void write_file(struct writer *w, const char *path)
{
    struct view file = view_open(path);
    w->path = path;
    if (archive_is(file))
        archive_walk(path, file, write_member, w);
    else
        write_object(w, path, file);
    view_close(file);
}

static void write_units(const struct shared *s, struct writer *w)
{
    read_map(&w->map, s->map);
    for (size_t i = 0; i < s->line->file_count; i++)
        write_file(w, s->line->files[i].path);
}

static void write_merged(const struct shared *s, struct writer *w)
{
    struct view file = view_open(s->merged);
    if (bitcode_is(file))
        write_unit(w, file, "");
    view_close(file);
}

/* ---- The link ---- */

/* The file that the user wants a map in. */
static const char *users_map(const struct linker_line *line)
{
    const char *found = NULL;
    for (size_t i = 0; i < line->words.count; i++) {
        const char *word = line->words.items[i];
        const char *name = word[0] == '-' ? word + 1 + (word[1] == '-') : "";
        if (text_starts_with(name, "Map="))
            found = name + strlen("Map=");
        else if (strcmp(name, "Map") == 0 && i + 1 < line->words.count)
            found = line->words.items[i + 1];
        else if (strcmp(name, "print-map") == 0 || strcmp(word, "-M") == 0)
            return "-";
    }
    return found;
}

/* The last word on it says none, or one that is no matter of what is linked. */
static bool lacks_identity(const struct linker_line *line)
{
    static const char name[] = "build-id";
    bool lacks = false;
    for (size_t i = 0; i < line->words.count; i++) {
        const char *word = line->words.items[i];
        const char *option = word[0] == '-' ? word + 1 + (word[1] == '-') : "";
        if (text_starts_with(option, name) && option[strlen(name)] == '=')
            lacks = text_starts_with(option + strlen(name) + 1, "0x") ||
                    strcmp(option + strlen(name) + 1, "none") == 0;
        else if (strcmp(option, name) == 0)
            lacks = false;
    }
    return lacks;
}

/* Goes on until one has bitcode. */
static bool member_lacks_bitcode(const struct archive_member *member, void *context)
{
    bool *found = context;
    *found = view_contains(member->bytes, ELF_BITCODE_NAME);
    return !*found;
}

static bool has_bitcode(const struct linker_line *line)
{
    bool found = false;
    for (size_t i = 0; i < line->file_count && !found; i++) {
        Elf64_Ehdr header;
        const char *path = line->files[i].path;
        struct view file = view_open(path);
        if (archive_is(file))
            archive_walk(path, file, member_lacks_bitcode, &found);
        else if (elf_read_header(&header, file) && header.e_type == ET_REL)
            found = view_contains(file, ELF_BITCODE_NAME);
        view_close(file);
    }
    return found;
}

static bool prepare(struct shared *s, bool whole)
{
    if (whole && !substitute_files(s->line, s->toolchain, &s->inputs))
        return false;
    s->map = users_map(s->line);
    if (!s->map)
        s->map = scratch_path(&s->inputs.scratch, "map");
    if (whole)
        s->merged = scratch_path(&s->inputs.scratch, "merged.bc");
    return s->map && (!whole || s->merged);
}

bool shared_begin(struct shared *s, const struct linker_line *line, const struct toolchain *t,
                  bool whole)
{
    struct stat status;
    bool special = stat(line->output, &status) == 0 && !S_ISREG(status.st_mode);
    const char *map = users_map(line);
    memset(s, 0, sizeof *s);
    s->line = line;
    s->toolchain = t;
    if (special || t->other_linker || lacks_identity(line) || (map && strcmp(map, "-") == 0) ||
        !has_bitcode(line))
        return false;
    bool ready = prepare(s, whole);
    if (!ready)
        scratch_remove(&s->inputs.scratch);
    return ready;
}

void shared_add_words(const struct shared *s, struct words *out)
{
    words_add(out, "--build-id");
    if (!s->merged && !users_map(s->line))
        words_add(out, text_format("-Map=%s", s->map));
}

static int merge(const struct shared *s)
{
    struct words command = {0};
    const char *const words[] = {"--fat-lto-objects", "--lto=full", "--lto-emit-llvm",
                                 "--lto-O0",          "-o",         s->merged};
    words_add(&command, s->toolchain->linker);
    words_add_all(&command, s->inputs.words.items, s->inputs.words.count);
    words_add_all(&command, words, COUNT(words));
    return spawn_guarded(&command);
}

static int attach(const struct shared *s, const char *section)
{
    struct words command = {0};
    const char *const words[] = {s->toolchain->objcopy,
                                 text_format("--add-section=" ELF_UNITS_NAME "=%s", section),
                                 s->line->output};
    words_add_all(&command, words, COUNT(words));
    return spawn_guarded(&command);
}

/* To two fifths. Where LLVM was built without the means it stays as it is. */
static void compress(const struct shared *s)
{
    struct words command = {0};
    int status;
    const char *const words[] = {s->toolchain->objcopy,
                                 "--compress-sections=" ELF_UNITS_NAME "=zstd", s->line->output};
    words_add_all(&command, words, COUNT(words));
    spawn_capture(&command, STDERR_FILENO, &status);
}

static int add_bitcode(struct shared *s)
{
    struct writer w = {0};
    const char *path = scratch_path(&s->inputs.scratch, "units");
    w.file = path ? fopen(path, "wb") : NULL;
    if (!w.file) {
        fprintf(stderr, "enzcc: error: cannot make a file for the bitcode of '%s'\n",
                s->line->output);
        return 1;
    }
    fputs(ELF_UNITS_MAGIC, w.file);
    if (s->merged)
        write_merged(s, &w);
    else
        write_units(s, &w);
    int status = fclose(w.file) != 0 ? 1 : w.units > 0 ? attach(s, path) : 0;
    if (status == 0 && w.units > 0)
        compress(s);
    return status;
}

int shared_end(struct shared *s, int status)
{
    if (status == 0 && s->merged)
        status = merge(s);
    if (status == 0)
        status = add_bitcode(s);
    scratch_remove(&s->inputs.scratch);
    return status;
}

/* ---- Links of programs ---- */

static bool has_units(struct view file)
{
    return elf_is_shared(file, ELF_UNITS_NAME);
}

/* Archives may have machine code that comes before that of a library. */
static bool is_library(struct view file)
{
    Elf64_Ehdr header;
    return archive_is(file) || (elf_read_header(&header, file) && header.e_type == ET_DYN);
}

static bool is_machine_code(struct view file)
{
    struct halves h;
    Elf64_Ehdr header;
    return elf_read_header(&header, file) && header.e_type == ET_REL &&
           (!halves_read(&h, file) || h.trouble);
}

static const char *paths_of(const struct linker_line *line, bool (*is)(struct view file))
{
    const char *paths = "";
    for (size_t i = 0; i < line->file_count; i++) {
        struct view file = view_open(line->files[i].path);
        if (is(file))
            paths = text_format("%s%s\n", paths, line->files[i].path);
        view_close(file);
    }
    return paths;
}

/* Objects come first: what the program defines is no library's. */
void shared_export(const struct linker_line *line)
{
    unsetenv(SHARED_LIBRARIES_VARIABLE);
    if (*paths_of(line, has_units))
        setenv(SHARED_LIBRARIES_VARIABLE,
               text_format("%s%s", paths_of(line, is_machine_code), paths_of(line, is_library)), 1);
}
