/* Searches the inputs of a link.
 *
 * Names are looked for where symbols have them; where nothing can be read, anywhere in the file.
 */
#include "inspect.h"
#include "archive.h"
#include "bitcode.h"
#include "elf.h"

#include <stdlib.h>
#include <string.h>

#define REQUEST "__enzyme_"

/* ---- Requests ---- */

bool inspect_object_requests(struct view file)
{
    struct elf elf;
    Elf64_Ehdr header;
    if (!view_contains(file, REQUEST))
        return false;
    if (elf_read_header(&header, file) && header.e_type != ET_REL)
        return false; /* linked already */
    return elf_read(&elf, file) && elf.names.data ? view_contains(elf.names, REQUEST) : true;
}

/* Goes on until one requests. */
static bool member_is_quiet(const struct archive_member *member, void *context)
{
    bool *found = context;
    *found = inspect_object_requests(member->bytes);
    return !*found;
}

static bool archive_requests(const char *path, struct view file)
{
    bool found = false, thin = view_starts_with(file, "!<thin>");
    if (thin || view_contains(file, REQUEST))
        archive_walk(path, file, member_is_quiet, &found);
    return found;
}

static bool file_requests(const char *path)
{
    struct view file = view_open(path);
    bool found = archive_is(file) ? archive_requests(path, file) : inspect_object_requests(file);
    view_close(file);
    return found;
}

const char *inspect_line_requests(const struct linker_line *line)
{
    for (size_t i = 0; i < line->file_count; i++)
        if (file_requests(line->files[i].path))
            return line->files[i].path;
    return NULL;
}

/* ---- Machines ---- */

struct machine {
    bool known;
    unsigned char class, order;
    Elf64_Half number;
};

static struct machine machine_of(struct view file)
{
    Elf64_Ehdr header; /* of the other class it starts with the same members */
    struct view bytes = view_slice(file, 0, sizeof header);
    struct machine m = {false, 0, 0, 0};
    if (!bytes.data || !view_starts_with(file, ELFMAG))
        return m;
    memcpy(&header, bytes.data, sizeof header);
    return (struct machine){true, header.e_ident[EI_CLASS], header.e_ident[EI_DATA],
                            header.e_machine};
}

static bool note_machine(const struct archive_member *member, void *context)
{
    struct machine *m = context;
    *m = machine_of(member->bytes);
    return !m->known;
}

static struct machine machine_of_file(const char *path)
{
    struct machine m = {false, 0, 0, 0};
    struct view file = view_open(path);
    if (archive_is(file))
        archive_walk(path, file, note_machine, &m);
    else
        m = machine_of(file);
    view_close(file);
    return m;
}

bool inspect_line_fits(const struct linker_line *line, const char *library)
{
    struct machine ours = machine_of_file(library);
    for (size_t i = 0; i < line->file_count; i++) {
        struct machine m = machine_of_file(line->files[i].path);
        if (m.known)
            return ours.known && m.class == ours.class && m.order == ours.order &&
                   m.number == ours.number;
    }
    return ours.known;
}

bool inspect_sources_request(const struct invocation *v)
{
    for (size_t i = 0; i < v->input_count; i++) {
        if (v->inputs[i].kind == INPUT_OBJECT)
            continue;
        struct view view = view_open(v->inputs[i].text);
        bool found = view_contains(view, "enzyme");
        view_close(view);
        if (found)
            return true;
    }
    return false;
}
