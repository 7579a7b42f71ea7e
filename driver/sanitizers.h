/* What -fsanitize= and the like mean for the bitcode of units. */
#ifndef ENZCC_DRIVER_SANITIZERS_H
#define ENZCC_DRIVER_SANITIZERS_H

#include "invocation.h"

/* The effect of -fsanitize=`list`. */
void sanitizers_read(struct invocation *invocation, const char *list);

/* The effect of -fsanitize-recover=`list`, or of its opposite. */
void sanitizers_recover(struct invocation *invocation, const char *list, bool recover);

#endif
