/* The passes have said what each function is, but they see one module: which object, archive or
 * shared library a function comes from is looked up here, in the symbol tables of the link. */
#include "audit.h"
#include "archive.h"
#include "elf.h"
#include "spawn.h"
#include "toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct row {
    const char *status, *blocks, *symbol, *name, *place;
    const char *from; /* the file that defines it, or NULL */
    const char *file; /* the same without the member of an archive */
    bool shared;      /* which is a shared library */
};

struct table {
    struct row *rows;
    size_t count;
};

/* ---- reading ---- */

/* Cuts the text at the next tab or end of line. */
static const char *next_field(char **text)
{
    const char *field = *text;
    size_t length = strcspn(field, "\t\n");
    char end = field[length];
    (*text)[length] = '\0';
    *text += length + (end != '\0');
    return field;
}

static struct table read_table(const char *path)
{
    struct table t = {NULL, 0};
    char *text = text_read_file(path);
    while (text && *text) {
        if ((t.count & (t.count - 1)) == 0)
            t.rows = memory_resize(t.rows, (t.count ? 2 * t.count : 1) * sizeof *t.rows);
        struct row *r = &t.rows[t.count++];
        memset(r, 0, sizeof *r);
        r->status = next_field(&text);
        r->blocks = next_field(&text);
        r->symbol = next_field(&text);
        r->name = next_field(&text);
        r->place = next_field(&text);
    }
    return t;
}

static int by_symbol(const void *a, const void *b)
{
    return strcmp(((const struct row *)a)->symbol, ((const struct row *)b)->symbol);
}

/* ---- who defines what ---- */

struct search {
    struct table *table;
    const char *path;
};

static void note_definition(struct search *s, const char *symbol, const char *from, bool shared)
{
    struct row key = {.symbol = symbol};
    struct row *r = s->table->count ? bsearch(&key, s->table->rows, s->table->count,
                                              sizeof *s->table->rows, by_symbol)
                                    : NULL;
    if (!r || r->from)
        return;
    r->from = from;
    r->file = s->path;
    r->shared = shared;
}

static void search_object(struct search *s, struct view bytes, const char *from)
{
    struct elf elf;
    Elf64_Sym symbol;
    if (!elf_read(&elf, bytes))
        return;
    for (size_t i = 0; i < elf_symbol_count(&elf); i++) {
        const char *name = elf_symbol(&elf, i, &symbol);
        if (name && symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
            note_definition(s, name, from, false);
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool search_member(const struct archive_member *member, void *context)
{
    struct search *s = context;
    search_object(s, member->bytes, text_format("%s(%s)", s->path, base_name(member->name)));
    return true;
}

/* What a shared library exports, without versions of symbols. */
static void search_library(struct search *s)
{
    struct words command = {0};
    int status;
    words_add(&command, toolchain_program("llvm-nm"));
    words_add(&command, "-D");
    words_add(&command, "--defined-only");
    words_add(&command, "--no-demangle");
    words_add(&command, "--format=just-symbols");
    words_add(&command, s->path);
    char *text = spawn_capture(&command, STDOUT_FILENO, &status);
    while (text && *text) {
        size_t line = strcspn(text, "\n"), length = strcspn(text, "@\n");
        note_definition(s, text_format("%.*s", (int)length, text), s->path, true);
        text += line + (text[line] != '\0');
    }
}

static void search_file(struct table *table, const char *path)
{
    struct search s = {table, path};
    Elf64_Ehdr header;
    struct view file = view_open(path);
    if (archive_is(file))
        archive_walk(path, file, search_member, &s);
    else if (elf_read_header(&header, file) && header.e_type == ET_DYN)
        search_library(&s);
    else
        search_object(&s, file, path);
    view_close(file);
}

/* ---- what to do ---- */

/* Objects that a compiler makes on the way to a program say nothing to a user. */
static bool is_temporary(const char *path)
{
    const char *directory = getenv("TMPDIR");
    return text_starts_with(path, "/tmp/") ||
           (directory && *directory && text_starts_with(path, directory));
}

/* The first thing that helps. */
static const char *first_remedy(const struct row *r)
{
    if (r->from && r->shared)
        return text_format("link a static library, compiled with enzcc, in place of '%s'", r->file);
    if (r->from)
        return text_format("compile '%s' with enzcc", r->file);
    return "link the library that defines it, compiled with enzcc";
}

/* `separator`: between the things of which one helps. NULL if nothing is in the way. */
static const char *remedy(const struct row *r, const char *separator)
{
    if (strcmp(r->status, "opaque") != 0)
        return NULL;
    return text_format("%s,%sor give it a rule, __enzyme_register_gradient_%s,"
                       "%sor -fenz-inactive=%s if no result depends on it",
                       first_remedy(r), separator, r->symbol, separator, r->symbol);
}

/* ---- a text ---- */

static const struct section {
    const char *status, *blocks; /* of its rows */
    const char *title;
    bool brief; /* one line for all that are alike */
} sections[] = {
    {"opaque", "yes", "No derivative can be made before these have bitcode or a rule:", false},
    {"opaque", "perhaps",
     "These have neither bitcode nor a rule. Other errors hide whether they get active values:",
     false},
    {"opaque", "no", "These have neither bitcode nor a rule, and get no active values:", true},
    {"bitcode", "no", "These have bitcode and are differentiated where that is needed:", true},
    {"rule", "no", "For these there is a rule:", true},
    {"inactive", "no", "These are inactive:", true},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool is_in(const struct row *r, const struct section *s)
{
    return strcmp(r->status, s->status) == 0 && strcmp(r->blocks, s->blocks) == 0;
}

static bool is_program_own(const struct row *r)
{
    return r->from && is_temporary(r->from);
}

static void print_row(const struct row *r, const struct section *s)
{
    bool defined = strcmp(r->status, "bitcode") == 0;
    printf("  %s", r->name);
    if (r->from && !is_program_own(r))
        printf(", in %s", r->from);
    else if (!r->from && !s->brief)
        printf(", in no file of the link");
    if (*r->place)
        printf(defined ? ", defined at %s" : ", called at %s", r->place);
    printf("\n");
    if (!s->brief)
        printf("    remedy: %s\n", remedy(r, "\n            "));
}

static void print_section(const struct table *t, const struct section *s)
{
    bool any = false;
    for (size_t i = 0; i < t->count; i++) {
        if (!is_in(&t->rows[i], s))
            continue;
        if (!any)
            printf("%s\n", s->title);
        any = true;
        print_row(&t->rows[i], s);
    }
}

static void print_text(const struct table *t)
{
    if (t->count == 0)
        printf("The derivatives of this link call no functions.\n");
    for (size_t i = 0; i < SECTIONS; i++)
        print_section(t, &sections[i]);
}

/* ---- JSON ---- */

static void print_member(const char *name, const char *value, const char *separator)
{
    printf("\"%s\": %s%s", name, value && *value ? text_json(value) : "null", separator);
}

static void print_json(const struct table *t)
{
    bool first = true;
    printf("{\"version\": 1, \"functions\": [");
    for (size_t s = 0; s < SECTIONS; s++)
        for (size_t i = 0; i < t->count; i++) {
            const struct row *r = &t->rows[i];
            bool defined = strcmp(r->status, "bitcode") == 0;
            if (!is_in(r, &sections[s]))
                continue;
            printf("%s\n  {", first ? "" : ",");
            first = false;
            print_member("name", r->name, ", ");
            print_member("symbol", r->symbol, ", ");
            print_member("status", r->status, ", ");
            print_member("blocks", r->blocks, ", ");
            print_member("called", defined ? NULL : r->place, ", ");
            print_member("defined", defined ? r->place : NULL, ", ");
            print_member("file", is_program_own(r) ? NULL : r->from, ", ");
            print_member("remedy", remedy(r, " "), "}");
        }
    printf("%s]}\n", first ? "" : "\n");
}

void audit_print(const char *path, const struct linker_line *line, bool json)
{
    struct table t = read_table(path);
    if (t.count > 0)
        qsort(t.rows, t.count, sizeof *t.rows, by_symbol);
    for (size_t i = 0; i < line->file_count && t.count > 0; i++)
        search_file(&t, line->files[i].path);
    (json ? print_json : print_text)(&t);
    fflush(stdout);
}
