/* ld.lld collects the files: it is run once more, on the machine code of the objects alone, as it
 * is run where there are no derivatives. Whether that succeeds does not matter (derivative calls
 * are undefined there); what it has read is in the tar. What repeats the decision of ld.enzcc, its
 * settings and words, is appended. */
#define _POSIX_C_SOURCE 200809L
#include "reproduce.h"
#include "linker.h"
#include "spawn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- tar ---- */

enum { TAR_BLOCK = 512, TAR_NAME = 100, TAR_END = 2 * TAR_BLOCK };

/* The header of a file: POSIX.1-1988, "ustar". */
struct tar_header {
    char name[TAR_NAME], mode[8], uid[8], gid[8], size[12], time[12], checksum[8], type;
    char link[TAR_NAME], magic[6], version[2], user[32], group[32], major[8], minor[8];
    char prefix[155], padding[12];
};

/* All digits that the field has room for, and a NUL. */
static void write_octal(char *field, size_t size, size_t value)
{
    field[size - 1] = '\0';
    for (size_t i = size - 1; i-- > 0; value /= 8)
        field[i] = (char)('0' + value % 8);
}

static struct tar_header header_of(const char *name, size_t size, bool runs)
{
    struct tar_header h;
    unsigned sum = 0;
    memset(&h, 0, sizeof h);
    memcpy(h.name, name, strlen(name));
    memcpy(h.mode, runs ? "0000755" : "0000644", 8);
    memcpy(h.uid, "0000000", 8);
    memcpy(h.gid, "0000000", 8);
    write_octal(h.size, sizeof h.size, size);
    memcpy(h.time, "00000000000", 12);
    memset(h.checksum, ' ', sizeof h.checksum);
    h.type = '0';
    memcpy(h.magic, "ustar", 6);
    memcpy(h.version, "00", 2);
    for (size_t i = 0; i < sizeof h; i++)
        sum += ((const unsigned char *)&h)[i];
    write_octal(h.checksum, sizeof h.checksum - 1, sum);
    return h;
}

/* Two empty blocks end a tar: the file takes their place. */
static bool tar_append(FILE *tar, const char *name, const char *text, bool runs)
{
    static const char zeros[TAR_END];
    size_t size = strlen(text), rest = (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
    struct tar_header h = header_of(name, size, runs);
    return strlen(name) < TAR_NAME && fseek(tar, -(long)TAR_END, SEEK_END) == 0 &&
           fwrite(&h, sizeof h, 1, tar) == 1 && fwrite(text, 1, size, tar) == size &&
           fwrite(zeros, 1, rest, tar) == rest && fwrite(zeros, 1, TAR_END, tar) == TAR_END;
}

/* ---- what is appended ---- */

/* In quotes of a shell. */
static const char *shell_quoted(const char *text)
{
    char *whole = memory_resize(NULL, 4 * strlen(text) + 3), *end = whole;
    *end++ = '\'';
    for (; *text; text++)
        if (*text == '\'')
            end = stpcpy(end, "'\\''");
        else
            *end++ = *text;
    memcpy(end, "'", 2);
    return whole;
}

static bool is_for_bitcode(const char *word)
{
    return text_starts_with(word, "-plugin-opt=") || strcmp(word, "--fat-lto-objects") == 0;
}

/* The letters that say what is linked: not how it is shown, nor by which linker. */
static const char *lasting_mode(const char *mode)
{
    static const char shown[] = {LINKER_MODE_VERBOSE, LINKER_MODE_OTHER, LINKER_MODE_HOST, '\0'};
    char *letters = text_format("%s", mode), *end = letters;
    for (; *mode; mode++)
        if (!strchr(shown, *mode))
            *end++ = *mode;
    *end = '\0';
    return letters;
}

static const char *script(const struct linker_line *line, const char *mode)
{
    const char *options = getenv("ENZCC_PLUGIN_OPTIONS"), *slash = strrchr(line->output, '/');
    struct words words = {0};
    for (size_t i = 0; i < line->words.count; i++)
        if (is_for_bitcode(line->words.items[i]))
            words_add(&words, shell_quoted(line->words.items[i]));
    return text_format("#!/bin/sh\n"
                       "# Repeats a link of enzcc %s: ./link.sh [OPTION OF THE LINKER...]\n"
                       "# ENZ_LD: the enz-ld to link with, otherwise that of PATH.\n"
                       "set -eu\n"
                       "cd \"$(dirname \"$0\")\"\n"
                       "ENZCC_PLUGIN_OPTIONS=%s\n"
                       "%s=%s\n"
                       "TMPDIR=.\n" /* absolute paths are of the root that the tar has */
                       "export ENZCC_PLUGIN_OPTIONS %s TMPDIR\n"
                       "exec \"${ENZ_LD:-enz-ld}\" @response.txt %s -o %s \"$@\"\n",
                       ENZCC_VERSION, shell_quoted(options ? options : ""), LINKER_MODE_VARIABLE,
                       shell_quoted(lasting_mode(mode)), LINKER_MODE_VARIABLE,
                       words.count ? text_join(&words) : "",
                       shell_quoted(slash ? slash + 1 : line->output));
}

static const char *version_of(const char *program)
{
    struct words command = {0};
    int status;
    words_add(&command, program);
    words_add(&command, "--version");
    char *text = spawn_capture(&command, STDOUT_FILENO, &status);
    return text ? text_format("%.*s", (int)strcspn(text, "\n"), text) : "unknown";
}

static const char *description(const struct toolchain *t)
{
    const char *command = getenv(REPRODUCE_COMMAND);
    return text_format("enzcc: %s\ncompiler: %s\nlinker: %s\ncommand: %s\n", ENZCC_VERSION,
                       version_of(t->clang), version_of(t->linker),
                       command ? command : "none: ld.enzcc was called by itself");
}

/* ---- all of it ---- */

static bool failed(const char *path, const char *why)
{
    fprintf(stderr, "enzcc: error: cannot write '%s': %s\n", path, why);
    return false;
}

static void collect_files(const char *path, const struct linker_line *line,
                          const struct toolchain *t)
{
    struct words command = {0};
    int status;
    words_add(&command, t->linker);
    linker_add_native_words(&line->words, &command);
    words_add(&command, "-o");
    words_add(&command, "/dev/null");
    setenv("LLD_REPRODUCE", path, 1);
    spawn_capture(&command, STDERR_FILENO, &status);
    unsetenv("LLD_REPRODUCE");
}

/* The directory in the tar, as ld.lld names it: the name of the file without its last suffix. */
static const char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return text_format("%.*s", (int)(dot && dot != name ? (size_t)(dot - name) : strlen(name)),
                       name);
}

bool reproduce_write(const char *path, const struct linker_line *line, const struct toolchain *t,
                     const char *mode)
{
    const char *stem = stem_of(path);
    if (unlink(path) != 0 && errno != ENOENT)
        return failed(path, strerror(errno));
    collect_files(path, line, t);
    FILE *tar = fopen(path, "r+b");
    if (!tar)
        return failed(path, strerror(errno));
    bool written = tar_append(tar, text_format("%s/link.sh", stem), script(line, mode), true) &&
                   tar_append(tar, text_format("%s/enzcc.txt", stem), description(t), false);
    written &= fclose(tar) == 0;
    return written || failed(path, "the file is not complete");
}
