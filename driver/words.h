/* Growing lists of words (command lines) and the texts in them.
 *
 * The driver is one short run that ends in exec: texts live until then, nothing
 * is freed. Running out of memory prints a message and ends the process.
 */
#ifndef ENZCC_DRIVER_WORDS_H
#define ENZCC_DRIVER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* `items` is always NULL-terminated, ready for exec, once anything was added. */
struct words {
    const char **items;
    size_t count;
    size_t capacity;
};

void words_add(struct words *list, const char *word);
void words_add_all(struct words *list, const char *const *words, size_t count);

/* Adds the words of a text: separated by white space, with '...', "..." and
 * backslash quoting, as in response files. */
void words_add_quoted(struct words *list, const char *text);

/* Adds a word, or if it is @file the words of that file, which may be @files in
 * turn. A file that cannot be read leaves an ordinary word, as for clang. */
void words_add_expanded(struct words *list, const char *word);

/* Whether one is @file. */
bool words_have_responses(const struct words *list);

/* Writes a response file; false if that fails. */
bool words_write(const struct words *list, const char *path);

/* Writes one word in a line as it is; false if that fails. */
bool words_write_lines(const struct words *list, const char *path);

/* printf into a new text. */
char *text_format(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* The words of a list with a space between them. */
char *text_join(const struct words *list);

/* As a string of JSON, with quotes. */
char *text_json(const char *text);

/* A whole file as text, or NULL. */
char *text_read_file(const char *path);

bool text_starts_with(const char *text, const char *prefix);
bool text_ends_with(const char *text, const char *suffix);

/* Memory that is never freed; `memory` as for realloc. */
void *memory_resize(void *memory, size_t size);

#endif
