/* Clang reads and writes bitcode and changes nothing else at -O0; the passes mark it as ours is. */
#define _POSIX_C_SOURCE 200809L
#include "rewrite.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>

static const char join[] = "join-units";

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *failed(const char *name)
{
    fprintf(stderr, "enzcc: error: cannot make a file for the bitcode of '%s'\n", name);
    return NULL;
}

const char *rewrite_bytes(const struct rewriter *r, const char *name, struct view bytes)
{
    const char *path = scratch_path(r->scratch, name);
    return path && view_write(bytes, path) ? path : failed(name);
}

/* The passes get other options than those of the link. */
static int run_with_options(const struct words *command, const char *options)
{
    static const char variable[] = "ENZCC_PLUGIN_OPTIONS";
    const char *before = getenv(variable);
    before = before ? text_format("%s", before) : NULL;
    setenv(variable, options, 1);
    int status = spawn_run(command);
    if (before)
        setenv(variable, before, 1);
    else
        unsetenv(variable);
    return status;
}

/* For -funified-lto see partial.c: the passes do what it would. */
static const char *through_clang(const struct rewriter *r, const char *name, const char *path,
                                 const char *options)
{
    const char *marked = scratch_path(r->scratch, name);
    struct words command = {0};
    if (!marked)
        return NULL;
    const char *const words[] = {r->toolchain->clang,
                                 "-O0",
                                 "-flto=full",
                                 "-fno-split-lto-unit",
                                 "-Wno-override-module",
                                 text_format("-fpass-plugin=%s", r->toolchain->plugin),
                                 "-c",
                                 "-x",
                                 "ir",
                                 path,
                                 "-o",
                                 marked};
    words_add_all(&command, words, COUNT(words));
    return run_with_options(&command, options) == 0 ? marked : failed(name);
}

const char *rewrite_bitcode(const struct rewriter *r, const char *name,
                            const struct bitcode *bitcode)
{
    const char *path = rewrite_bytes(r, name, bitcode->bytes);
    return !path || bitcode_is_unified(bitcode) ? path : through_clang(r, name, path, join);
}

const char *rewrite_symbols(const struct rewriter *r, const char *name,
                            const struct bitcode *bitcode, const char *edits)
{
    const char *path = rewrite_bytes(r, name, bitcode->bytes);
    setenv("ENZCC_SYMBOLS", edits, 1);
    return path ? through_clang(r, name, path, "edit-symbols") : NULL;
}

const char *rewrite_merged(const struct rewriter *r, const char *name,
                           const struct bitcode *bitcodes, size_t count)
{
    struct words command = {0};
    const char *merged = scratch_path(r->scratch, name);
    const char *const words[] = {r->toolchain->linker, "-r", "--lto=full", "--lto-emit-llvm",
                                 "--lto-O0",           "-o", merged};
    if (count == 1)
        return rewrite_bitcode(r, name, &bitcodes[0]);
    if (!merged)
        return NULL;
    words_add_all(&command, words, COUNT(words));
    for (size_t i = 0; i < count; i++) {
        const char *part = rewrite_bitcode(r, name, &bitcodes[i]);
        if (!part)
            return NULL;
        words_add(&command, part);
    }
    return spawn_run(&command) == 0 ? through_clang(r, name, merged, join) : failed(name);
}

const char *rewrite_archive(const struct rewriter *r, const char *name, const struct words *files)
{
    struct words command = {0};
    const char *list = scratch_path(r->scratch, "members"), *path = scratch_path(r->scratch, name);
    if (!list || !path || !words_write(files, list))
        return failed(name);
    const char *const words[] = {toolchain_program("llvm-ar"), "--format=gnu", "qcs", path,
                                 text_format("@%s", list)};
    words_add_all(&command, words, COUNT(words));
    return spawn_run(&command) == 0 ? path : failed(name);
}
