/* The programs beside the compiler: enz-ar and the like are LLVM's, of the version that enzcc is
 * made for; enz-ld is ld.enzcc. */
#ifndef ENZCC_DRIVER_TOOLS_H
#define ENZCC_DRIVER_TOOLS_H

#include "toolchain.h"

struct tool {
    const char *name;    /* as -print-prog-name= has it */
    const char *program; /* of LLVM's; NULL: the linker */
};

/* The tool that a program of that path is, or NULL. */
const struct tool *tool_called(const char *path);

/* Becomes it. */
int tool_become(int argc, char **argv);

/* -print-prog-name=: prints the path of one of these tools. False for other programs. */
bool tool_print(const struct toolchain *toolchain, const char *name);

/* enzcc-env COMMAND...: runs a command with these settings. */
int tool_run_with_settings(const struct toolchain *toolchain, int argc, char **argv);

/* --configure-env: prints the settings that configure scripts read, for a shell. */
void tool_print_settings(const struct toolchain *toolchain);

#endif
