#define _POSIX_C_SOURCE 200809L
#include "tools.h"
#include "elf.h"
#include "objcopy.h"
#include "spawn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct tool tools[] = {
    {"ar", "llvm-ar"},         {"ld", NULL},
    {"nm", "llvm-nm"},         {"objcopy", "llvm-objcopy"},
    {"ranlib", "llvm-ranlib"}, {"strip", "llvm-strip"},
};

enum { TOOLS = sizeof tools / sizeof tools[0] };

const struct tool *tool_called(const char *path)
{
    const char *name = program_name(path);
    for (size_t i = 0; i < TOOLS; i++) {
        const char *whole = text_format("enz-%s", tools[i].name);
        if (strcmp(name, whole) == 0 || text_ends_with(name, text_format("-%s", whole)))
            return &tools[i];
    }
    return NULL;
}

static int run_objcopy(const struct words *words)
{
    struct toolchain toolchain;
    return toolchain_find(&toolchain, PERSONA_TOOL) ? objcopy_run(&toolchain, words) : 1;
}

/* The bitcode of shared libraries stays, as for other programs called strip, unless it is named. */
static void keep_units(const struct words *words, struct words *command)
{
    for (size_t i = 0; i < words->count; i++)
        if (strstr(words->items[i], ELF_UNITS_NAME))
            return;
    words_add(command, "--keep-section=" ELF_UNITS_NAME);
}

int tool_become(int argc, char **argv)
{
    struct words command = {0}, words = {0};
    const struct tool *tool = tool_called(argv[0]);
    for (int i = 1; i < argc; i++)
        words_add(&words, argv[i]);
    if (strcmp(tool->name, "objcopy") == 0)
        return run_objcopy(&words);
    words_add(&command, toolchain_program(tool->program));
    if (strcmp(tool->name, "strip") == 0)
        keep_units(&words, &command);
    words_add_all(&command, words.items, words.count);
    return spawn_become(&command);
}

static const char *path_of(const struct toolchain *t, const char *name)
{
    return text_format("%s/bin/%s", t->prefix, name);
}

bool tool_print(const struct toolchain *t, const char *name)
{
    const char *path = path_of(t, text_format("enz-%s", name));
    for (size_t i = 0; i < TOOLS; i++)
        if (strcmp(name, tools[i].name) == 0 && access(path, X_OK) == 0) {
            puts(path);
            return true;
        }
    return false;
}

/* In quotes of a shell. */
static void print_setting(const char *name, const char *value)
{
    printf("%s='", name);
    for (; *value; value++)
        if (*value == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*value);
    printf("'; export %s\n", name);
}

static const struct {
    const char *variable, *program;
} settings[] = {
    {"CC", "enzcc"},  {"CXX", "enzcc++"},       {"LD", "enz-ld"},       {"AR", "enz-ar"},
    {"NM", "enz-nm"}, {"RANLIB", "enz-ranlib"}, {"STRIP", "enz-strip"}, {"OBJCOPY", "enz-objcopy"},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

void tool_print_settings(const struct toolchain *t)
{
    for (size_t i = 0; i < SETTINGS; i++)
        print_setting(settings[i].variable, path_of(t, settings[i].program));
}

int tool_run_with_settings(const struct toolchain *t, int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "enzcc-env: error: no command; write enzcc-env COMMAND...\n");
        return 1;
    }
    for (size_t i = 0; i < SETTINGS; i++)
        setenv(settings[i].variable, path_of(t, settings[i].program), 1);
    execvp(argv[1], argv + 1);
    fprintf(stderr, "enzcc-env: error: cannot run '%s': %s\n", argv[1], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
