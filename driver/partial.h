/* cc -r: objects in, one object out that still carries bitcode. */
#ifndef ENZCC_DRIVER_PARTIAL_H
#define ENZCC_DRIVER_PARTIAL_H

#include "toolchain.h"

/* Runs the link; the result is the exit status. */
int partial_link(const struct invocation *invocation, const struct toolchain *toolchain);

#endif
