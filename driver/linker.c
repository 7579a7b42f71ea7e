/* Here it is decided how a program is linked, because only here all objects exist.
 *
 * A program that requests no derivative is linked as clang would link it, from the native halves of
 * its objects. Otherwise ld.lld links the bitcode of the whole program, with the passes, and with
 * the libraries that derivatives may call although the program never named them: the runtime, which
 * is native so that it can be pulled in after LTO, and libm.
 */
#define _POSIX_C_SOURCE 200809L
#include "linker.h"
#include "audit.h"
#include "devices.h"
#include "inspect.h"
#include "jobserver.h"
#include "log.h"
#include "partial.h"
#include "prelink.h"
#include "redirections.h"
#include "reproduce.h"
#include "shared.h"
#include "spawn.h"
#include "substitute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_mode(const char *mode, char letter)
{
    return strchr(mode, letter) != NULL;
}

static int run_or_show(const struct words *command, const char *mode)
{
    if (!has_mode(mode, LINKER_MODE_SHOW_ONLY))
        return spawn_become(command);
    spawn_print(command);
    return 0;
}

/* ---- From machine code ---- */

/* How many words from this one on clang has added for bitcode. Where the linker has not the name of
 * ld.lld, clang 19 names a plugin, which other linkers would need. */
static size_t bitcode_words(const struct words *words, size_t at)
{
    const char *word = words->items[at];
    if (strcmp(word, "-plugin") == 0 && at + 1 < words->count &&
        text_ends_with(words->items[at + 1], "/LLVMgold.so"))
        return 2;
    return text_starts_with(word, "-plugin-opt=") || strcmp(word, "--fat-lto-objects") == 0;
}

void linker_add_native_words(const struct words *words, struct words *out)
{
    size_t left_out;
    for (size_t i = 0; i < words->count; i += left_out ? left_out : 1) {
        left_out = bitcode_words(words, i);
        if (!left_out)
            words_add(out, words->items[i]);
    }
}

static int link_native(const struct words *words, const struct toolchain *t, const char *mode)
{
    struct words command = {0};
    words_add(&command, t->other_linker ? t->other_linker : t->linker);
    linker_add_native_words(words, &command);
    if (words_have_responses(words) && !t->other_linker)
        words_add(&command, "--no-fat-lto-objects");
    return run_or_show(&command, mode);
}

/* ---- From bitcode ---- */

static bool is_complete(const struct toolchain *t)
{
    const char *const files[] = {t->plugin, t->bundle};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (access(files[i], R_OK) != 0) {
            fprintf(stderr,
                    "enzcc: error: the installation of enzcc is incomplete: no file '%s'; install "
                    "enzcc again\n",
                    files[i]);
            return false;
        }
    return true;
}

/* Registrations are variables nobody refers to, nor to the hook of error estimates; name them so
 * that the linker keeps them until the passes have read them. */
static void add_registrations(struct words *out)
{
    static const char *const names[] = {"register",         "inactive", "function_like",
                                        "allocation_like",  "nofree",   "shouldrecompute",
                                        "sparse_accumulate"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        words_add(out, text_format("--undefined-glob=*__enzyme_%s*", names[i]));
    words_add(out, "--undefined-glob=enzymeLogError");
    words_add(out, "--undefined-glob=_Z14enzymeLogError*");
    words_add(out, "--undefined-glob=.offloading.entry.*"); /* kernels that the program launches */
}

/* With --chroot, in links that --enz-repro has taken along, absolute paths are of another root;
 * relative ones are not. */
static const char *library_dir(const struct linker_line *line, const struct toolchain *t)
{
    char *here = getcwd(memory_resize(NULL, 4096), 4096);
    const char *path = t->library_dir + 1;
    bool moved = false;
    for (size_t i = 0; i < line->words.count; i++)
        moved |= strncmp(line->words.items[i], "--chroot", strlen("--chroot")) == 0;
    if (!moved || !here || *t->library_dir != '/')
        return t->library_dir;
    for (; *here; here++)
        if (here[0] == '/' && here[1] != '\0')
            path = text_format("../%s", path);
    return path;
}

static void add_libraries(const struct linker_line *line, const struct toolchain *t,
                          struct words *out)
{
    const char *runtime = text_format("%s/libenzcc_rt.a", t->library_dir);
    words_add(out, "--push-state");
    words_add(out, "--no-whole-archive");
    words_add(out, "--as-needed");
    if (inspect_line_fits(line, runtime)) {
        words_add(out, text_format("-L%s", library_dir(line, t)));
        words_add(out, "-lenzcc_rt");
    }
    if (access(text_format("%s/libenzcc_fprt.a", t->library_dir), R_OK) == 0 &&
        linker_line_library(line, "mpfr") && linker_line_library(line, "gmp")) {
        words_add(out, text_format("-L%s", library_dir(line, t)));
        words_add(out, "-lenzcc_fprt");
        words_add(out, "-lmpfr");
        words_add(out, "-lgmp");
    }
    if (linker_line_library(line, "m"))
        words_add(out, "-lm");
    words_add(out, "--pop-state");
}

/* Lines that came in a response file may be too long to go on without one. */
static bool shorten(const struct words *words, struct scratch *scratch, struct words *out)
{
    const char *path = scratch_path(scratch, "words");
    if (!path || !words_write(words, path))
        return false;
    words_add(out, text_format("@%s", path));
    return true;
}

/* Errors in derivatives are all that is wanted: no code is optimised, nor made of the bitcode that
 * is left, and no file written. */
static void add_check(struct words *out)
{
    static const char *const words[] = {"--lto-O0", "--lto-emit-llvm", "-o", "/dev/null"};
    words_add_all(out, words, sizeof words / sizeof words[0]);
}

static void whole_command(const struct linker_line *line, const struct words *words,
                          const struct toolchain *t, bool requests, bool check, struct words *out)
{
    words_add(out, t->linker);
    words_add_all(out, words->items, words->count);
    if (check)
        add_check(out);
    words_add(out, "--fat-lto-objects");
    words_add(out, "--lto=full");
    words_add(out, text_format("--load-pass-plugin=%s", t->plugin));
    add_registrations(out);
    if (requests)
        add_libraries(line, t, out);
}

/* The object that ld.lld has made of all bitcode, by the linker that the user wants. */
static void other_command(const struct linker_line *line, const struct toolchain *t,
                          const struct prelink *p, bool requests, struct words *out)
{
    struct words words = {0};
    prelink_line(p, line, &words);
    words_add(out, t->other_linker);
    linker_add_native_words(&words, out);
    if (!requests)
        return;
    add_libraries(line, t, out);
    if (linker_line_library(line, "c")) /* once more: GNU ld looks at a library once */
        words_add(out, "-lc");
}

static int run_shown(const struct words *command, const char *mode)
{
    bool show_only = has_mode(mode, LINKER_MODE_SHOW_ONLY);
    if (show_only || has_mode(mode, LINKER_MODE_VERBOSE))
        spawn_print(command);
    return show_only ? 0 : spawn_guarded(command);
}

static int link_by_other(const struct linker_line *line, const struct toolchain *t,
                         const char *mode, bool requests, struct substitution *s,
                         struct words *command)
{
    struct prelink p;
    struct words last = {0};
    if (!prelink_begin(&p, line, &s->scratch))
        return 1;
    prelink_add(&p, command);
    int status = run_shown(command, mode);
    if (status != 0)
        return status;
    other_command(line, t, &p, requests, &last);
    return run_shown(&last, mode);
}

/* Threads of ld.lld, where make runs other commands beside. Derivatives, optimisation and the
 * making of code take one thread, which is most of the time: for the rest ld.lld would start a
 * thread for each processor, as would the links beside it. Parts in which code is made at the same
 * time are as many as the user says, because what code is made depends on that; jobs that are free
 * are taken for them. */
static void share_processors(const struct linker_line *line, struct jobserver *jobs,
                             struct words *command)
{
    const char *parts = linker_line_value(line, "lto-partitions");
    *jobs = jobserver_find();
    if (!jobs->found || linker_line_value(line, "threads"))
        return;
    jobserver_take(jobs, parts ? atoi(parts) - 1 : 0);
    words_add(command, text_format("--threads=%d", 1 + jobs->count));
}

static void export_redirections(const struct linker_line *line)
{
    const char *text = redirections_of(line);
    unsetenv(LINKER_REDIRECTED_VARIABLE);
    if (*text)
        setenv(LINKER_REDIRECTED_VARIABLE, text, 1);
}

static bool begin_audit(struct scratch *scratch, const char **path)
{
    *path = scratch_path(scratch, "audit");
    return *path && setenv(AUDIT_VARIABLE, *path, 1) == 0;
}

/* Makes ready what the link reads besides its files; `inputs`: its words, where they are to be in a
 * response file. */
static bool prepare_whole(const struct linker_line *line, const struct toolchain *t,
                          const char *mode, struct substitution *s, struct words *inputs,
                          const char **audit)
{
    setenv(LINKER_OUTPUT_VARIABLE, line->output, 1);
    bool ready = substitute_files(line, t, s);
    if (ready && line->has_responses)
        ready = shorten(&s->words, &s->scratch, inputs);
    if (ready && has_mode(mode, LINKER_MODE_AUDIT))
        ready = begin_audit(&s->scratch, audit);
    if (!ready)
        scratch_remove(&s->scratch);
    return ready;
}

static int link_whole(const struct linker_line *line, const struct toolchain *t, const char *mode,
                      bool requests)
{
    struct substitution s;
    struct jobserver jobs = {0};
    struct words command = {0}, inputs = {0};
    bool checks = has_mode(mode, LINKER_MODE_CHECK);
    const char *audit = NULL;
    if (!is_complete(t) || !prepare_whole(line, t, mode, &s, &inputs, &audit))
        return 1;
    if (requests)
        shared_export(line);
    export_redirections(line);
    whole_command(line, line->has_responses ? &inputs : &s.words, t, requests, checks, &command);
    if (!has_mode(mode, LINKER_MODE_SHOW_ONLY))
        share_processors(line, &jobs, &command);
    if (!t->other_linker && !s.scratch.directory && s.notes.count == 0 && jobs.count == 0) {
        if (has_mode(mode, LINKER_MODE_VERBOSE))
            spawn_print(&command);
        return run_or_show(&command, mode);
    }
    int status = t->other_linker && !checks ? link_by_other(line, t, mode, requests, &s, &command)
                                            : run_shown(&command, mode);
    jobserver_give_back(&jobs);
    if (audit && !has_mode(mode, LINKER_MODE_SHOW_ONLY))
        audit_print(audit, line, has_mode(mode, LINKER_MODE_JSON));
    scratch_remove(&s.scratch);
    if (status > 0)
        substitute_explain(&s);
    return spawn_pass_on(status);
}

/* ---- Shared libraries ---- */

enum { NO_BITCODE = -1000 }; /* neither an exit status nor the number of a signal */

/* What the linker replaces in a library shows in no unit of it. */
static bool keeps_bitcode(const struct linker_line *line, const char *mode)
{
    return line->shared && !*redirections_of(line) && !has_mode(mode, LINKER_MODE_BARE) &&
           !has_mode(mode, LINKER_MODE_SHOW_ONLY) && !has_mode(mode, LINKER_MODE_CHECK);
}

/* Another run of this program links the library, with what has been put in front of its words. */
static int link_library(const struct linker_line *line, const struct words *words,
                        const struct toolchain *t, const char *mode, bool whole)
{
    struct shared s;
    struct words command = {0};
    if (!shared_begin(&s, line, t, whole))
        return NO_BITCODE;
    words_add(&command, t->deciding_linker);
    shared_add_words(&s, &command);
    words_add_all(&command, words->items, words->count);
    setenv(LINKER_MODE_VARIABLE, text_format("%s%c", mode, LINKER_MODE_BARE), 1);
    return shared_end(&s, spawn_guarded(&command));
}

/* ---- The decision ---- */

static int link_host(const struct linker_line *line, const struct words *words,
                     const struct toolchain *t, const char *mode)
{
    const char *repro = getenv(REPRODUCE_VARIABLE);
    if (repro && !has_mode(mode, LINKER_MODE_SHOW_ONLY) && !reproduce_write(repro, line, t, mode))
        return 1;
    if (line->relocatable && !log_link(line->output, "both halves", "-r"))
        return 1;
    if (line->relocatable)
        return partial_link(line, words, t, has_mode(mode, LINKER_MODE_SHOW_ONLY),
                            has_mode(mode, LINKER_MODE_VERBOSE));
    const char *requests = inspect_line_requests(line);
    bool truncates = has_mode(mode, LINKER_MODE_TRUNCATE);
    bool whole = requests || truncates || has_mode(mode, LINKER_MODE_WHOLE);
    if (keeps_bitcode(line, mode)) {
        int status = link_library(line, words, t, mode, whole);
        if (status != NO_BITCODE)
            return spawn_pass_on(status);
    }
    if (!log_link(line->output, whole ? "from bitcode" : "from machine code",
                  requests ? requests
                  : whole  ? "LTO was asked for"
                           : NULL))
        return 1;
    if (whole)
        return link_whole(line, t, mode, requests || truncates);
    if (has_mode(mode, LINKER_MODE_AUDIT))
        audit_print("", line, has_mode(mode, LINKER_MODE_JSON));
    if (has_mode(mode, LINKER_MODE_CHECK))
        return 0; /* there is no derivative */
    return link_native(words, t, mode);
}

/* Another run of this program links the host, with what has been added to its words. */
static int link_again(const struct words *words, const struct words *added,
                      const struct toolchain *t, const char *mode)
{
    struct words command = {0};
    words_add(&command, t->deciding_linker);
    words_add_all(&command, words->items, words->count);
    words_add_all(&command, added->items, added->count);
    setenv(LINKER_MODE_VARIABLE, text_format("%s%c", mode, LINKER_MODE_HOST), 1);
    int status = spawn_guarded(&command);
    setenv(LINKER_MODE_VARIABLE, mode, 1);
    return status;
}

/* Derivatives of the host may launch kernels: links that make no program say what kernels there
 * are, and which derivatives of them are launched. */
static int find_launches(const struct linker_line *line, const struct offload_images *images,
                         const struct words *words, const struct words *added,
                         const struct toolchain *t, const char *mode, struct scratch *scratch)
{
    const char *kernels = scratch_path(scratch, "kernels"),
               *list = scratch_path(scratch, "launches");
    if (!inspect_line_requests(line))
        return 0;
    if (!kernels || !list ||
        !devices_describe(images, t, has_mode(mode, LINKER_MODE_VERBOSE), scratch, kernels))
        return 1;
    setenv(DEVICES_KERNELS, kernels, 1);
    setenv(DEVICES_LAUNCHES_WANTED, list, 1);
    int status = link_again(words, added, t, mode);
    unsetenv(DEVICES_LAUNCHES_WANTED);
    if (status == 0 && access(list, R_OK) == 0)
        setenv(DEVICES_LAUNCHES, list, 1);
    return status;
}

/* What devices run becomes objects of the scratch directory, which is removed when the host's link
 * has ended. */
static int link_with_devices(const struct linker_line *line, const struct offload_images *images,
                             const struct words *words, const struct toolchain *t, const char *mode)
{
    struct scratch scratch = {0};
    struct words added = {0};
    devices_add_search(images, &added);
    int status = find_launches(line, images, words, &added, t, mode, &scratch);
    if (status == 0 &&
        !devices_link(line, images, t, has_mode(mode, LINKER_MODE_VERBOSE), &scratch, &added))
        status = 1;
    if (status == 0)
        status = link_again(words, &added, t, mode);
    scratch_remove(&scratch);
    return spawn_pass_on(status);
}

int linker_run(const struct words *words, const struct toolchain *t, const char *mode)
{
    struct linker_line line;
    struct offload_images images = {0};
    linker_line_read(&line, words);
    bool host = has_mode(mode, LINKER_MODE_HOST) || has_mode(mode, LINKER_MODE_SHOW_ONLY) ||
                line.relocatable;
    if (!host && !offload_read(&line, &images))
        return 1;
    return images.count == 0 ? link_host(&line, words, t, mode)
                             : link_with_devices(&line, &images, words, t, mode);
}

/* Clang names the linker behind what is for devices, and then gives that linker's words. */
static int behind_devices(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (text_starts_with(argv[i], "--linker-path="))
            return i + 1;
    return 1;
}

int linker_main(int argc, char **argv)
{
    struct toolchain toolchain;
    struct words words = {0};
    const char *mode = getenv(LINKER_MODE_VARIABLE), *linker = getenv(LINKER_PATH_VARIABLE);
    if (!toolchain_find(&toolchain, PERSONA_LINKER))
        return 1;
    if (linker)
        toolchain_use_linker(&toolchain, linker, mode && has_mode(mode, LINKER_MODE_OTHER));
    bool devices = strcmp(program_name(argv[0]), LINKER_OF_DEVICES) == 0;
    for (int i = devices ? behind_devices(argc, argv) : 1; i < argc; i++)
        words_add(&words, argv[i]);
    return linker_run(&words, &toolchain, mode ? mode : "");
}
