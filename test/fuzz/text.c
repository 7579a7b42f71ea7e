/* Text buffers and formatted strings; see text.h. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

static void *must(void *block)
{
    if (!block) {
        fputs("enzcc-fuzz-gen: out of memory\n", stderr);
        exit(2);
    }
    return block;
}

void text_vadd(struct text *t, const char *format, va_list args)
{
    va_list copy;
    va_copy(copy, args);
    size_t need = (size_t)vsnprintf(NULL, 0, format, copy) + 1;
    va_end(copy);
    if (t->size + need > t->room) {
        t->room = 2 * (t->room + need);
        t->data = must(realloc(t->data, t->room));
    }
    vsnprintf(t->data + t->size, need, format, args);
    t->size += need - 1;
}

void text_add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vadd(t, format, args);
    va_end(args);
}

void text_free(struct text *t)
{
    free(t->data);
    *t = (struct text){0};
}

struct string_chunk {
    struct string_chunk *next;
    char data[];
};

const char *strings_vformat(struct strings *s, const char *format, va_list args)
{
    va_list copy;
    va_copy(copy, args);
    size_t need = (size_t)vsnprintf(NULL, 0, format, copy) + 1;
    va_end(copy);
    struct string_chunk *chunk = must(malloc(sizeof *chunk + need));
    vsnprintf(chunk->data, need, format, args);
    chunk->next = s->chunks;
    s->chunks = chunk;
    return chunk->data;
}

const char *strings_format(struct strings *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *result = strings_vformat(s, format, args);
    va_end(args);
    return result;
}

void strings_free(struct strings *s)
{
    while (s->chunks) {
        struct string_chunk *next = s->chunks->next;
        free(s->chunks);
        s->chunks = next;
    }
}
