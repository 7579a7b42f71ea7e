/* The compile step: objects that hold native code and, for the link, bitcode.
 *
 * No derivative is made here; the passes only take notes. The flags are added only to commands that turn C
 * family sources or IR into objects or assembly, so that clang never calls one
 * of them unused. Functions stay optnone at -O0: the passes differentiate clones
 * without that mark, and without it clang 22 optimises the native half of a fat
 * object even at -O0.
 */
#define _POSIX_C_SOURCE 200809L
#include "compile.h"

#include <unistd.h>

void compile_add_defaults(const struct invocation *v, const struct toolchain *t,
                          struct words *out)
{
    if (v->persona == PERSONA_CPP)
        words_add(out, "--driver-mode=cpp");
    if (v->target)
        words_add(out, text_format("--target=%s", v->target));
    if (v->inputs_of[INPUT_SOURCE] + v->inputs_of[INPUT_HEADER] == 0)
        return;
    words_add(out, "-D__ENZCC__=1");
    words_add(out, "-D__ENZCC_VERSION__=\"" ENZCC_VERSION "\"");
    words_add(out, "-idirafter");
    words_add(out, t->include_dir);
}

bool compile_makes_fat_objects(const struct invocation *v)
{
    bool translates = v->action == ACTION_LINK || v->action == ACTION_OBJECT ||
                      v->action == ACTION_ASSEMBLY;
    return translates && !v->emit_llvm && !v->foreign_objects &&
           invocation_translated(v) > 0;
}

void compile_add_format(const struct invocation *v, const struct toolchain *t,
                        struct words *out)
{
    static const char *const fat[] = {
        /* Bitcode beside the native code; -funified-lto keeps vectorising and
         * unrolling out of the bitcode until derivatives exist. */
        "-flto=full", "-ffat-lto-objects", "-funified-lto",
    };
    words_add_all(out, fat, sizeof fat / sizeof fat[0]);
    /* Clang instruments a fat object once and warns when its second half is
     * instrumented already (clang 22). */
    if (v->sanitized)
        words_add(out, "-Wno-backend-plugin");
    /* A remark option makes clang keep source locations in IR without emitting
     * debug information; the pattern matches no pass. */
    if (!v->remarks)
        words_add(out, "-Rpass=^enzcc-loc$");
    /* The passes note what optimisation loses before a link could see it: which
     * parameters are pieces of one struct is in their names, which the plugin
     * drops again. Without the plugin, the link says that it is missing. */
    if (access(t->plugin, R_OK) == 0) {
        words_add(out, text_format("-fpass-plugin=%s", t->plugin));
        words_add(out, "-fno-discard-value-names");
    }
}
