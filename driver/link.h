/* What is added to a command that links. */
#ifndef ENZCC_DRIVER_LINK_H
#define ENZCC_DRIVER_LINK_H

#include "toolchain.h"

enum link_mode {
    LINK_IS_NATIVE,  /* as clang would, by ld.lld */
    LINK_IS_WHOLE,   /* whole program, with the passes */
    LINK_IS_OPEN,    /* decided by ld.enzcc, when all objects exist */
    LINK_IS_PARTIAL, /* -r: object in, object out, bitcode kept */
    LINK_IS_IMPOSSIBLE
};

/* Looks at the inputs. Prints the reason when a link is impossible. */
enum link_mode link_plan(const struct invocation *invocation, const struct toolchain *toolchain);

void link_add(const struct invocation *invocation, const struct toolchain *toolchain,
              enum link_mode mode, struct words *out);

/* We are ld.enzcc: decide, and become ld.lld. */
int link_as_linker(int argc, char **argv);

#endif
