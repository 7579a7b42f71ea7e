/* enzcc, enzcc++: clang, plus what differentiation needs.
 *
 * Reads the command line, adds words to it, and becomes clang. Silent: every
 * message a user sees is clang's or the linker's, except for wrong use of the
 * options enzcc itself adds. The driver links no part of LLVM.
 */
#define _POSIX_C_SOURCE 200809L
#include "compile.h"
#include "devices.h"
#include "fortran.h"
#include "invocation.h"
#include "link.h"
#include "linker.h"
#include "log.h"
#include "spawn.h"
#include "stats.h"
#include "tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool differentiation_is_off(const struct invocation *v)
{
    const char *off = getenv("ENZCC_OFF");
    return v->off || (off && strcmp(off, "0") != 0 && *off);
}

static void start_command(const struct toolchain *t, struct words *command)
{
    words_add(command, t->clang);
}

/* Clang's answer, with our version at the end of the first line: build systems
 * take the first number they see as the compiler's version. */
static int print_version(const struct invocation *v, const struct toolchain *t)
{
    struct words command = {0};
    int status;
    start_command(t, &command);
    invocation_forward(v, &command);
    char *text = spawn_capture(&command, STDOUT_FILENO, &status);
    if (!text)
        return 1;
    int line = (int)strcspn(text, "\n");
    printf("%.*s [enzcc %s]%s", line, text, ENZCC_VERSION, text + line);
    return status;
}

static int print_help(const struct invocation *v, const struct toolchain *t)
{
    struct words command = {0};
    start_command(t, &command);
    invocation_forward(v, &command);
    int status = spawn_run(&command);
    if (status != 0)
        return status;
    printf("\n");
    enz_option_help(stdout);
    return 0;
}

/* Inserts words in front of "--", after which there are only inputs. */
static void append_options(struct words *command, const struct words *added)
{
    size_t end = 0;
    while (end < command->count && strcmp(command->items[end], "--") != 0)
        end++;
    struct words whole = {0};
    words_add_all(&whole, command->items, end);
    words_add_all(&whole, added->items, added->count);
    words_add_all(&whole, command->items + end, command->count - end);
    *command = whole;
}

/* What the passes read; a variable because the linker's process is clang's. A link gets units as
 * their sources say, except where passes that only a compiler has add something to them. */
static void export_options(const struct invocation *v)
{
    struct words options = {0};
    words_add_all(&options, v->enz_options.items, v->enz_options.count);
    if (compile_makes_fat_objects(v) && !v->instrumented)
        words_add(&options, "keep-source");
    if (compile_embeds_source(v))
        words_add(&options, "embed-source");
    if (!v->remarks && !v->locations && !v->debug)
        words_add(&options, "drop-locations");
    if (v->other_assembler)
        words_add(&options, "other-assembler");
    if (v->audit)
        words_add(&options, "syntax-only");
    if (v->recovers)
        words_add(&options, "asan-recover");
    if (v->color == COLOR_ALWAYS || (v->color == COLOR_AUTO && isatty(STDERR_FILENO)))
        words_add(&options, "color");
    if (v->format)
        words_add(&options, text_format("format=%s", v->format));
    if (options.count > 0)
        setenv("ENZCC_PLUGIN_OPTIONS", text_join(&options), 1);
    else
        unsetenv("ENZCC_PLUGIN_OPTIONS");
}

/* Compilers spend a good part of their time in page faults and misses of the TLB: glibc's malloc
 * then asks the kernel for large pages (glibc manual, "Memory Allocation Tunables"). Other C
 * libraries do not look at the variable. */
static void use_large_pages(void)
{
    setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0);
}

static int run_clang(const struct invocation *v, const struct toolchain *t)
{
    struct words command = {0}, added = {0};
    enum link_mode mode = LINK_IS_NATIVE;
    bool links = invocation_links(v);
    if (links)
        mode = link_plan(v, t);
    if (mode == LINK_IS_IMPOSSIBLE)
        return 1;
    start_command(t, &command);
    compile_add_defaults(v, t, &command);
    invocation_forward(v, &command);
    if (compile_makes_fat_objects(v) && (!links || mode != LINK_IS_NATIVE))
        compile_add_format(v, t, &added);
    compile_add_devices(v, &added);
    if (links && !v->foreign_objects)
        link_add(v, t, mode, &added);
    /* After the user's headers: clang looks for a precompiled form of the first. */
    compile_add_header(v, t, &added);
    append_options(&command, &added);
    export_options(v);
    link_export(v, mode);
    if (v->cuda_path)
        setenv(DEVICES_CUDA_VARIABLE, v->cuda_path, 1);
    if (v->rocm_path)
        setenv(DEVICES_ROCM_VARIABLE, v->rocm_path, 1);
    use_large_pages();
    if (v->dry_run && mode == LINK_IS_OPEN)
        return link_show(v, t, &command);
    return v->stats && links ? stats_run(&command) : spawn_become(&command);
}

static int run_plain_clang(const struct invocation *v, const struct toolchain *t)
{
    struct words command = {0};
    start_command(t, &command);
    if (v->persona == PERSONA_CPP)
        words_add(&command, "--driver-mode=cpp");
    invocation_forward(v, &command);
    return spawn_become(&command);
}

/* What enzcc prints itself. */
static bool answers(const struct invocation *v, const struct toolchain *t)
{
    if (v->explain)
        invocation_explain(v);
    else if (v->enz_help)
        enz_option_help(stdout);
    else if (v->configure)
        tool_print_settings(t);
    else
        return v->program && !differentiation_is_off(v) && tool_print(t, v->program);
    return true;
}

static int run(const struct invocation *v, const struct toolchain *t)
{
    if (v->persona == PERSONA_FORTRAN) {
        export_options(v);
        link_export(v, LINK_IS_OPEN);
        use_large_pages();
        return fortran_run(v, t, differentiation_is_off(v) || v->cut_short);
    }
    if (differentiation_is_off(v) || v->cut_short)
        return run_plain_clang(v, t);
    if (v->version)
        return print_version(v, t);
    if (v->help)
        return print_help(v, t);
    return v->query ? run_plain_clang(v, t) : run_clang(v, t);
}

int main(int argc, char **argv)
{
    struct invocation invocation;
    struct toolchain toolchain;
    enum persona persona = persona_of(argv[0]);
    if (persona == PERSONA_LINKER)
        return linker_main(argc, argv);
    if (persona == PERSONA_TOOL)
        return tool_become(argc, argv);
    if (persona == PERSONA_ENV)
        return toolchain_find(&toolchain, persona) ? tool_run_with_settings(&toolchain, argc, argv)
                                                   : 1;
    if (!invocation_read(&invocation, argc, argv) || !log_call(&invocation))
        return 1;
    bool found = toolchain_find(&toolchain, invocation.persona);
    if (answers(&invocation, &toolchain))
        return 0;
    return found ? run(&invocation, &toolchain) : 1;
}
