/* A linker's command line: which files are linked. */
#ifndef ENZCC_DRIVER_LINKER_LINE_H
#define ENZCC_DRIVER_LINKER_LINE_H

#include "assignments.h"
#include "words.h"

/* A file of the link, named by the words [word, word + words). */
struct linker_file {
    const char *path;
    size_t word, words;
    bool nested; /* named by a linker script, which the words name */
};

struct linker_line {
    struct words words; /* without the program; response files expanded */
    struct linker_file *files;
    size_t file_count;
    struct assignments assignments; /* of all linker scripts */
    bool relocatable;               /* -r */
    bool shared;                    /* -shared */
    bool has_responses;             /* response files were named */
    const char *output;             /* "a.out" if nothing is said */
};

/* Reads a line. Libraries are looked for as ld.lld does. Files that do not exist are left out: the
 * linker reports them. */
void linker_line_read(struct linker_line *line, const struct words *words);

/* The path of the library that -l<name> stands for at the end of the line, or NULL. */
const char *linker_line_library(const struct linker_line *line, const char *name);

/* The value of the next option of that name from word *at on, or NULL. */
const char *linker_line_next(const struct linker_line *line, const char *name, size_t *at);

/* The value of the last option of that name, or NULL. */
const char *linker_line_value(const struct linker_line *line, const char *name);

#endif
