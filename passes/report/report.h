/* -fenz-report and -fenz-print: what is said of derivatives while they are made. */
#ifndef ENZCC_REPORT_H
#define ENZCC_REPORT_H
#include "emit/derivative.h"
#include "request/request.h"

/* The derivatives that were made for one derivative call. */
struct report {
    const struct request *request;
    double seconds; /* its preparation and analyses took */
    struct derivative *const *made;
    unsigned count;
};

/* ---- what is said of them, also by report_page.h ---- */
/* "file:line:column", or that it is not known. */
const char *report_place(struct emission *m, LLVMValueRef at);
/* Where code of parallel regions has no place of its own, it is that where the region starts. */
bool report_find_place(LLVMValueRef at, const char **file, unsigned *line, unsigned *column);
/* As the source spells it, or what runs in threads. */
const char *report_name(struct emission *m, LLVMValueRef fn);
/* The name of what is called. */
const char *report_entry(struct emission *m, LLVMValueRef call);
/* "reverse mode" and the like. */
const char *report_mode(const struct derivative *d);
unsigned report_size(const struct derivative *d);
/* What is kept per iteration of loop l; NO_ID: per call. */
uint64_t report_bytes_per(const struct plan *p, unsigned l);

/* Prints them to stderr. The call must still be there. */
void report_derivatives(struct emission *m, const struct report *r);

enum report_print { PRINT_PRIMAL, PRINT_DERIVATIVE, PRINT_TYPES, PRINT_ACTIVITY, PRINT_TAPE };
/* -fenz-print asks for this, of all functions or of fn: the user's, a prepared or a generated one.
 */
bool report_prints(struct emission *m, enum report_print what, LLVMValueRef fn);
#endif
