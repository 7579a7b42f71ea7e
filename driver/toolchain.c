/* Finds the programs and files the driver hands on.
 *
 * Nothing is run here, and only clang is looked for on the disk every time: a
 * missing plugin or linker is noticed where it is needed, at the link.
 */
#define _GNU_SOURCE
#include "toolchain.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Directory above the one of the running program, or NULL. The linker may be a
 * file of its own, in lib/enzcc. */
static const char *installation_prefix(void)
{
    static const char *const inner[] = {"/lib/enzcc/ld.enzcc", "/lib/enzcc/clang-linker-wrapper"};
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    int levels = text_ends_with(path, inner[0]) || text_ends_with(path, inner[1]) ? 3 : 2;
    for (int i = 0; i < levels; i++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return NULL;
        *slash = '\0';
    }
    return text_format("%s", path);
}

const char *toolchain_search(const char *name)
{
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? name : NULL;
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        char *file = text_format("%.*s/%s", length, path, name);
        if (length > 0 && access(file, X_OK) == 0)
            return file;
        path += length;
        path += *path == ':';
    }
    return NULL;
}

/* `built` was found when enzcc was built; `name` is looked for otherwise. */
static const char *find_program(const char *built, const char *name)
{
    if (access(built, X_OK) == 0)
        return built;
    const char *found = toolchain_search(name);
    return found ? found : built;
}

const char *toolchain_program(const char *name)
{
    const char *built =
        strcmp(name, "ld.lld") == 0 ? ENZCC_LLD : text_format("%s/%s", ENZCC_LLVM_TOOLS, name);
    return find_program(built, text_format("%s-%s", name, ENZCC_LLVM_MAJOR));
}

void toolchain_use_linker(struct toolchain *t, const char *path, bool other)
{
    if (other)
        t->other_linker = path;
    else
        t->linker = path;
}

bool toolchain_find(struct toolchain *t, enum persona persona)
{
    bool cxx = persona == PERSONA_CXX;
    const char *prefix = installation_prefix();
    if (!prefix)
        prefix = ENZCC_INSTALL_PREFIX;
    t->prefix = prefix;
    t->clang = cxx ? find_program(ENZCC_CLANGXX, "clang++-" ENZCC_LLVM_MAJOR)
                   : find_program(ENZCC_CLANG, "clang-" ENZCC_LLVM_MAJOR);
    t->linker = toolchain_program("ld.lld");
    t->other_linker = NULL;
    t->objcopy = toolchain_program("llvm-objcopy");
    t->library_dir = text_format("%s/lib/enzcc", prefix);
    t->deciding_linker = text_format("%s/ld.enzcc", t->library_dir);
    t->bundle = text_format("%s/bundle.bc", t->library_dir);
    t->plugin = text_format("%s/enzcc_passes.so", t->library_dir);
    t->include_dir = text_format("%s/include", prefix);
    if (access(t->clang, X_OK) == 0)
        return true;
    fprintf(stderr,
            "enzcc: error: no clang %s at '%s' or in PATH; install the "
            "package clang-%s\n",
            ENZCC_LLVM_MAJOR, t->clang, ENZCC_LLVM_MAJOR);
    return false;
}
