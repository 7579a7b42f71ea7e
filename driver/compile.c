/* The compile step: objects that hold native code and, for the link, bitcode.
 *
 * The passes embed the bitcode where clang is to make an object and nothing else. Where it links as
 * well it has to know of LTO, and where its own passes add to a unit the bitcode is to have that:
 * there clang makes fat objects.
 *
 * No derivative is made here; the passes only take notes. The flags are added only to commands that
 * turn C family sources or IR into objects or assembly, so that clang never calls one of them
 * unused. Functions stay optnone at -O0: the passes differentiate clones without that mark, and
 * without it clang 22 optimises the native half of a fat object even at -O0.
 *
 * -fsanitize=cfi needs clang's own LTO, which keeps virtual tables apart from the code: in a fat
 * object the machine code would lack them (clang 22).
 */
#define _POSIX_C_SOURCE 200809L
#include "compile.h"
#include "attributes.h"
#include "devices.h"

#include <string.h>
#include <unistd.h>

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

static bool has_word(const struct invocation *v, const char *const *list, size_t count)
{
    for (size_t i = 0; i < v->argument_count; i++)
        if (is_one_of(v->arguments[i].text, list, count))
            return true;
    return false;
}

#define HAS_WORD(v, list) has_word(v, list, sizeof(list) / sizeof((list)[0]))

/* Standards without macros that take any number of arguments. */
static bool is_old(const struct invocation *v)
{
    static const char *const standards[] = {
        "-ansi",         "-std=c89",          "-std=c90",
        "-std=gnu89",    "-std=gnu90",        "--std=c89",
        "--std=c90",     "--std=gnu89",       "--std=gnu90",
        "-std=c++98",    "-std=c++03",        "-std=gnu++98",
        "-std=gnu++03",  "--std=c++98",       "--std=c++03",
        "--std=gnu++98", "-std=iso9899:1990", "-std=iso9899:199409",
        "--std=gnu++03",
    };
    return HAS_WORD(v, standards);
}

static bool is_cxx(const struct invocation *v)
{
    static const char *const languages[] = {
        "-xc++", "-xc++-header", "-xobjective-c++", "-xc++-module",
        "c++",   "c++-header",   "objective-c++",   "c++-module",
    };
    static const char *const suffixes[] = {
        "C", "CC", "CPP", "CXX", "C++", "cc",  "cp",   "cpp", "cxx",  "c++",  "mm",  "M",
        "H", "hh", "hp",  "hpp", "hxx", "h++", "cppm", "ccm", "cxxm", "c++m", "tcc",
    };
    if (v->persona == PERSONA_CXX || HAS_WORD(v, languages))
        return true;
    for (size_t i = 0; i < v->input_count; i++) {
        const char *dot = strrchr(v->inputs[i].text, '.');
        if (dot && is_one_of(dot + 1, suffixes, sizeof suffixes / sizeof suffixes[0]))
            return true;
    }
    return false;
}

static bool is_hip(const struct invocation *v)
{
    static const char *const language[] = {"-xhip", "hip"};
    for (size_t i = 0; i < v->input_count; i++)
        if (text_ends_with(v->inputs[i].text, ".hip"))
            return true;
    return HAS_WORD(v, language);
}

/* Clang warns about macros of the command line that take any number of arguments, on request: in
 * old standards because they have none, in C++ because C++98 has none. A header of the system may
 * have them, but shows in preprocessed text and in lists of dependencies. */
static bool warns_of_macros(const struct invocation *v)
{
    static const char *const anywhere[] = {"-Weverything"};
    static const char *const old[] = {
        "-pedantic",         "-pedantic-errors", "--pedantic",        "-Wpedantic",
        "--pedantic-errors", "-Werror=pedantic", "-Wvariadic-macros", "-Werror=variadic-macros"};
    static const char *const cxx[] = {"-Wc++98-compat-pedantic", "-Werror=c++98-compat-pedantic"};
    return HAS_WORD(v, anywhere) || (is_old(v) && HAS_WORD(v, old)) ||
           (is_cxx(v) && HAS_WORD(v, cxx));
}

static bool wants_attributes(const struct invocation *v)
{
    return !v->no_attributes && v->inputs_of[INPUT_SOURCE] + v->inputs_of[INPUT_HEADER] > 0;
}

void compile_add_header(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    const char *header = "enzcc/attributes.h";
    if (!wants_attributes(v) || !warns_of_macros(v) || !attributes_are_free(v) ||
        access(text_format("%s/%s", t->include_dir, header), R_OK) != 0)
        return;
    /* Found through -idirafter: a system header, which -MM does not list. */
    words_add(out, "-include");
    words_add(out, header);
}

void compile_add_defaults(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    if (v->persona == PERSONA_CPP)
        words_add(out, "--driver-mode=cpp");
    if (v->target)
        words_add(out, text_format("--target=%s", v->target));
    size_t sources = v->inputs_of[INPUT_SOURCE] + v->inputs_of[INPUT_HEADER];
    /* Source locations in bitcode (compile_add_format) do not say in which directory a compiler
     * that makes no debug information was started: objects are the same in any. */
    if (!v->debug && sources + v->inputs_of[INPUT_PREPROCESSED] > 0)
        words_add(out, "-fdebug-compilation-dir=.");
    if (sources == 0)
        return;
    words_add(out, "-D__ENZCC__=1");
    words_add(out, "-D__ENZCC_VERSION__=\"" ENZCC_VERSION "\"");
    words_add(out, "-idirafter");
    words_add(out, t->include_dir);
    /* On the command line they leave no trace in preprocessed text and lists of dependencies. */
    if (wants_attributes(v) && !warns_of_macros(v))
        attributes_define(v, out);
}

bool compile_makes_fat_objects(const struct invocation *v)
{
    bool translates =
        v->action == ACTION_LINK || v->action == ACTION_OBJECT || v->action == ACTION_ASSEMBLY;
    return translates && !v->emit_llvm && !v->foreign_objects && !v->own_lto &&
           invocation_translated(v) > 0;
}

bool compile_embeds_source(const struct invocation *v)
{
    bool compiles =
        v->action == ACTION_OBJECT || v->action == ACTION_ASSEMBLY || v->persona == PERSONA_FORTRAN;
    return compiles && compile_makes_fat_objects(v) && !v->instrumented && !v->needs_lto;
}

/* Device code of all units is linked at once, so that derivatives cross them. Without a name of
 * clang's the devices are the oldest that CUDA 13 has. */
void compile_add_devices(const struct invocation *v, struct words *out)
{
    static const char *const words[] = {"--offload-new-driver", "-fgpu-rdc", "-foffload-lto",
                                        "-Wno-unknown-cuda-version"};
    if (v->inputs_of[INPUT_DEVICE] == 0)
        return;
    const char *cuda = devices_cuda_path();
    words_add_all(out, words, sizeof words / sizeof words[0]);
    if (!v->names_devices && !is_hip(v))
        words_add(out, "--offload-arch=sm_75");
    if (v->debug) { /* ptxas optimises no code with all debug information */
        words_add(out, "-Xarch_device");
        words_add(out, "-gline-tables-only");
    }
    if (cuda && !is_hip(v)) { /* Thrust, CUB and cooperative groups are there since CUDA 13 */
        words_add(out, "-isystem");
        words_add(out, text_format("%s/include/cccl", cuda));
    }
}

void compile_add_format(const struct invocation *v, const struct toolchain *t, struct words *out)
{
    static const char *const fat[] = {
        /* Bitcode beside the native code; -funified-lto keeps vectorising and
         * unrolling out of the bitcode until derivatives exist. */
        "-flto=full",
        "-ffat-lto-objects",
        "-fno-split-lto-unit", /* with it the native code lacks virtual tables */
        "-fembed-bitcode=off", /* clang cannot embed it twice (clang 22) */
    };
    static const char *const plain[] = {"-fno-lto", "-fembed-bitcode=off"};
    if (compile_embeds_source(v))
        words_add_all(out, plain, sizeof plain / sizeof plain[0]);
    else
        words_add_all(out, fat, sizeof fat / sizeof fat[0]);
    if (!compile_embeds_source(v)) {
        if (v->inputs_of[INPUT_DEVICE] > 0) /* LTO for devices does not know it (clang 22) */
            words_add(out, "-Xarch_host");
        words_add(out, "-funified-lto");
    }
    /* Clang instruments a fat object once and warns when its second half is
     * instrumented already (clang 22). */
    if (v->sanitized)
        words_add(out, "-Wno-backend-plugin");
    /* A remark option makes clang keep source locations in IR without emitting
     * debug information; the pattern matches no pass. */
    if (!v->remarks)
        words_add(out, "-Rpass=^enzcc-loc$");
    /* The passes note what optimisation loses before a link could see it, such as
     * which parameters are pieces of one struct. Without the plugin, the link says
     * that it is missing. */
    if (access(t->plugin, R_OK) != 0)
        return;
    words_add(out, text_format("-fpass-plugin=%s", t->plugin));
    /* Clang tells for which class a virtual call is; the passes take the note from
     * the bitcode. The driver's option would split the unit. */
    words_add(out, "-Xclang");
    words_add(out, "-fwhole-program-vtables");
    /* And of which classes virtual tables are; clang's driver asks for that with -flto only. */
    words_add(out, "-Xclang");
    words_add(out, "-flto-unit");
}
