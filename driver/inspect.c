/* Searches the inputs of a link.
 *
 * The search for requests errs on the side of "yes": thin archives and linker
 * scripts, whose contents are elsewhere, count as requests. Files that do not
 * exist do not: clang or the linker reports them.
 */
#define _GNU_SOURCE /* memmem */
#include "inspect.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file mapped for reading; `data` is NULL when it cannot be. */
struct view {
    const char *data;
    size_t size;
};

static struct view view_open(const char *path)
{
    struct view view = {NULL, 0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return view;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (data != MAP_FAILED)
            view = (struct view){data, (size_t)status.st_size};
    }
    close(file);
    return view;
}

static void view_close(struct view view)
{
    if (view.data)
        munmap((void *)view.data, view.size);
}

static bool view_contains(struct view view, const char *text)
{
    return memmem(view.data, view.size, text, strlen(text)) != NULL;
}

static bool view_starts_with(struct view view, const char *magic)
{
    size_t length = strlen(magic);
    return view.size >= length && memcmp(view.data, magic, length) == 0;
}

/* Whether the contents of the file are in the file: ELF, archive, bitcode. */
static bool view_is_searchable(struct view view)
{
    static const char *const magics[] = {"\177ELF", "!<arch>\n", "BC\xC0\xDE"};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (view_starts_with(view, magics[i]))
            return true;
    return false;
}

static bool file_requests(const char *path)
{
    struct view view = view_open(path);
    bool found = view.data && (!view_is_searchable(view) || view_contains(view, "__enzyme_"));
    view_close(view);
    return found;
}

/* ---- Linker words ---- */

/* Where -l looks, as far as the words were read. */
struct search {
    struct words directories;
    bool archives_only; /* -static, -Bstatic */
};

static bool file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

enum lookup { LOOKUP_ABSENT, LOOKUP_QUIET, LOOKUP_REQUEST };

/* Shared libraries are linked already; only archives can hold requests. */
static enum lookup library_in_directory(const struct search *search, const char *name,
                                        const char *directory)
{
    bool exact = name[0] == ':';
    const char *shared = exact ? NULL : text_format("%s/lib%s.so", directory, name);
    const char *archive = exact ? text_format("%s/%s", directory, name + 1)
                                : text_format("%s/lib%s.a", directory, name);
    if (shared && !search->archives_only && file_exists(shared))
        return LOOKUP_QUIET;
    if (!file_exists(archive))
        return LOOKUP_ABSENT;
    return file_requests(archive) ? LOOKUP_REQUEST : LOOKUP_QUIET;
}

static bool library_requests(const struct search *search, const char *name)
{
    for (size_t i = 0; i < search->directories.count; i++) {
        enum lookup found = library_in_directory(search, name, search->directories.items[i]);
        if (found != LOOKUP_ABSENT)
            return found == LOOKUP_REQUEST;
    }
    return false;
}

static void split_at(struct words *out, const char *text, char separator)
{
    const char stop[] = {separator, '\0'};
    while (text && *text) {
        size_t length = strcspn(text, stop);
        words_add(out, text_format("%.*s", (int)length, text));
        text += length;
        text += *text == separator;
    }
}

static void add_standard_directories(struct words *out)
{
    static const char *const standard[] = {"/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib"};
    split_at(out, getenv("LIBRARY_PATH"), ':');
    words_add_all(out, standard, sizeof standard / sizeof standard[0]);
    words_add(out, "/usr/lib/" ENZCC_LIBRARY_ARCHITECTURE);
}

/* Directories first: -L serves every -l, wherever it stands. */
static void read_search(struct search *search, const struct words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (strcmp(word, "-L") == 0 && i + 1 < words->count)
            words_add(&search->directories, words->items[++i]);
        else if (text_starts_with(word, "-L"))
            words_add(&search->directories, word + 2);
        else if (text_starts_with(word, "--library-path="))
            words_add(&search->directories, word + strlen("--library-path="));
        else if (text_ends_with(word, "-static") || strcmp(word, "-Bstatic") == 0)
            search->archives_only = true;
    }
    add_standard_directories(&search->directories);
}

static bool word_requests(const struct search *search, const char *word)
{
    if (text_starts_with(word, "-l"))
        return library_requests(search, word + 2);
    return word[0] != '-' && file_requests(word);
}

bool inspect_linker_words_request(const struct words *words)
{
    struct search search = {0};
    read_search(&search, words);
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        const char *next = i + 1 < words->count ? words->items[i + 1] : NULL;
        if (strcmp(word, "-o") == 0 || strcmp(word, "-L") == 0)
            i++;
        else if (strcmp(word, "-l") == 0 && next && library_requests(&search, next))
            return true;
        else if (word_requests(&search, word))
            return true;
    }
    return false;
}

/* What clang would hand to the linker, sources left out. */
static void linker_words(const struct invocation *v, struct words *out)
{
    size_t input = 0;
    for (size_t i = 0; i < v->argument_count; i++) {
        const char *text = v->arguments[i].text;
        if (input < v->input_count && v->inputs[input].text == text) {
            if (v->inputs[input++].kind == INPUT_OBJECT)
                words_add(out, text);
            continue;
        }
        struct option o = option_classify(text);
        const char *value = o.value;
        if (o.separate && i + 1 < v->argument_count)
            value = v->arguments[++i].text;
        if (o.class == CLASS_LIBRARY || o.class == CLASS_LINK_PATH)
            words_add(out, text_format("-%c%s", o.class == CLASS_LIBRARY ? 'l' : 'L', value));
        else if (o.class == CLASS_LINK_INPUT)
            split_at(out, value, ',');
    }
    if (v->link_flags & LINK_STATIC)
        words_add(out, "-static");
}

bool inspect_objects_request(const struct invocation *v)
{
    struct words words = {0};
    linker_words(v, &words);
    return inspect_linker_words_request(&words);
}

bool inspect_sources_request(const struct invocation *v)
{
    for (size_t i = 0; i < v->input_count; i++) {
        if (v->inputs[i].kind == INPUT_OBJECT)
            continue;
        struct view view = view_open(v->inputs[i].text);
        bool found = view.data && view_contains(view, "enzyme");
        view_close(view);
        if (found)
            return true;
    }
    return false;
}

/* ---- Bitcode ---- */

enum { MEMBER_HEADER = 60, MEMBER_SIZE_AT = 48, MEMBER_SIZE_LENGTH = 10 };

static bool bytes_carry_bitcode(struct view view)
{
    return view_starts_with(view, "BC\xC0\xDE") || view_contains(view, ".llvm.lto");
}

/* Symbol and name tables of archives: "/", "//", "/SYM64/". */
static bool member_is_table(const char *header)
{
    return header[0] == '/' && (header[1] < '0' || header[1] > '9');
}

static bool archive_carries_bitcode(struct view archive)
{
    size_t at = 8;
    while (at + MEMBER_HEADER <= archive.size) {
        const char *header = archive.data + at;
        char digits[MEMBER_SIZE_LENGTH + 1] = {0};
        memcpy(digits, header + MEMBER_SIZE_AT, MEMBER_SIZE_LENGTH);
        size_t size = strtoul(digits, NULL, 10);
        if (size > archive.size - at - MEMBER_HEADER)
            return false;
        struct view member = {header + MEMBER_HEADER, size};
        if (!member_is_table(header) && !bytes_carry_bitcode(member))
            return false;
        at += MEMBER_HEADER + size + (size & 1);
    }
    return true;
}

static bool file_carries_bitcode(const char *path)
{
    struct view view = view_open(path);
    bool carries = view.data && (view_starts_with(view, "!<arch>\n") ? archive_carries_bitcode(view)
                                                                     : bytes_carry_bitcode(view));
    view_close(view);
    return carries;
}

bool inspect_objects_carry_bitcode(const struct invocation *v)
{
    if (v->libraries || v->inputs_of[INPUT_ASSEMBLY] || v->inputs_of[INPUT_FOREIGN])
        return false;
    for (size_t i = 0; i < v->input_count; i++)
        if (v->inputs[i].kind == INPUT_OBJECT && !file_carries_bitcode(v->inputs[i].text))
            return false;
    return true;
}
