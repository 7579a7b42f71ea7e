/* Becomes flang with words for fat objects, and for a link that differentiates. */
#include "fortran.h"
#include "compile.h"
#include "spawn.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The last -O, as the linker names levels. */
static int level_of(const struct invocation *v)
{
    int level = 0;
    for (size_t i = 0; i < v->argument_count; i++) {
        const char *text = v->arguments[i].text;
        if (!text_starts_with(text, "-O"))
            continue;
        level = text[2] >= '0' && text[2] <= '3' ? text[2] - '0' : text[2] == '\0' ? 1 : 2;
        if (strcmp(text, "-Ofast") == 0)
            level = 3;
    }
    return level;
}

/* An object is what flang makes, with bitcode that the plugin embeds. -fuse-ld= is flang's only
 * option for the path of a linker. */
static void add_words(const struct invocation *v, const struct toolchain *t, struct words *command)
{
    if (compile_makes_fat_objects(v)) {
        if (!v->debug) /* for messages; the plugin keeps them out of the native code */
            words_add(command, "-gline-tables-only");
        if (access(t->plugin, R_OK) == 0)
            words_add(command, text_format("-fpass-plugin=%s", t->plugin));
    }
    if (invocation_links(v)) {
        words_add(command, text_format("-Wl,-plugin-opt=O%d", level_of(v)));
        words_add(command, text_format("-fuse-ld=%s", t->deciding_linker));
    }
}

int fortran_run(const struct invocation *v, const struct toolchain *t, bool off)
{
    struct words command = {0};
    const char *flang = toolchain_program("flang");
    if (access(flang, X_OK) != 0) {
        fprintf(stderr,
                "enzfc: error: no flang %s at '%s' or in PATH; install the package flang-%s\n",
                ENZCC_LLVM_MAJOR, flang, ENZCC_LLVM_MAJOR);
        return 1;
    }
    words_add(&command, flang);
    invocation_forward(v, &command);
    if (!off && !v->version && !v->help && !v->query)
        add_words(v, t, &command);
    return spawn_become(&command);
}
