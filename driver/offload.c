/* Reads the container of images: a header, an entry, a table of texts, the image. Several stand one
 * behind another in a section, each aligned. */
#include "offload.h"
#include "archive.h"
#include "elf.h"

#include <stdio.h>
#include <string.h>

static const unsigned char magic[] = {0x10, 0xff, 0x10, 0xad};
enum { VERSION = 1, ALIGNMENT = 8, IMAGE_BITCODE = 2 };

struct header {
    unsigned char magic[sizeof magic];
    uint32_t version;
    uint64_t size, entry_offset, entry_size;
};

struct entry {
    uint16_t image_kind, offload_kind;
    uint32_t flags;
    uint64_t texts_offset, text_count, image_offset, image_size;
};

struct text_entry {
    uint64_t key, value;
};

/* What is known while the files are read. */
struct reading {
    struct offload_images *out;
    const char *path;
    bool failed;
};

static bool read_bytes(struct view from, uint64_t offset, void *to, size_t size)
{
    struct view bytes = view_slice(from, offset, size);
    if (bytes.data)
        memcpy(to, bytes.data, size);
    return bytes.data != NULL;
}

static void add_image(struct offload_images *all, const struct offload_image *image)
{
    all->items = memory_resize(all->items, (all->count + 1) * sizeof *all->items);
    all->items[all->count++] = *image;
}

static bool read_texts(struct view one, const struct entry *e, struct offload_image *image)
{
    for (uint64_t i = 0; i < e->text_count; i++) {
        struct text_entry t;
        if (!read_bytes(one, e->texts_offset + i * sizeof t, &t, sizeof t))
            return false;
        const char *key = view_text(one, t.key), *value = view_text(one, t.value);
        if (!key || !value)
            return false;
        if (strcmp(key, "triple") == 0)
            image->triple = value;
        if (strcmp(key, "arch") == 0)
            image->arch = value;
        if (strcmp(key, "feature") == 0 && *value)
            image->features = value;
    }
    return image->triple && image->arch;
}

/* The size of the container at the start of `section`; 0 if it cannot be read. */
static uint64_t read_one(struct reading *r, struct view section)
{
    struct header h;
    struct entry e;
    struct offload_image image = {.from = r->path};
    if (!read_bytes(section, 0, &h, sizeof h) || memcmp(h.magic, magic, sizeof magic) != 0 ||
        h.version != VERSION)
        return 0;
    struct view one = view_slice(section, 0, h.size);
    if (!read_bytes(one, h.entry_offset, &e, sizeof e) || !read_texts(one, &e, &image))
        return 0;
    image.kind = e.offload_kind;
    image.is_bitcode = e.image_kind == IMAGE_BITCODE;
    image.bytes = view_slice(one, e.image_offset, e.image_size);
    if (!image.bytes.data)
        return 0;
    add_image(r->out, &image);
    return h.size;
}

static void read_section(struct reading *r, struct view section)
{
    for (uint64_t at = 0; at < section.size;) {
        uint64_t size = read_one(r, view_slice(section, at, section.size - at));
        if (size == 0) {
            fprintf(stderr,
                    "enzcc: error: the code for devices in '%s' cannot be read: it is damaged or "
                    "of another version of LLVM; compile it again with enzcc\n",
                    r->path);
            r->failed = true;
            return;
        }
        at += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}

static void read_object(struct reading *r, struct view file)
{
    struct elf elf;
    if (elf_read(&elf, file) && elf.offloading.data)
        read_section(r, elf.offloading);
}

/* Members of thin archives are files of their own, which are closed behind the visit. */
static bool read_member(const struct archive_member *member, void *context)
{
    struct reading *r = context;
    struct view bytes = member->bytes;
    if (member->elsewhere && view_contains(bytes, ELF_OFFLOADING_NAME))
        bytes.data = memcpy(memory_resize(NULL, bytes.size), bytes.data, bytes.size);
    read_object(r, bytes);
    return !r->failed;
}

static void read_file(struct reading *r)
{
    size_t before = r->out->count;
    struct view file = view_open(r->path);
    if (!archive_is(file))
        read_object(r, file);
    else
        archive_walk(r->path, file, read_member, r);
    if (r->out->count == before)
        view_close(file);
}

static bool is_named_before(const struct linker_line *line, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(line->files[i].path, line->files[index].path) == 0)
            return true;
    return false;
}

bool offload_read(const struct linker_line *line, struct offload_images *images)
{
    struct reading r = {.out = images};
    for (size_t i = 0; i < line->file_count && !r.failed; i++) {
        r.path = line->files[i].path;
        if (!is_named_before(line, i))
            read_file(&r);
    }
    return !r.failed;
}
