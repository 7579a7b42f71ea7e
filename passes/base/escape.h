/* Texts as parts of files of other languages. */
#ifndef ENZCC_BASE_ESCAPE_H
#define ENZCC_BASE_ESCAPE_H
#include <stddef.h>
#include <stdio.h>

/* Inside of a string of JSON. */
void escape_json(FILE *out, const char *text, size_t size);
/* As text of HTML, or in an attribute in double quotes. Bytes that are no UTF-8, and control
 * characters, become U+FFFD, but for tabs. */
void escape_html(FILE *out, const char *text, size_t size);
#endif
