/* A relocatable link in two halves, because no linker does both: the native
 * halves are linked as the user asked, the bitcode halves are merged by ld.lld,
 * and the merged bitcode replaces the .llvm.lto section of the result.
 *
 * If an input has no bitcode the result has none either: bitcode that lacks
 * what the native code has would break the program it is linked into.
 */
#define _POSIX_C_SOURCE 200809L
#include "partial.h"
#include "compile.h"
#include "inspect.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Section type of bitcode in fat objects, SHT_LLVM_LTO. */
#define BITCODE_SECTION ".llvm.lto"
#define BITCODE_TYPE    "0x6fff4c0c"

struct scratch {
    const char *directory;
    const char *merged; /* as ld.lld writes it, without an index */
    const char *bitcode;
};

static bool scratch_make(struct scratch *s, bool dry_run)
{
    const char *where = getenv("TMPDIR");
    char *directory = text_format("%s/enzcc-XXXXXX", where && *where ? where : "/tmp");
    if (!dry_run && !mkdtemp(directory)) {
        fprintf(stderr, "enzcc: error: cannot make a directory '%s'\n", directory);
        return false;
    }
    s->directory = directory;
    s->merged = text_format("%s/merged.bc", directory);
    s->bitcode = text_format("%s/bitcode.o", directory);
    return true;
}

static void scratch_remove(const struct scratch *s)
{
    unlink(s->merged);
    unlink(s->bitcode);
    rmdir(s->directory);
}

static void add_linker(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    if (v->linker || v->linker_path)
        return;
    words_add(out, "-fuse-ld=lld");
    words_add(out, text_format("--ld-path=%s", t->linker));
}

static void user_command(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    words_add(out, t->clang);
    compile_add_defaults(v, t, out);
    invocation_forward(v, out);
}

static int link_native(const struct invocation *v, const struct toolchain *t)
{
    struct words command = {0};
    user_command(v, t, &command);
    words_add(&command, "-fno-lto");
    add_linker(v, t, &command);
    return spawn_run(&command);
}

static int merge_bitcode(const struct invocation *v, const struct toolchain *t,
                         const struct scratch *s)
{
    struct words command = {0};
    user_command(v, t, &command);
    if (compile_makes_fat_objects(v)) {
        compile_add_format(v, t, &command);
    } else {
        words_add(&command, "-flto=full");
        words_add(&command, "-ffat-lto-objects");
    }
    words_add(&command, "-fuse-ld=lld");
    words_add(&command, text_format("--ld-path=%s", t->linker));
    /* Merged as it is: what is not differentiated yet must not be optimised. */
    words_add(&command, "-Wl,--lto=full,--lto-emit-llvm,--lto-O0");
    words_add(&command, "-o");
    words_add(&command, s->merged);
    return spawn_run(&command);
}

/* Runs a command that clang knows nothing of, under -### and -v as clang would. */
static int run_shown(const struct invocation *v, const struct words *command)
{
    if (v->dry_run || v->verbose)
        spawn_print(command);
    return v->dry_run ? 0 : spawn_run(command);
}

/* The link of the program wants the index that ld.lld does not write; clang
 * writes one, and at -O0 changes nothing else. */
static int index_bitcode(const struct invocation *v, const struct toolchain *t,
                         const struct scratch *s)
{
    struct words command = {0};
    const char *const words[] = {t->clang, "-O0",     "-flto=full", "-funified-lto", "-c", "-x",
                                 "ir",     s->merged, "-o",         s->bitcode};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(v, &command);
}

static int attach_bitcode(const struct invocation *v, const struct toolchain *t,
                          const struct scratch *s)
{
    struct words command = {0};
    const char *const words[] = {t->objcopy,
                                 "--remove-section=" BITCODE_SECTION,
                                 text_format("--add-section=" BITCODE_SECTION "=%s", s->bitcode),
                                 "--set-section-flags=" BITCODE_SECTION "=exclude",
                                 "--set-section-type=" BITCODE_SECTION "=" BITCODE_TYPE,
                                 v->output ? v->output : "a.out"};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(v, &command);
}

int partial_link(const struct invocation *v, const struct toolchain *t)
{
    struct scratch scratch;
    int status = link_native(v, t);
    if (status != 0 || !inspect_objects_carry_bitcode(v))
        return status;
    if (!scratch_make(&scratch, v->dry_run))
        return 1;
    status = merge_bitcode(v, t, &scratch);
    if (status == 0)
        status = index_bitcode(v, t, &scratch);
    if (status == 0)
        status = attach_bitcode(v, t, &scratch);
    if (v->dry_run)
        return status;
    scratch_remove(&scratch);
    if (status != 0)
        unlink(v->output ? v->output : "a.out");
    return status;
}
