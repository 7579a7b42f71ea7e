/* ENZCC_LOG=<file>: one line of JSON for each call of the compiler and for each decision of the
 * linker, for whoever wants to know what a build does. */
#ifndef ENZCC_DRIVER_LOG_H
#define ENZCC_DRIVER_LOG_H

#include "invocation.h"

/* Both return false, after a message, if the file cannot be written. */
bool log_call(const struct invocation *invocation);

/* `how` the output is linked; `because` of a file, or NULL. */
bool log_link(const char *output, const char *how, const char *because);

#endif
