/* Lists of words, and texts made and read for them. */
#include "words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_resize(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory) {
        fputs("enzcc: error: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void words_add(struct words *list, const char *word)
{
    if (list->count + 2 > list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->items = memory_resize(list->items, list->capacity * sizeof *list->items);
    }
    list->items[list->count++] = word;
    list->items[list->count] = NULL;
}

void words_add_all(struct words *list, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words_add(list, words[i]);
}

/* Copies one quoted word to `to`; returns where the text goes on. */
static const char *unquote(const char *text, char *to)
{
    char quote = '\0';
    for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
        if (*text == '\\' && text[1] && quote != '\'')
            *to++ = *++text;
        else if (quote && *text == quote)
            quote = '\0';
        else if (!quote && (*text == '\'' || *text == '"'))
            quote = *text;
        else
            *to++ = *text;
    }
    *to = '\0';
    return text;
}

void words_add_quoted(struct words *list, const char *text)
{
    char *room = memory_resize(NULL, strlen(text) + 1);
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return;
        text = unquote(text, room);
        words_add(list, room);
        room += strlen(room) + 1;
    }
}

enum { RESPONSE_DEPTH = 16 };

static void add_expanded(struct words *list, const char *word, int depth)
{
    char *text = word[0] == '@' && depth < RESPONSE_DEPTH ? text_read_file(word + 1) : NULL;
    if (!text) {
        words_add(list, word);
        return;
    }
    struct words inner = {0};
    words_add_quoted(&inner, text);
    for (size_t i = 0; i < inner.count; i++)
        add_expanded(list, inner.items[i], depth + 1);
}

void words_add_expanded(struct words *list, const char *word)
{
    add_expanded(list, word, 0);
}

bool words_have_responses(const struct words *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i][0] == '@')
            return true;
    return false;
}

bool words_write_lines(const struct words *list, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (size_t i = 0; i < list->count; i++)
        fprintf(file, "%s\n", list->items[i]);
    bool failed = ferror(file);
    return fclose(file) == 0 && !failed;
}

bool words_write(const struct words *list, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        fputc('"', file);
        for (const char *p = list->items[i]; *p; p++) {
            if (*p == '"' || *p == '\\')
                fputc('\\', file);
            fputc(*p, file);
        }
        fputs("\"\n", file);
    }
    bool failed = ferror(file);
    return fclose(file) == 0 && !failed;
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = memory_resize(NULL, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

char *text_join(const struct words *list)
{
    size_t size = 1;
    for (size_t i = 0; i < list->count; i++)
        size += strlen(list->items[i]) + 1;
    char *text = memory_resize(NULL, size), *end = text;
    for (size_t i = 0; i < list->count; i++) {
        size_t length = strlen(list->items[i]);
        if (i > 0)
            *end++ = ' ';
        memcpy(end, list->items[i], length);
        end += length;
    }
    *end = '\0';
    return text;
}

char *text_read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t length = 0, capacity = 4096;
    char *text = memory_resize(NULL, capacity);
    for (size_t got; (got = fread(text + length, 1, capacity - length - 1, file)) > 0;) {
        length += got;
        if (length + 1 == capacity)
            text = memory_resize(text, capacity *= 2);
    }
    bool failed = ferror(file);
    fclose(file);
    text[length] = '\0';
    return failed ? NULL : text;
}

bool text_starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool text_ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && strcmp(text + length - end, suffix) == 0;
}

char *text_json(const char *text)
{
    char *whole = memory_resize(NULL, 6 * strlen(text) + 3), *end = whole;
    *end++ = '"';
    for (; *text; text++) {
        unsigned char letter = (unsigned char)*text;
        if (letter < ' ')
            end += sprintf(end, "\\u%04x", letter);
        else if (letter == '"' || letter == '\\')
            end += sprintf(end, "\\%c", letter);
        else
            *end++ = *text;
    }
    *end++ = '"';
    *end = '\0';
    return whole;
}
