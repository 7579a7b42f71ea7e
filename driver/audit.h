/* --enz-audit: which functions of a link stand in the way of its derivatives, and what to do. */
#ifndef ENZCC_DRIVER_AUDIT_H
#define ENZCC_DRIVER_AUDIT_H

#include "linker_line.h"

/* Where the passes write what functions are to derivatives (passes/audit.c). */
#define AUDIT_VARIABLE "ENZCC_AUDIT"

/* Prints what is in `path`, an empty list if there is no such file, with the files of the line that
 * define the functions. */
void audit_print(const char *path, const struct linker_line *line, bool json);

#endif
