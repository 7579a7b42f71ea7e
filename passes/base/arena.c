/* Bump allocation in chunks that are freed together.
 *
 * A chunk has 64 KiB; large requests that do not fit get a chunk of their own size. Memory comes
 * zeroed from calloc, which is cheap for fresh pages, so nobody initialises fields to zero by hand.
 */
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024, LARGE = CHUNK_SIZE / 4, ALIGNMENT = 16 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t size; /* also keeps the payload 16-byte aligned */
};

static void out_of_memory(void)
{
    fputs("enzcc: out of memory\n", stderr);
    exit(1);
}

void arena_init(struct arena *a)
{
    *a = (struct arena){0};
}

void arena_free(struct arena *a)
{
    for (struct arena_chunk *c = a->chunks; c;) {
        struct arena_chunk *next = c->next;
        free(c);
        c = next;
    }
    arena_init(a);
}

static char *chunk_new(struct arena *a, size_t payload)
{
    if (payload > SIZE_MAX - sizeof(struct arena_chunk))
        out_of_memory();
    struct arena_chunk *c = calloc(1, sizeof *c + payload);
    if (!c)
        out_of_memory();
    c->next = a->chunks;
    c->size = payload;
    a->chunks = c;
    return (char *)(c + 1);
}

void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX - ALIGNMENT)
        out_of_memory();
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    bool fits = (size_t)(a->end - a->cur) >= size;
    if (!fits && size > LARGE) /* the rest of the chunk serves others */
        return chunk_new(a, size);
    if (!fits) {
        a->cur = chunk_new(a, CHUNK_SIZE);
        a->end = a->cur + CHUNK_SIZE;
    }
    void *p = a->cur;
    a->cur += size;
    return p;
}

void *arena_regrow(struct arena *a, const void *old, size_t old_count, size_t new_count,
                   size_t element)
{
    if (element && new_count > SIZE_MAX / element)
        out_of_memory();
    void *p = arena_alloc(a, new_count * element);
    if (old_count)
        memcpy(p, old, old_count * element);
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *p = arena_alloc(a, n < 0 ? 1 : (size_t)n + 1);
    if (n > 0)
        vsnprintf(p, (size_t)n + 1, format, again);
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *p = arena_vprintf(a, format, args);
    va_end(args);
    return p;
}
