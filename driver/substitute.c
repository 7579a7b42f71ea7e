/* What is done about an object whose bitcode ld.lld cannot link as it lies there:
 *
 *   both halves differ           its machine code is linked: a copy of the file hides the section
 *                                with the bitcode
 *   bitcode of several objects   the bitcodes take the object's place
 *   bitcode of clang's LTO       clang writes it again, marked as ours is; the machine code is
 * taken instead if the object is in an archive
 */
#define _POSIX_C_SOURCE 200809L
#include "substitute.h"
#include "archive.h"
#include "halves.h"
#include "inspect.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known while one file is looked at. */
struct work {
    struct substitution *out;
    const struct toolchain *toolchain;
    const char *path;
    const struct linker_file *file;
    struct view view;
    uint64_t *patches; /* where headers of sections stand that are to be hidden */
    size_t patch_count;
    struct words parts; /* what takes the file's place */
    bool replaced, failed;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void refuse(struct work *w, const char *name, const char *why)
{
    fprintf(
        stderr,
        "enzcc: error: cannot link '%s' with derivatives: %s; compile it with enzcc, or name it "
        "as an object on the command line\n",
        name, why);
    w->failed = true;
}

/* ---- One object's machine code ---- */

static void add_patch(struct work *w, uint64_t at)
{
    w->patches = memory_resize(w->patches, (w->patch_count + 1) * sizeof *w->patches);
    w->patches[w->patch_count++] = at;
}

static void use_machine_code(struct work *w, const char *name, uint64_t patch, const char *why)
{
    words_add(&w->out->natives, name);
    words_add(&w->out->notes, text_format("'%s' is linked as machine code, of which no derivative "
                                          "can be made: %s; compile it again with enzcc",
                                          name, why));
    add_patch(w, patch);
}

/* An object without bitcode. It stays as it is; the note is for links that fail. */
static void note_native(struct work *w, const char *name, struct view bytes)
{
    struct elf elf;
    bool readable = elf_read(&elf, bytes);
    words_add(&w->out->natives, name);
    if (readable && elf.lost.data)
        words_add(&w->out->notes,
                  text_format("'%s' is linked as machine code, of which no derivative can be made: "
                              "it was made by -r of objects without bitcode ('%.*s')",
                              name, (int)elf.lost.size, elf.lost.data));
    else if (readable && inspect_object_requests(bytes))
        words_add(&w->out->notes, text_format("'%s' calls for derivatives and has no bitcode; "
                                              "compile it with enzcc",
                                              name));
}

/* ---- Bitcode in files of its own ---- */

/* The passes get other options than those of the link. */
static int run_with_options(const struct words *command, const char *options)
{
    static const char variable[] = "ENZCC_PLUGIN_OPTIONS";
    const char *before = getenv(variable);
    before = before ? text_format("%s", before) : NULL;
    setenv(variable, options, 1);
    int status = spawn_run(command);
    if (before)
        setenv(variable, before, 1);
    else
        unsetenv(variable);
    return status;
}

/* Clang reads and writes bitcode and changes nothing else at -O0; the passes mark it as ours is. */
static const char *unified(struct work *w, const char *path)
{
    const char *marked = scratch_path(&w->out->scratch, base_name(w->path));
    struct words command = {0};
    if (!marked)
        return NULL;
    const char *const words[] = {w->toolchain->clang,
                                 "-O0",
                                 "-flto=full",
                                 "-funified-lto",
                                 "-fno-split-lto-unit",
                                 "-Wno-override-module",
                                 text_format("-fpass-plugin=%s", w->toolchain->plugin),
                                 "-c",
                                 "-x",
                                 "ir",
                                 path,
                                 "-o",
                                 marked};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_with_options(&command, "join-units") == 0 ? marked : NULL;
}

static void add_part(struct work *w, const struct bitcode *part)
{
    const char *path = scratch_path(&w->out->scratch, base_name(w->path));
    bool written = path && view_write(part->bytes, path);
    if (written && !bitcode_is_unified(part))
        path = unified(w, path);
    if (!written || !path) {
        refuse(w, w->path, "its bitcode cannot be read");
        return;
    }
    words_add(&w->parts, path);
    w->replaced = true;
}

/* ---- Files ---- */

static void read_object(struct work *w)
{
    struct halves h;
    bool fat = halves_read(&h, w->view);
    w->out->fat_count += fat;
    if (!fat)
        note_native(w, w->path, w->view);
    else if (h.trouble)
        use_machine_code(w, w->path, h.elf.bitcode_at, h.trouble);
    else if (!halves_are_ready(&h))
        for (size_t i = 0; i < h.part_count; i++)
            add_part(w, &h.parts[i]);
}

static void read_bitcode(struct work *w)
{
    struct bitcode part;
    struct view rest = w->view;
    bitcode_next(&rest, &part);
    if (part.bytes.data && !bitcode_is_unified(&part))
        add_part(w, &part);
}

static void read_member_bitcode(struct work *w, const struct archive_member *m, const char *name)
{
    struct bitcode part;
    struct view rest = m->bytes;
    bitcode_next(&rest, &part);
    if (part.bytes.data && !bitcode_is_unified(&part))
        refuse(w, name, "it is bitcode of another compiler, in an archive");
}

static bool read_member(const struct archive_member *m, void *context)
{
    struct work *w = context;
    struct halves h;
    const char *name = text_format("%s(%s)", w->path, m->name);
    if (bitcode_is(m->bytes)) {
        read_member_bitcode(w, m, name);
        return true;
    }
    bool fat = halves_read(&h, m->bytes);
    w->out->fat_count += fat;
    if (!fat) {
        note_native(w, name, m->bytes);
    } else if (!halves_are_ready(&h)) {
        const char *why = h.trouble          ? h.trouble
                          : h.part_count > 1 ? "it was made by 'ld -r'"
                                             : "its bitcode is of another compiler";
        if (m->elsewhere)
            refuse(w, name, why);
        else
            use_machine_code(w, name, m->offset + h.elf.bitcode_at, why);
    }
    return true;
}

/* The file, in which some sections have lost their name and type: ld.lld knows bitcode by either.
 */
static void write_patched(struct work *w)
{
    static const unsigned char ordinary[] = {0, 0, 0, 0, SHT_PROGBITS, 0, 0, 0};
    const char *path = scratch_path(&w->out->scratch, base_name(w->path));
    char *bytes = memory_resize(NULL, w->view.size);
    memcpy(bytes, w->view.data, w->view.size);
    for (size_t i = 0; i < w->patch_count; i++)
        memcpy(bytes + w->patches[i], ordinary, sizeof ordinary);
    if (!path || !view_write((struct view){bytes, w->view.size}, path)) {
        fprintf(stderr, "enzcc: error: cannot write a copy of '%s'\n", w->path);
        w->failed = true;
    } else {
        words_add(&w->parts, path);
        w->replaced = true;
    }
    free(bytes);
}

static void read_file(struct work *w)
{
    Elf64_Ehdr header;
    w->view = view_open(w->path);
    if (archive_is(w->view))
        archive_walk(w->path, w->view, read_member, w);
    else if (bitcode_is(w->view))
        read_bitcode(w);
    else if (elf_read_header(&header, w->view) && header.e_type == ET_REL)
        read_object(w);
    if (w->patch_count > 0)
        write_patched(w);
    view_close(w->view);
    free(w->patches);
    if (w->replaced && w->file->nested)
        refuse(w, w->path, "its halves differ, and a linker script names it");
}

bool substitute_files(const struct linker_line *line, const struct toolchain *toolchain,
                      struct substitution *out)
{
    size_t next = 0;
    bool failed = false;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < line->file_count && !failed; i++) {
        const struct linker_file *file = &line->files[i];
        struct work w = {.out = out, .toolchain = toolchain, .path = file->path, .file = file};
        read_file(&w);
        failed = w.failed;
        if (!w.replaced)
            continue;
        words_add_all(&out->words, line->words.items + next, file->word - next);
        words_add_all(&out->words, w.parts.items, w.parts.count);
        next = file->word + file->words;
    }
    words_add_all(&out->words, line->words.items + next, line->words.count - next);
    return !failed;
}

void substitute_explain(const struct substitution *s)
{
    for (size_t i = 0; i < s->notes.count; i++)
        fprintf(stderr, "enzcc: note: %s\n", s->notes.items[i]);
}
