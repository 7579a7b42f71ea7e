/* The macros for attributes of headers/enzcc/attributes.h. */
#ifndef ENZCC_DRIVER_ATTRIBUTES_H
#define ENZCC_DRIVER_ATTRIBUTES_H

#include "invocation.h"

/* Adds the definitions of those whose names the sources do not have for something of their own. */
void attributes_define(const struct invocation *invocation, struct words *out);

/* The sources have none of the names for something of their own. */
bool attributes_are_free(const struct invocation *invocation);

#endif
