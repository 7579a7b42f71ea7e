/* -fenz-report=FILE: what derivatives are, line by line of the source.
 *
 * Collected while derivatives are made, and written when all are there, as a page of HTML or as
 * JSON: the end of the file's name says which. All texts are in the arena of the page. */
#ifndef ENZCC_REPORT_PAGE_H
#define ENZCC_REPORT_PAGE_H
#include "report/report.h"
#include <stdio.h>

enum note_kind { NOTE_ACTIVE, NOTE_LOOP, NOTE_KEPT, NOTE_RECOMPUTED, NOTE_SHADOW, NOTE_KINDS };

/* What there is to say of a line. */
struct report_note {
    const char *file;
    unsigned line, derivative; /* its number, from 0 */
    enum note_kind kind;
    const char *text; /* ACTIVE: a variable, or "" */
    uint64_t bytes;   /* KEPT: of one value; LOOP: per iteration */
};

struct report_derivative {
    const char *name, *mode, *file; /* of the function; file is NULL if not known */
    unsigned line, width, instructions;
    unsigned call; /* the number of the derivative call that it was made for */
    uint64_t bytes;
    double seconds;
    bool custom;  /* by a rule of the program */
    bool reverse; /* there is a plan */
};

struct report_call {
    const char *place, *entry, *function;
    double seconds;
};

struct report_page {
    struct arena *arena;
    const char *program;
    VEC(struct report_call) calls;
    VEC(struct report_derivative) derivatives;
    VEC(struct report_note) notes;
};

/* The page is named after the output of the link. */
struct report_page *report_page_new(struct arena *a, const char *program);
/* The call must still be there. */
void report_page_add(struct report_page *page, struct emission *m, const struct report *r);
/* `path` ends at a blank. False after a message. */
bool report_page_write(struct report_page *page, const char *path);

/* report_html.c, report_json.c. Notes are sorted, and no two are the same. */
void report_write_html(FILE *out, const struct report_page *page);
void report_write_json(FILE *out, const struct report_page *page);
const char *report_kind_name(enum note_kind kind);
#endif
