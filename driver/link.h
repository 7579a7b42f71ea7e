/* What is added to a command that links. */
#ifndef ENZCC_DRIVER_LINK_H
#define ENZCC_DRIVER_LINK_H

#include "invocation.h"
#include "toolchain.h"

enum link_mode {
    LINK_IS_NATIVE, /* as clang would, by ld.lld */
    LINK_IS_OPEN,   /* decided by ld.enzcc, when all objects exist */
    LINK_IS_IMPOSSIBLE
};

/* Prints the reason when a link is impossible. */
enum link_mode link_plan(const struct invocation *invocation, const struct toolchain *toolchain);

void link_add(const struct invocation *invocation, const struct toolchain *toolchain,
              enum link_mode mode, struct words *out);

/* Tells ld.enzcc what the command line says about the link. */
void link_export(const struct invocation *invocation, enum link_mode mode);

/* Runs clang under -###, and shows in place of ld.enzcc what that would run. */
int link_show(const struct invocation *invocation, const struct toolchain *toolchain,
              const struct words *command);

#endif
