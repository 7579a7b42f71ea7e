/* A line is written with one call to a file that is opened for appending, so that lines of commands
 * that run at the same time stay whole. */
#define _POSIX_C_SOURCE 200809L
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_member(struct words *line, const char *name, const char *value)
{
    if (value)
        words_add(line, text_format("%s\"%s\": %s", line->count ? ", " : "{", name, value));
}

static void add_text(struct words *line, const char *name, const char *value)
{
    add_member(line, name, value ? text_json(value) : NULL);
}

static const char *joined(const struct words *parts)
{
    size_t size = 1;
    for (size_t i = 0; i < parts->count; i++)
        size += strlen(parts->items[i]);
    char *whole = memory_resize(NULL, size), *end = whole;
    *end = '\0';
    for (size_t i = 0; i < parts->count; i++)
        end = stpcpy(end, parts->items[i]);
    return whole;
}

static const char *list(const struct words *words)
{
    struct words parts = {0};
    words_add(&parts, "[");
    for (size_t i = 0; i < words->count; i++)
        words_add(&parts, text_format("%s%s", i ? ", " : "", text_json(words->items[i])));
    words_add(&parts, "]");
    return joined(&parts);
}

static bool write_line(struct words *line)
{
    const char *path = getenv("ENZCC_LOG");
    words_add(line, "}\n");
    const char *text = joined(line);
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (!written)
        fprintf(stderr, "enzcc: error: cannot write to ENZCC_LOG='%s': %s\n", path,
                strerror(errno));
    if (file >= 0)
        close(file);
    return written;
}

static bool is_wanted(void)
{
    const char *path = getenv("ENZCC_LOG");
    return path && *path;
}

static const char *action_of(const struct invocation *v)
{
    static const char *const names[] = {
        [ACTION_LINK] = "link",
        [ACTION_OBJECT] = "object",
        [ACTION_ASSEMBLY] = "assembly",
        [ACTION_CHECK] = "check",
        [ACTION_PREPROCESS] = "preprocess",
    };
    return v->query || (v->action == ACTION_LINK && !invocation_links(v)) ? "query"
                                                                          : names[v->action];
}

bool log_call(const struct invocation *v)
{
    static const char *const names[] = {"enzcc", "enzcc++", "enzcc", "enzfc"};
    struct words line = {0}, inputs = {0};
    if (!is_wanted())
        return true;
    for (size_t i = 0; i < v->input_count; i++)
        words_add(&inputs, v->inputs[i].text);
    add_text(&line, "program", names[v->persona]);
    add_text(&line, "action", action_of(v));
    add_text(&line, "directory", getcwd(memory_resize(NULL, 4096), 4096));
    add_member(&line, "inputs", list(&inputs));
    add_text(&line, "output", v->output);
    add_member(&line, "words", list(&v->command));
    return write_line(&line);
}

bool log_link(const char *output, const char *how, const char *because)
{
    struct words line = {0};
    if (!is_wanted())
        return true;
    add_text(&line, "program", "ld.enzcc");
    add_text(&line, "output", output);
    add_text(&line, "linked", how);
    add_text(&line, "because", because);
    return write_line(&line);
}
