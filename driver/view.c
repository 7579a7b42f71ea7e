/* Mapped files. Everything read from one is checked against its size. */
#define _GNU_SOURCE /* memmem */
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

bool view_contains(struct view view, const char *text)
{
    return view.size > 0 && memmem(view.data, view.size, text, strlen(text)) != NULL;
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
