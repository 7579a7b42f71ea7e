/* The link step: ld.lld over the bitcode of the whole program, with the plugin.
 *
 * A program that requests no derivative is linked as clang would link it, from
 * the native halves of its objects; by ld.lld too, so that what configure
 * scripts find out about the linker holds for every link. To know, the inputs
 * are searched for the name every request contains; what cannot be searched
 * counts as a request. When sources are compiled in the same
 * command their objects do not exist yet: then clang is given ld.enzcc as its
 * linker, which is this program again and decides at the last moment.
 */
#include "link.h"
#include "compile.h"
#include "inspect.h"
#include "spawn.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool linker_is_lld(const struct invocation *v)
{
    if (v->linker_path)
        return strstr(v->linker_path, "lld") != NULL;
    return !v->linker || !*v->linker || strstr(v->linker, "lld") != NULL;
}

static enum link_mode refuse(const char *text, const char *what, const char *remedy)
{
    fprintf(stderr, "enzcc: error: %s '%s'; %s\n", text, what, remedy);
    return LINK_IS_IMPOSSIBLE;
}

static enum link_mode plan_whole(const struct invocation *v, const struct toolchain *t)
{
    if (!linker_is_lld(v))
        return refuse("a program with derivative calls cannot be linked with",
                      v->linker_path ? v->linker_path : v->linker,
                      "remove the option: enzcc links with ld.lld");
    const char *const files[] = {t->plugin, t->bundle};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (access(files[i], R_OK) != 0)
            return refuse("the installation of enzcc is incomplete: no file", files[i],
                          "install enzcc again");
    if (!v->linker_path && access(t->linker, X_OK) != 0)
        return refuse("no linker", t->linker, "install the package lld-" ENZCC_LLVM_MAJOR);
    return LINK_IS_WHOLE;
}

enum link_mode link_plan(const struct invocation *v, const struct toolchain *t)
{
    if (v->foreign_objects || v->calls_stay)
        return LINK_IS_NATIVE;
    if (v->link_flags & LINK_RELOCATABLE)
        return LINK_IS_PARTIAL;
    bool asked = v->force_lto || v->enz_options.count > 0 ||
                 (linker_is_lld(v) && (v->link_flags & LINK_LTO));
    if (asked || inspect_objects_request(v))
        return plan_whole(v, t);
    if (invocation_translated(v) == 0)
        return LINK_IS_NATIVE;
    if (!linker_is_lld(v))
        return inspect_sources_request(v) ? plan_whole(v, t) : LINK_IS_NATIVE;
    bool ours = !v->linker && !v->linker_path;
    return plan_whole(v, t) == LINK_IS_WHOLE && ours ? LINK_IS_OPEN : LINK_IS_WHOLE;
}

/* Registrations are variables nobody refers to; name them so that the linker
 * keeps them until the passes have read them. */
static void add_registrations(struct words *out)
{
    static const char *const names[] = {"register",         "inactive", "function_like",
                                        "allocation_like",  "nofree",   "shouldrecompute",
                                        "sparse_accumulate"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        words_add(out, text_format("-Wl,--undefined-glob=*__enzyme_%s*", names[i]));
}

/* Derivatives may call functions the program never named: the runtime, which is
 * native so that it can be pulled in after LTO, and libm. */
static void add_libraries(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    if (v->link_flags & (LINK_BARE | LINK_FOREIGN))
        return;
    words_add(out, text_format("-L%s", t->library_dir));
    words_add(out, "-lenzcc_rt");
    if (v->link_flags & LINK_STATIC) {
        words_add(out, "-lm");
        return;
    }
    words_add(out, "-Wl,--push-state,--as-needed");
    words_add(out, "-lm");
    words_add(out, "-Wl,--pop-state");
}

/* -fuse-ld= tells clang what the program at --ld-path= understands. */
static void add_linker(const struct invocation *v, const char *path, struct words *out)
{
    if (v->linker || v->linker_path)
        return;
    words_add(out, "-fuse-ld=lld");
    words_add(out, text_format("--ld-path=%s", path));
}

static void add_whole_program(const struct invocation *v, const struct toolchain *t,
                              struct words *out)
{
    if (!compile_makes_fat_objects(v)) {
        words_add(out, "-flto=full");
        words_add(out, "-ffat-lto-objects");
    }
    words_add(out, "-Wl,--lto=full");
    words_add(out, text_format("-Wl,--load-pass-plugin=%s", t->plugin));
    add_registrations(out);
    add_libraries(v, t, out);
}

void link_add(const struct invocation *v, const struct toolchain *t, enum link_mode mode,
              struct words *out)
{
    if (mode == LINK_IS_OPEN)
        add_linker(v, t->deciding_linker, out);
    else if (mode == LINK_IS_WHOLE || access(t->linker, X_OK) == 0)
        add_linker(v, t->linker, out);
    if (mode != LINK_IS_NATIVE)
        add_whole_program(v, t, out);
}

int link_as_linker(int argc, char **argv)
{
    struct toolchain toolchain;
    struct words command = {0}, words = {0};
    if (!toolchain_find(&toolchain, PERSONA_LINKER))
        return 1;
    words_add(&command, toolchain.linker);
    for (int i = 1; i < argc; i++) {
        words_add(&command, argv[i]);
        words_add_expanded(&words, argv[i]);
    }
    if (!inspect_linker_words_request(&words))
        words_add(&command, "--no-fat-lto-objects");
    return spawn_become(&command);
}
