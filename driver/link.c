/* The link step of a compiler's command line: clang is given ld.enzcc as its linker, which is this
 * program again, decides how to link and becomes ld.lld.
 *
 * Clang adds what bitcode needs, such as the processor to compile for, only if it is told to link
 * with LTO; ld.enzcc takes that out again where machine code is linked.
 */
#define _POSIX_C_SOURCE 200809L
#include "link.h"
#include "compile.h"
#include "inspect.h"
#include "linker.h"
#include "reproduce.h"
#include "spawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool linker_is_lld(const struct invocation *v)
{
    if (v->linker_path)
        return strstr(v->linker_path, "lld") != NULL;
    return !v->linker || !*v->linker || strstr(v->linker, "lld") != NULL;
}

/* The linker that the user wants in place of ld.lld; NULL if there is none of that name. */
static const char *other_linker(const struct invocation *v)
{
    if (v->linker_path)
        return toolchain_search(v->linker_path);
    return toolchain_search(strchr(v->linker, '/') ? v->linker : text_format("ld.%s", v->linker));
}

/* What ld.enzcc is to run, if the user says it. */
static const char *user_linker(const struct invocation *v)
{
    return linker_is_lld(v) ? v->linker_path : other_linker(v);
}

static enum link_mode refuse(const char *text, const char *what, const char *remedy)
{
    fprintf(stderr, "enzcc: error: %s '%s'; %s\n", text, what, remedy);
    return LINK_IS_IMPOSSIBLE;
}

enum link_mode link_plan(const struct invocation *v, const struct toolchain *t)
{
    if (v->audit && (v->calls_stay || v->link_flags & LINK_RELOCATABLE))
        return refuse("no derivative is made, and nothing to be said of functions, with",
                      v->calls_stay ? "-fno-enz" : "-r", "remove it, or --enz-audit");
    if (v->check_only && v->calls_stay)
        return refuse("nothing is differentiated, and nothing to be checked, with", "-fno-enz",
                      "remove it, or -fenz-syntax-only");
    if (v->repro && (v->foreign_objects || v->calls_stay))
        return refuse("nothing is differentiated, and only clang knows the link, with",
                      v->calls_stay ? "-fno-enz" : "this target", "remove --enz-repro=");
    if (v->foreign_objects || v->calls_stay)
        return LINK_IS_NATIVE;
    if (!linker_is_lld(v) && (!other_linker(v) || v->link_flags & LINK_RELOCATABLE))
        return LINK_IS_NATIVE;
    if (access(t->deciding_linker, X_OK) == 0)
        return LINK_IS_OPEN;
    return refuse("the installation of enzcc is incomplete: no file", t->deciding_linker,
                  "install enzcc again");
}

void link_add(const struct invocation *v, const struct toolchain *t, enum link_mode mode,
              struct words *out)
{
    if (mode != LINK_IS_OPEN) {
        if (v->linker || v->linker_path || access(t->linker, X_OK) != 0)
            return;
        words_add(out, "-fuse-ld=lld");
        words_add(out, text_format("--ld-path=%s", t->linker));
        return;
    }
    /* -fuse-ld= tells clang what the program at --ld-path= understands. */
    words_add(out, "-fuse-ld=lld");
    words_add(out, text_format("--ld-path=%s", t->deciding_linker));
    /* There clang finds ld.enzcc in place of the linker that it runs for devices. */
    if (v->inputs_of[INPUT_DEVICE] > 0 || v->offloads)
        words_add(out, text_format("-B%s", t->library_dir));
    if (!compile_makes_fat_objects(v)) {
        words_add(out, "-flto=full");
        /* Sources on this command are not to become fat objects where these need clang's LTO. */
        words_add(out, v->own_lto ? "-Wl,--fat-lto-objects" : "-ffat-lto-objects");
    }
}

static const char *mode_of(const struct invocation *v)
{
    bool whole = v->force_lto || v->link_flags & LINK_LTO;
    bool sources_ask = v->dry_run && inspect_sources_request(v);
    const struct {
        char letter;
        bool set;
    } wanted[] = {
        {LINKER_MODE_WHOLE, whole || sources_ask},
        {LINKER_MODE_VERBOSE, v->verbose},
        {LINKER_MODE_SHOW_ONLY, v->dry_run},
        {LINKER_MODE_CHECK, v->check_only || v->audit},
        {LINKER_MODE_AUDIT, v->audit},
        {LINKER_MODE_JSON, v->audit_json},
        {LINKER_MODE_OTHER, !linker_is_lld(v)},
        {LINKER_MODE_TRUNCATE, v->truncates},
        {LINKER_MODE_BARE, v->bare_libraries},
    };
    struct words letters = {0};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (wanted[i].set)
            words_add(&letters, text_format("%c", wanted[i].letter));
    return letters.count > 0 ? text_join(&letters) : "";
}

void link_export(const struct invocation *v, enum link_mode mode)
{
    unsetenv(LINKER_MODE_VARIABLE);
    unsetenv(LINKER_PATH_VARIABLE);
    unsetenv(REPRODUCE_VARIABLE);
    if (mode != LINK_IS_OPEN)
        return;
    if (*mode_of(v))
        setenv(LINKER_MODE_VARIABLE, mode_of(v), 1);
    if (user_linker(v))
        setenv(LINKER_PATH_VARIABLE, user_linker(v), 1);
    if (v->repro) {
        setenv(REPRODUCE_VARIABLE, v->repro, 1);
        setenv(REPRODUCE_COMMAND, text_join(&v->command), 1);
    }
}

/* The words of a line in which clang shows that it would run ld.enzcc. */
static bool is_ours(const char *line, const struct toolchain *t, struct words *words)
{
    struct words all = {0};
    if (!text_starts_with(line, text_format(" \"%s\"", t->deciding_linker)))
        return false;
    words_add_quoted(&all, line);
    words_add_all(words, all.items + 1, all.count - 1);
    return true;
}

int link_show(const struct invocation *v, const struct toolchain *t, const struct words *command)
{
    int status;
    struct toolchain with = *t;
    char *text = spawn_capture(command, STDERR_FILENO, &status);
    if (user_linker(v))
        toolchain_use_linker(&with, user_linker(v), !linker_is_lld(v));
    while (text && *text) {
        struct words words = {0};
        size_t length = strcspn(text, "\n");
        const char *line = text_format("%.*s", (int)length, text);
        if (is_ours(line, t, &words))
            linker_run(&words, &with, mode_of(v));
        else
            fprintf(stderr, "%s\n", line);
        text += length + (text[length] == '\n');
    }
    return status;
}
