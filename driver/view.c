/* Mapped files. Everything read from one is checked against its size. */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#include "view.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct view view_open(const char *path)
{
    struct view view = {NULL, 0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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

void view_close(struct view view)
{
    if (view.data)
        munmap((void *)view.data, view.size);
}

struct view view_slice(struct view view, uint64_t offset, uint64_t size)
{
    if (!view.data || offset > view.size || size > view.size - offset)
        return (struct view){NULL, 0};
    return (struct view){view.data + offset, (size_t)size};
}

bool view_starts_with(struct view view, const char *magic)
{
    size_t length = strlen(magic);
    return view.size >= length && memcmp(view.data, magic, length) == 0;
}

/* Where in the text the character is that machine code and names have least of. */
static size_t rarest(const char *text)
{
    static const char rare[] = "zqjxvkwybfghpmdc";
    for (const char *c = rare; *c; c++)
        if (strchr(text, *c))
            return (size_t)(strchr(text, *c) - text);
    return 0;
}

/* Libraries are searched at each link: looking for one rare character takes a fraction of what
 * memmem does. */
bool view_contains(struct view view, const char *text)
{
    size_t length = strlen(text), at = rarest(text);
    if (!view.data || view.size < length)
        return false;
    const char *from = view.data + at, *end = view.data + (view.size - length + at + 1), *found;
    for (; from < end && (found = memchr(from, text[at], (size_t)(end - from))); from = found + 1)
        if (memcmp(found - at, text, length) == 0)
            return true;
    return false;
}

const char *view_text(struct view view, uint64_t offset)
{
    if (!view.data || offset >= view.size ||
        !memchr(view.data + offset, '\0', view.size - (size_t)offset))
        return NULL;
    return view.data + offset;
}

bool view_write(struct view view, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(view.data, 1, view.size, file) == view.size;
    return fclose(file) == 0 && written;
}
