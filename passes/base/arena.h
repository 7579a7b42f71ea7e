/* Bump allocation: everything a phase builds lives in one arena and dies with it.
 *
 * Blocks are zeroed and 16-byte aligned. Out of memory ends the process with a message (a compiler
 * cannot go on). Nobody else in passes/ calls malloc, except for buffers LLVM-C wants disposed by
 * itself. */
#ifndef ENZCC_BASE_ARENA_H
#define ENZCC_BASE_ARENA_H
#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;
struct arena {
    struct arena_chunk *chunks;
    char *cur, *end;
};

void arena_init(struct arena *a);
void arena_free(struct arena *a);
void *arena_alloc(struct arena *a, size_t size);
/* A copy of old[0..old_count) in a block for new_count elements (growth of vectors). */
void *arena_regrow(struct arena *a, const void *old, size_t old_count, size_t new_count,
                   size_t element);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * ((n) ? (size_t)(n) : 1)))
#endif
