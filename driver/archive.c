/* An archive is a magic text and members, each behind a header of 60 bytes in decimal text. A GNU
 * archive keeps long names in a member of its own, a BSD archive in front of the bytes. */
#include "archive.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC      "!<arch>\n"
#define THIN_MAGIC "!<thin>\n"

enum {
    HEADER_SIZE = 60,
    NAME_SIZE = 16,
    SIZE_AT = 48,
    SIZE_SIZE = 10,
};

struct walk {
    const char *path;
    struct view file;
    struct view long_names;
    bool thin;
};

bool archive_is(struct view file)
{
    return view_starts_with(file, MAGIC) || view_starts_with(file, THIN_MAGIC);
}

static uint64_t number(const char *text, size_t size)
{
    return strtoull(text_format("%.*s", (int)size, text), NULL, 10);
}

static bool is_table(const char *header)
{
    static const char *const tables[] = {"/ ", "/SYM64/", "// ", "__.SYMDEF"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (strncmp(header, tables[i], strlen(tables[i])) == 0)
            return true;
    return false;
}

static const char *long_name(const struct walk *w, const char *header)
{
    uint64_t at = number(header + 1, NAME_SIZE - 1);
    struct view rest = view_slice(w->long_names, at, w->long_names.size - at);
    size_t length = 0;
    while (length < rest.size && rest.data[length] != '\n')
        length++;
    length -= length > 0 && rest.data[length - 1] == '/';
    return text_format("%.*s", (int)length, rest.data ? rest.data : "");
}

static const char *short_name(const char *header)
{
    size_t length = NAME_SIZE;
    while (length > 0 && header[length - 1] == ' ')
        length--;
    length -= length > 1 && header[length - 1] == '/';
    return text_format("%.*s", (int)length, header);
}

/* The name that stands in front of the bytes. */
static void take_bsd_name(struct archive_member *m, const char *header)
{
    uint64_t length = number(header + 3, NAME_SIZE - 3);
    struct view name = view_slice(m->bytes, 0, length);
    if (!name.data)
        return;
    m->name = text_format("%.*s", (int)name.size, name.data);
    m->bytes = view_slice(m->bytes, length, m->bytes.size - length);
    m->offset += length;
}

static void name_member(const struct walk *w, const char *header, struct archive_member *m)
{
    if (strncmp(header, "#1/", 3) == 0)
        take_bsd_name(m, header);
    else if (header[0] == '/')
        m->name = long_name(w, header);
    else
        m->name = short_name(header);
}

static struct view open_elsewhere(const struct walk *w, const char *name)
{
    const char *slash = strrchr(w->path, '/');
    if (name[0] == '/' || !slash)
        return view_open(name);
    return view_open(text_format("%.*s/%s", (int)(slash - w->path), w->path, name));
}

static bool visit_member(const struct walk *w, const char *header, struct view bytes,
                         uint64_t offset, archive_visit *visit, void *context)
{
    struct archive_member m = {NULL, bytes, offset, w->thin};
    name_member(w, header, &m);
    if (w->thin)
        m.bytes = open_elsewhere(w, m.name);
    bool goes_on = visit(&m, context);
    if (w->thin)
        view_close(m.bytes);
    return goes_on;
}

bool archive_walk(const char *path, struct view file, archive_visit *visit, void *context)
{
    struct walk w = {path, file, {NULL, 0}, view_starts_with(file, THIN_MAGIC)};
    for (uint64_t at = strlen(MAGIC); at + 1 < file.size;) {
        struct view header = view_slice(file, at, HEADER_SIZE);
        if (!header.data)
            return false;
        bool table = is_table(header.data);
        uint64_t size = number(header.data + SIZE_AT, SIZE_SIZE);
        uint64_t stored = w.thin && !table ? 0 : size;
        struct view bytes = view_slice(file, at + HEADER_SIZE, stored);
        if (!bytes.data)
            return false;
        if (strncmp(header.data, "// ", 3) == 0)
            w.long_names = bytes;
        if (!table && !visit_member(&w, header.data, bytes, at + HEADER_SIZE, visit, context))
            return false;
        at += HEADER_SIZE + stored + (stored & 1);
    }
    return true;
}
