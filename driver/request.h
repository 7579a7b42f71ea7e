/* Does this program request a derivative?
 *
 * Every entry point, helper and registration has "__enzyme_" in its name, and
 * the name stands in clear in the symbol tables of objects and bitcode.
 */
#ifndef ENZCC_DRIVER_REQUEST_H
#define ENZCC_DRIVER_REQUEST_H

#include "invocation.h"

/* In the objects and archives of a link, those of -l included. True also when
 * an input is of a form that cannot be searched. */
bool request_in_objects(const struct invocation *invocation);

/* In the text of the sources themselves, not in what they include. */
bool request_in_sources(const struct invocation *invocation);

#endif
