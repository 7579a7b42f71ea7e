/* What is done about an object whose bitcode ld.lld cannot link as it lies there:
 *
 *   both halves differ           its machine code is linked: a copy of the file hides the section
 *                                with the bitcode
 *   bitcode of several objects   the bitcodes take the object's place
 *   bitcode of clang's LTO       clang writes it again, marked as ours is
 *
 * An archive with such objects is made again where hiding sections is not enough.
 */
#define _POSIX_C_SOURCE 200809L
#include "substitute.h"
#include "archive.h"
#include "halves.h"
#include "inspect.h"
#include "rewrite.h"

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
    struct words parts;   /* what takes the file's place */
    struct words members; /* of an archive that is made again */
    bool made_again, replaced, failed;
};

/* The start of the header of a section without name that is neither bitcode nor anything else. */
static const unsigned char ordinary_section[] = {0, 0, 0, 0, SHT_PROGBITS, 0, 0, 0};

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

static struct rewriter rewriter_of(struct work *w)
{
    return (struct rewriter){w->toolchain, &w->out->scratch};
}

static void replace_by(struct work *w, const char *path)
{
    w->failed |= !path;
    w->replaced = true;
    if (path)
        words_add(&w->parts, path);
}

/* ---- Objects ---- */

static void read_object(struct work *w)
{
    struct halves h;
    struct rewriter r = rewriter_of(w);
    bool fat = halves_read(&h, w->view);
    w->out->fat_count += fat;
    if (!fat)
        note_native(w, w->path, w->view);
    else if (h.trouble)
        use_machine_code(w, w->path, h.elf.bitcode_at, h.trouble);
    else if (!halves_are_ready(&h))
        for (size_t i = 0; i < h.part_count; i++)
            replace_by(w, rewrite_bitcode(&r, base_name(w->path), &h.parts[i]));
}

/* Bitcode that is not ours, which is all there is of the file. */
static bool is_foreign(struct view file, struct bitcode *bitcode)
{
    bitcode_next(&file, bitcode);
    return bitcode->bytes.data && !bitcode_is_unified(bitcode);
}

static void read_bitcode(struct work *w)
{
    struct bitcode bitcode;
    struct rewriter r = rewriter_of(w);
    if (is_foreign(w->view, &bitcode))
        replace_by(w, rewrite_bitcode(&r, base_name(w->path), &bitcode));
}

/* ---- Archives ---- */

/* Where other bytes are to stand for a member's, the archive is made again. */
static bool read_member(const struct archive_member *m, void *context)
{
    struct work *w = context;
    struct halves h;
    struct bitcode bitcode;
    const char *name = text_format("%s(%s)", w->path, m->name);
    if (bitcode_is(m->bytes)) {
        w->made_again |= is_foreign(m->bytes, &bitcode);
        return true;
    }
    bool fat = halves_read(&h, m->bytes);
    w->out->fat_count += fat;
    if (!fat)
        note_native(w, name, m->bytes);
    else if (h.trouble)
        use_machine_code(w, name, m->offset + h.elf.bitcode_at, h.trouble);
    w->made_again |= fat && (h.trouble ? m->elsewhere : !halves_are_ready(&h));
    return true;
}

/* The bytes, in which the section with the bitcode is hidden. */
static const char *without_bitcode(struct work *w, const struct archive_member *m,
                                   const struct halves *h)
{
    struct rewriter r = rewriter_of(w);
    char *bytes = memory_resize(NULL, m->bytes.size);
    memcpy(bytes, m->bytes.data, m->bytes.size);
    memcpy(bytes + h->elf.bitcode_at, ordinary_section, sizeof ordinary_section);
    const char *path = rewrite_bytes(&r, base_name(m->name), (struct view){bytes, m->bytes.size});
    free(bytes);
    return path;
}

static bool write_member(const struct archive_member *m, void *context)
{
    struct work *w = context;
    struct rewriter r = rewriter_of(w);
    struct halves h;
    struct bitcode bitcode;
    const char *name = base_name(m->name), *path;
    bool fat = halves_read(&h, m->bytes);
    if (bitcode_is(m->bytes) && is_foreign(m->bytes, &bitcode))
        path = rewrite_bitcode(&r, name, &bitcode);
    else if (fat && h.trouble)
        path = without_bitcode(w, m, &h);
    else if (fat && !halves_are_ready(&h))
        path = rewrite_merged(&r, name, h.parts, h.part_count);
    else
        path = rewrite_bytes(&r, name, m->bytes);
    w->failed |= !path;
    if (path)
        words_add(&w->members, path);
    return path != NULL;
}

static void read_archive(struct work *w)
{
    struct rewriter r = rewriter_of(w);
    archive_walk(w->path, w->view, read_member, w);
    if (!w->made_again)
        return;
    w->patch_count = 0;
    if (archive_walk(w->path, w->view, write_member, w))
        replace_by(w, rewrite_archive(&r, base_name(w->path), &w->members));
    else if (!w->failed)
        refuse(w, w->path, "the archive is damaged");
}

/* ---- Files ---- */

/* The file, in which some sections have lost their name and type: ld.lld knows bitcode by either.
 */
static void write_patched(struct work *w)
{
    const char *path = scratch_path(&w->out->scratch, base_name(w->path));
    char *bytes = memory_resize(NULL, w->view.size);
    memcpy(bytes, w->view.data, w->view.size);
    for (size_t i = 0; i < w->patch_count; i++)
        memcpy(bytes + w->patches[i], ordinary_section, sizeof ordinary_section);
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
        read_archive(w);
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
