/* A relocatable link in two halves, because no linker does both: the native
 * halves are linked as the user asked, the bitcode halves are merged by ld.lld,
 * and the merged bitcode replaces the .llvm.lto section of the result.
 *
 * If an input has no bitcode the result has none either: bitcode that lacks
 * what the native code has would break the program it is linked into. A
 * section of its own then names what had none, for messages of later links.
 */
#define _POSIX_C_SOURCE 200809L
#include "partial.h"
#include "elf.h"
#include "linker.h"
#include "spawn.h"
#include "substitute.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct partial {
    const struct linker_line *line;
    const struct toolchain *toolchain;
    struct substitution inputs;
    const char *merged; /* as ld.lld writes it, without an index */
    const char *bitcode;
    bool show_only, verbose;
};

/* Negative if the process was ended by a signal. */
static int run_shown(const struct partial *p, const struct words *command)
{
    if (p->show_only || p->verbose)
        spawn_print(command);
    return p->show_only ? 0 : spawn_guarded(command);
}

static int link_native(const struct partial *p, const struct words *words)
{
    struct words command = {0};
    words_add(&command, p->toolchain->linker);
    linker_add_native_words(words, &command);
    if (words_have_responses(words))
        words_add(&command, "--no-fat-lto-objects");
    return run_shown(p, &command);
}

static int merge_bitcode(const struct partial *p)
{
    struct words command = {0};
    /* Merged as it is: what is not differentiated yet must not be optimised. */
    const char *const words[] = {"--fat-lto-objects", "--lto=full", "--lto-emit-llvm",
                                 "--lto-O0",          "-o",         p->merged};
    words_add(&command, p->toolchain->linker);
    words_add_all(&command, p->inputs.words.items, p->inputs.words.count);
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(p, &command);
}

/* The link of the program wants the index that ld.lld does not write; clang
 * writes one, and at -O0 changes nothing else. The bitcode says already that it is
 * for any kind of LTO: with -funified-lto clang 19 would say so twice. */
static int index_bitcode(const struct partial *p)
{
    struct words command = {0};
    const char *const words[] = {p->toolchain->clang, "-O0", "-flto=full", "-c", "-x", "ir",
                                 p->merged,           "-o",  p->bitcode};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(p, &command);
}

static int attach_bitcode(const struct partial *p)
{
    struct words command = {0};
    const char *const words[] = {
        p->toolchain->objcopy,
        "--remove-section=" ELF_BITCODE_NAME,
        text_format("--add-section=" ELF_BITCODE_NAME "=%s", p->bitcode),
        "--set-section-flags=" ELF_BITCODE_NAME "=exclude",
        text_format("--set-section-type=" ELF_BITCODE_NAME "=0x%x", ELF_BITCODE_TYPE),
        p->line->output};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(p, &command);
}

/* Only the first few: it is for a message. */
static int note_lost(struct partial *p)
{
    enum { SHOWN = 3 };
    const struct words *natives = &p->inputs.natives;
    struct words shown = {0}, command = {0};
    words_add_all(&shown, natives->items, natives->count < SHOWN ? natives->count : SHOWN);
    const char *text = text_join(&shown), *path = scratch_path(&p->inputs.scratch, "lost");
    if (!path || !view_write((struct view){text, strlen(text)}, path))
        return 1;
    const char *const words[] = {p->toolchain->objcopy,
                                 text_format("--add-section=" ELF_LOST_NAME "=%s", path),
                                 "--set-section-flags=" ELF_LOST_NAME "=exclude", p->line->output};
    words_add_all(&command, words, sizeof words / sizeof words[0]);
    return run_shown(p, &command);
}

static int add_bitcode(struct partial *p)
{
    p->merged = scratch_path(&p->inputs.scratch, "merged.bc");
    p->bitcode = scratch_path(&p->inputs.scratch, "bitcode.o");
    if (!p->merged || !p->bitcode)
        return 1;
    int status = merge_bitcode(p);
    if (status == 0)
        status = index_bitcode(p);
    if (status == 0)
        status = attach_bitcode(p);
    return status;
}

/* Devices and the like are written to by the linker and left alone by us. */
static bool is_file(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int partial_link(const struct linker_line *line, const struct words *words,
                 const struct toolchain *toolchain, bool show_only, bool verbose)
{
    struct partial p = {
        .line = line, .toolchain = toolchain, .show_only = show_only, .verbose = verbose};
    int status = link_native(&p, words);
    if (status != 0 || (!show_only && !is_file(line->output)))
        return spawn_pass_on(status);
    bool usable = substitute_files(line, toolchain, &p.inputs);
    if (!usable)
        status = 1;
    else if (line->file_count > 0 && p.inputs.natives.count == 0)
        status = add_bitcode(&p);
    else if (p.inputs.fat_count > 0)
        status = note_lost(&p);
    scratch_remove(&p.inputs.scratch);
    if (status != 0 && is_file(line->output))
        unlink(line->output);
    return spawn_pass_on(status);
}
