/* Looks into the inputs of a link: do they request a derivative, do they carry
 * bitcode?
 *
 * Every entry point, helper and registration has "__enzyme_" in its name, and
 * the name stands in clear in the symbol tables of objects and bitcode. No
 * format is parsed further than that and the members of archives.
 */
#ifndef ENZCC_DRIVER_INSPECT_H
#define ENZCC_DRIVER_INSPECT_H

#include "invocation.h"

/* In the objects and archives of a linker's command line, those of -l included.
 * True also when an input is of a form that cannot be searched. */
bool inspect_linker_words_request(const struct words *words);

/* The same for the objects and archives a compiler driver was given. */
bool inspect_objects_request(const struct invocation *invocation);

/* In the text of the sources themselves, not in what they include. */
bool inspect_sources_request(const struct invocation *invocation);

/* Whether every object and archive member of a link holds bitcode. Libraries of
 * -l are not looked at and count as "no". */
bool inspect_objects_carry_bitcode(const struct invocation *invocation);

#endif
