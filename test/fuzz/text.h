/* Text buffers and formatted strings of the program generator.
 *
 * A `struct text` grows; a `struct strings` hands out small formatted strings
 * that live until the pool is freed.  Running out of memory ends the program:
 * the generator is a short-lived tool. */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct text {
    char *data;
    size_t size, room;
};

void text_vadd(struct text *t, const char *format, va_list args);
__attribute__((format(printf, 2, 3))) void text_add(struct text *t, const char *format, ...);
void text_free(struct text *t);

struct strings {
    struct string_chunk *chunks;
};

__attribute__((format(printf, 2, 3))) const char *strings_format(struct strings *s,
                                                                 const char *format, ...);
const char *strings_vformat(struct strings *s, const char *format, va_list args);
void strings_free(struct strings *s);

#endif
