/* Reads the words that ld.lld reads: options with one or two dashes, values in the same word or in
 * the next, response files, libraries, and what linker scripts name. */
#include "linker_line.h"
#include "archive.h"
#include "bitcode.h"
#include "elf.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static const char *const value_names[] = {
#define LINKER_VALUE(name) name,
#include "linker_options.def"
};

static const char *const value_letters[] = {
#define LINKER_LETTER(letter) letter,
#include "linker_options.def"
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { SCRIPT_DEPTH = 8, STATES = 32 };

/* What --push-state keeps. */
struct state {
    bool archives_only; /* -Bstatic */
    bool binary;        /* files are not looked into: --format=binary */
};

struct reader {
    struct linker_line *line;
    struct words directories;
    const char *sysroot;
    struct state states[STATES];
    size_t depth; /* of states */
    size_t word, words;
    int nesting; /* of scripts */
};

/* ---- Files ---- */

static bool file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static struct state *state_of(struct reader *r)
{
    return &r->states[r->depth];
}

static void read_script(struct reader *r, const char *path, struct view text);

static bool is_script(struct view file)
{
    return file.data && !archive_is(file) && !bitcode_is(file) && !view_starts_with(file, ELFMAG);
}

static void add_file(struct reader *r, const char *path)
{
    struct linker_line *l = r->line;
    if (!file_exists(path) || state_of(r)->binary)
        return;
    struct view file = view_open(path);
    if (is_script(file)) {
        read_script(r, path, file);
    } else {
        if ((l->file_count & (l->file_count - 1)) == 0)
            l->files =
                memory_resize(l->files, (l->file_count ? 2 * l->file_count : 1) * sizeof *l->files);
        l->files[l->file_count++] = (struct linker_file){path, r->word, r->words, r->nesting > 0};
    }
    view_close(file);
}

static const char *library_in(const char *directory, const char *name, bool archives_only)
{
    if (name[0] == ':') {
        const char *exact = text_format("%s/%s", directory, name + 1);
        return file_exists(exact) ? exact : NULL;
    }
    const char *shared = text_format("%s/lib%s.so", directory, name);
    if (!archives_only && file_exists(shared))
        return shared;
    const char *archive = text_format("%s/lib%s.a", directory, name);
    return file_exists(archive) ? archive : NULL;
}

static const char *find_library(const struct words *directories, const char *name,
                                bool archives_only)
{
    for (size_t i = 0; i < directories->count; i++) {
        const char *path = library_in(directories->items[i], name, archives_only);
        if (path)
            return path;
    }
    return NULL;
}

static void add_library(struct reader *r, const char *name)
{
    const char *path = find_library(&r->directories, name, state_of(r)->archives_only);
    if (path)
        add_file(r, path);
}

/* ---- Scripts ---- */

/* The next word or sign of a script; comments count as space. Empty at the end. */
static const char *script_token(struct view text, size_t *at)
{
    static const char signs[] = "(){},;";
    while (*at < text.size) {
        if (view_starts_with(view_slice(text, *at, text.size - *at), "/*")) {
            for (*at += 2; *at + 1 < text.size && strncmp(text.data + *at, "*/", 2) != 0;)
                ++*at;
            *at += 2;
        } else if (isspace((unsigned char)text.data[*at])) {
            ++*at;
        } else {
            break;
        }
    }
    if (*at >= text.size)
        return "";
    size_t first = *at;
    bool quoted = text.data[first] == '"';
    for (++*at; *at < text.size; ++*at)
        if (quoted ? text.data[*at] == '"'
                   : isspace((unsigned char)text.data[*at]) || strchr(signs, text.data[first]) ||
                         strchr(signs, text.data[*at]))
            break;
    *at += quoted;
    return text_format("%.*s", (int)(*at - first - 2 * quoted), text.data + first + quoted);
}

static const char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    return slash ? text_format("%.*s/%s", (int)(slash - path), path, name) : name;
}

static void add_script_file(struct reader *r, const char *script, const char *name)
{
    if (text_starts_with(name, "-l")) {
        add_library(r, name + 2);
        return;
    }
    const char *whole = text_format("%s%s", r->sysroot ? r->sysroot : "", name + (*name == '='));
    bool rooted = *name == '=' || (*name == '/' && r->sysroot && file_exists(whole) &&
                                   text_starts_with(script, r->sysroot));
    const char *near = *name == '/' ? name : beside(script, name);
    if (rooted)
        add_file(r, whole);
    else if (file_exists(near))
        add_file(r, near);
    else if (file_exists(name))
        add_file(r, name);
    else
        add_library(r, text_format(":%s", name));
}

/* The files in INPUT(...) and GROUP(...), also inside AS_NEEDED(...), and assignments. */
static void read_script(struct reader *r, const char *path, struct view text)
{
    size_t at = 0;
    if (r->nesting >= SCRIPT_DEPTH)
        return;
    assignments_read(&r->line->assignments, text);
    r->nesting++;
    for (const char *token; *(token = script_token(text, &at));) {
        if (strcmp(token, "INPUT") != 0 && strcmp(token, "GROUP") != 0)
            continue;
        int depth = 0;
        while (*(token = script_token(text, &at))) {
            depth += (*token == '(') - (*token == ')');
            if (depth == 0)
                break;
            if (!strchr("(),", *token) && strcmp(token, "AS_NEEDED") != 0)
                add_script_file(r, path, token);
        }
    }
    r->nesting--;
}

/* ---- Words ---- */

/* The name of an option without its dashes. */
static const char *name_of(const char *word)
{
    return word + 1 + (word[1] == '-');
}

/* If the word is option `name` with a value: the value, NULL where it is the next word. */
static bool has_value(const char *word, const char *name, const char **value)
{
    size_t length = strlen(name);
    const char *rest = name_of(word);
    if (strncmp(rest, name, length) != 0)
        return false;
    *value = rest[length] == '=' ? rest + length + 1 : NULL;
    return rest[length] == '=' || rest[length] == '\0';
}

/* -Ldir, -L dir, -lname: one letter, one dash. */
static bool has_letter(const char *word, const char *letter, const char **value)
{
    if (word[1] != letter[0])
        return false;
    *value = word[2] ? word + 2 : NULL;
    return true;
}

static bool is_any(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name_of(word), names[i]) == 0)
            return true;
    return false;
}

static bool takes_next(const char *word)
{
    return is_any(word, value_names, COUNT(value_names)) ||
           (word[1] != '-' && is_any(word, value_letters, COUNT(value_letters)));
}

static void add_directory(struct reader *r, const char *directory)
{
    static const char variable[] = "$SYSROOT";
    const char *root = r->sysroot ? r->sysroot : "";
    if (directory[0] == '=')
        directory = text_format("%s%s", root, directory + 1);
    else if (text_starts_with(directory, variable))
        directory = text_format("%s%s", root, directory + strlen(variable));
    words_add(&r->directories, directory);
}

enum word_class {
    WORD_OTHER,
    WORD_FILE,
    WORD_DIRECTORY,
    WORD_LIBRARY,
    WORD_OUTPUT,
    WORD_SYSROOT,
    WORD_SCRIPT,
    WORD_FORMAT
};

/* What a word is that may have a value. */
static enum word_class classify(const char *word, const char **value)
{
    static const struct {
        const char *name, *letter;
        enum word_class class;
    } rows[] = {
        {"library-path", "L", WORD_DIRECTORY}, {"library", "l", WORD_LIBRARY},
        {"output", "o", WORD_OUTPUT},          {"script", "T", WORD_SCRIPT},
        {"format", "b", WORD_FORMAT},          {"sysroot", NULL, WORD_SYSROOT},
    };
    if (word[0] != '-' || !word[1])
        return WORD_FILE;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (has_value(word, rows[i].name, value))
            return rows[i].class;
    if (takes_next(word))
        return WORD_OTHER;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].letter && has_letter(word, rows[i].letter, value))
            return rows[i].class;
    *value = word;
    return WORD_OTHER;
}

static void read_switch(struct reader *r, const char *word)
{
    static const char *const archives[] = {"Bstatic", "dn", "non_shared", "static"};
    static const char *const shared[] = {"Bdynamic", "dy", "call_shared"};
    static const char *const relocatable[] = {"r", "relocatable"};
    static const char *const library[] = {"shared", "Bshareable"};
    if (is_any(word, archives, COUNT(archives)))
        state_of(r)->archives_only = true;
    else if (is_any(word, shared, COUNT(shared)))
        state_of(r)->archives_only = false;
    else if (is_any(word, relocatable, COUNT(relocatable)))
        r->line->relocatable = true;
    else if (is_any(word, library, COUNT(library)))
        r->line->shared = true;
    else if (strcmp(name_of(word), "pop-state") == 0 && r->depth > 0)
        r->depth--;
    else if (strcmp(name_of(word), "push-state") == 0 && r->depth + 1 < STATES) {
        r->states[r->depth + 1] = r->states[r->depth];
        r->depth++;
    }
}

static void add_script(struct reader *r, const char *path)
{
    struct view text = view_open(path);
    if (text.data)
        read_script(r, path, text);
    view_close(text);
}

static void read_word(struct reader *r, enum word_class class, const char *word, const char *value)
{
    switch (class) {
    case WORD_FILE: add_file(r, word); break;
    case WORD_LIBRARY: add_library(r, value); break;
    case WORD_OUTPUT: r->line->output = value; break;
    case WORD_SCRIPT: add_script(r, value); break;
    case WORD_FORMAT: state_of(r)->binary = strcmp(value, "binary") == 0; break;
    default: read_switch(r, word); break;
    }
}

/* Where libraries are serves every -l, wherever it stands. */
static void read_directory(struct reader *r, enum word_class class, const char *value)
{
    if (class == WORD_DIRECTORY)
        add_directory(r, value);
    if (class == WORD_SYSROOT)
        r->sysroot = value;
}

static void read_words(struct reader *r, bool directories)
{
    const struct words *words = &r->line->words;
    for (size_t i = 0; i < words->count; i += r->words) {
        const char *value = NULL;
        enum word_class class = classify(words->items[i], &value);
        r->word = i;
        r->words = 1;
        if (class != WORD_FILE && !value && i + 1 < words->count) {
            value = words->items[i + 1];
            r->words = 2;
        }
        if (class != WORD_FILE && !value)
            break;
        if (directories)
            read_directory(r, class, value);
        else
            read_word(r, class, words->items[i], value);
    }
}

void linker_line_read(struct linker_line *line, const struct words *words)
{
    struct reader r = {.line = line};
    memset(line, 0, sizeof *line);
    line->output = "a.out";
    line->has_responses = words_have_responses(words);
    for (size_t i = 0; i < words->count; i++)
        words_add_expanded(&line->words, words->items[i]);
    read_words(&r, true);
    read_words(&r, false);
}

const char *linker_line_library(const struct linker_line *line, const char *name)
{
    struct linker_line copy = *line;
    struct reader r = {.line = &copy};
    copy.files = NULL;
    copy.file_count = 0;
    copy.assignments = (struct assignments){0};
    read_words(&r, true);
    read_words(&r, false);
    return find_library(&r.directories, name, state_of(&r)->archives_only);
}

const char *linker_line_next(const struct linker_line *line, const char *name, size_t *at)
{
    const struct words *words = &line->words;
    while (*at < words->count) {
        const char *word = words->items[(*at)++], *value;
        if (word[0] != '-' || !has_value(word, name, &value))
            continue;
        if (!value && *at < words->count)
            value = words->items[(*at)++];
        if (value)
            return value;
    }
    return NULL;
}

const char *linker_line_value(const struct linker_line *line, const char *name)
{
    const char *last = NULL, *value;
    for (size_t at = 0; (value = linker_line_next(line, name, &at));)
        last = value;
    return last;
}
