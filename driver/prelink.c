/* ld.lld resolves symbols, merges the bitcode of the program, and writes the machine code of it to
 * one object; what it links is thrown away. The other linker gets that object in place of those
 * with bitcode, and before all libraries. Members of archives stay where they are: what was taken
 * out of them for its bitcode is defined in the new object, so that no linker takes it again.
 */
#include "prelink.h"
#include "archive.h"
#include "bitcode.h"
#include "halves.h"

#include <stdio.h>
#include <string.h>

static bool has_bitcode(const char *path)
{
    struct halves h;
    struct view file = view_open(path);
    bool has = bitcode_is(file) || (halves_read(&h, file) && !h.trouble);
    view_close(file);
    return has;
}

static bool refuse(const char *what)
{
    fprintf(stderr,
            "enzcc: error: a program with derivative calls cannot be linked %s by another linker "
            "than ld.lld; remove the option that names the linker\n",
            what);
    return false;
}

/* Where all members of an archive are taken, their machine code is, too. */
static bool takes_whole_archives(const struct linker_line *line)
{
    static const char name[] = "whole-archive";
    for (size_t i = 0; i < line->words.count; i++) {
        const char *word = line->words.items[i];
        if (word[0] == '-' && strcmp(word + 1 + (word[1] == '-'), name) == 0)
            return true;
    }
    return false;
}

bool prelink_begin(struct prelink *p, const struct linker_line *line, struct scratch *scratch)
{
    if (takes_whole_archives(line))
        return refuse("with '--whole-archive'");
    for (size_t i = 0; i < line->file_count; i++)
        if (line->files[i].nested && has_bitcode(line->files[i].path))
            return refuse(
                text_format("with '%s', which a linker script names,", line->files[i].path));
    p->object = scratch_path(scratch, "program.o");
    p->program = scratch_path(scratch, "program");
    return p->object && p->program;
}

void prelink_add(const struct prelink *p, struct words *out)
{
    words_add(out, text_format("--lto-obj-path=%s", p->object));
    words_add(out, "-o");
    words_add(out, p->program);
}

static bool is_object(const char *path)
{
    Elf64_Ehdr header;
    struct view file = view_open(path);
    bool is = elf_read_header(&header, file) && header.e_type == ET_REL;
    view_close(file);
    return is;
}

void prelink_line(const struct prelink *p, const struct linker_line *line, struct words *out)
{
    size_t next = 0;
    bool placed = false;
    for (size_t i = 0; i < line->file_count; i++) {
        const struct linker_file *file = &line->files[i];
        bool dropped = has_bitcode(file->path);
        if (!dropped && (placed || is_object(file->path)))
            continue;
        words_add_all(out, line->words.items + next, file->word - next);
        if (!placed)
            words_add(out, p->object);
        placed = true;
        next = file->word + (dropped ? file->words : 0);
    }
    words_add_all(out, line->words.items + next, line->words.count - next);
    if (!placed)
        words_add(out, p->object);
}
