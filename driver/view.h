/* Files looked into: a view is a range of bytes that is never written. */
#ifndef ENZCC_DRIVER_VIEW_H
#define ENZCC_DRIVER_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct view {
    const char *data; /* NULL: there is nothing to look at */
    size_t size;
};

/* A regular file, mapped; what cannot be read has no data. */
struct view view_open(const char *path);
void view_close(struct view view);

/* The bytes [offset, offset + size), or a view without data if they are not all there. */
struct view view_slice(struct view view, uint64_t offset, uint64_t size);

bool view_starts_with(struct view view, const char *magic);
bool view_contains(struct view view, const char *text);

/* The text that starts at `offset` and ends with a null byte, or NULL. */
const char *view_text(struct view view, uint64_t offset);

/* Copies the file; true if all of it was written. */
bool view_write(struct view view, const char *path);

#endif
