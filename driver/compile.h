/* What is added to a command that compiles. */
#ifndef ENZCC_DRIVER_COMPILE_H
#define ENZCC_DRIVER_COMPILE_H

#include "toolchain.h"

/* Defaults that the user's words may override: macros, our header directory. */
void compile_add_defaults(const struct invocation *invocation, const struct toolchain *toolchain,
                          struct words *out);

/* Whether the command produces objects that carry bitcode. */
bool compile_makes_fat_objects(const struct invocation *invocation);

/* Whether the passes embed the bitcode in them, so that the native code is what clang makes without
 * LTO; else clang does. */
bool compile_embeds_source(const struct invocation *invocation);

/* Units of CUDA and HIP: objects hold bitcode for each device, which the link makes code of. */
void compile_add_devices(const struct invocation *invocation, struct words *out);

/* What must win over the user's words: the object format, and the plugin that
 * takes notes for the link. */
void compile_add_format(const struct invocation *invocation, const struct toolchain *toolchain,
                        struct words *out);

/* The attribute header, where its macros cannot come from the command line. */
void compile_add_header(const struct invocation *invocation, const struct toolchain *toolchain,
                        struct words *out);

#endif
