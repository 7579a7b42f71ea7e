/* Messages as clang writes them with -fdiagnostics-format=sarif: a log of SARIF 2.1.0, in one line.
 */
#ifndef ENZCC_BASE_SARIF_H
#define ENZCC_BASE_SARIF_H
#include <stdio.h>

struct diag_place {
    const char *file;      /* NULL: the others mean nothing */
    unsigned line, column; /* from 1; 0 is unknown */
};

struct sarif_result {
    const char *level;        /* "error", "warning" or "note" */
    const char *rule;         /* without "enz-" */
    const char *text, *notes; /* further lines, each "[where]note: text" */
    struct diag_place place;
};

void sarif_print(FILE *out, const struct sarif_result *results, unsigned count);
#endif
