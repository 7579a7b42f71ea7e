/* Looks into the inputs of a link: do they request a derivative?
 *
 * Every entry point and helper has "__enzyme_" in its name, and the name stands in the symbol table
 * of the object that calls it.
 */
#ifndef ENZCC_DRIVER_INSPECT_H
#define ENZCC_DRIVER_INSPECT_H

#include "invocation.h"
#include "linker_line.h"
#include "view.h"

/* In one object, or a file of bitcode. */
bool inspect_object_requests(struct view file);

/* In the objects and archives of a linker's command line, those of libraries included. */
const char *inspect_line_requests(const struct linker_line *line);

/* In the text of the sources themselves, not in what they include. */
bool inspect_sources_request(const struct invocation *invocation);

/* Whether all objects of the line are for the machine that `library` was made for. */
bool inspect_line_fits(const struct linker_line *line, const char *library);

#endif
