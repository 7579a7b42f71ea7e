/* Lookup in the option tables, and everything about the reserved names
 * -fenz-*, -fno-enz-* and --enz-*: checking them, suggesting, help.
 *
 * Invariant: a word in the reserved name space is never CLASS_OTHER, so that it
 * is either understood here or an error, and never reaches clang.
 */
#include "options.h"
#include "words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

struct clang_row {
    const char *spelling;
    enum option_kind kind;
    enum option_class class;
    int argument;
};

static const struct clang_row clang_rows[] = {
#define CLANG_OPTION(spelling, kind, class, argument)                                              \
    {spelling, KIND_##kind, CLASS_##class, argument},
#include "options.def"
};

enum value_kind {
    VALUE_SWITCH,
    VALUE_CHOICE,
    VALUE_SET,
    VALUE_LIST,
    VALUE_SIZE,
    VALUE_TEXT,
    VALUE_FILE
};

struct enz_row {
    const char *name;
    enum value_kind kind;
    const char *values;
    const char *help;
};

static const struct enz_row enz_rows[] = {
#define ENZ_OPTION(name, kind, values, help) {name, VALUE_##kind, values, help},
#include "options.def"
};

struct command_row {
    const char *spelling;
    enum enz_command command;
    const char *help;
};

static const struct command_row command_rows[] = {
#define ENZ_COMMAND(spelling, command, help) {spelling, COMMAND_##command, help},
#include "options.def"
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Clang's options ---- */

/* Length of the spelling if the row fits the word, else 0. */
static size_t row_match(const struct clang_row *row, const char *word)
{
    size_t length = strlen(row->spelling);
    if (strncmp(word, row->spelling, length) != 0)
        return 0;
    bool whole = word[length] == '\0';
    bool prefix_allowed =
        row->kind == KIND_JOINED || row->kind == KIND_EITHER || row->kind == KIND_BOTH;
    return whole || prefix_allowed ? length : 0;
}

static const struct clang_row *clang_row_find(const char *word)
{
    const struct clang_row *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < COUNT(clang_rows); i++) {
        size_t length = row_match(&clang_rows[i], word);
        if (length > best_length) {
            best = &clang_rows[i];
            best_length = length;
        }
    }
    return best;
}

static struct option option_of_row(const struct clang_row *row, const char *word)
{
    struct option o = {row->class, row->argument, row->spelling, NULL, false};
    const char *rest = word + strlen(row->spelling);
    o.separate = row->kind == KIND_SEPARATE || row->kind == KIND_BOTH ||
                 (row->kind == KIND_EITHER && *rest == '\0');
    if (!o.separate && row->kind != KIND_FLAG)
        o.value = rest;
    return o;
}

static bool takes_file(const char *spelling)
{
    return text_ends_with(spelling, "=");
}

static bool enz_reserved(const char *word)
{
    static const char *const names[] = {"-fenz", "-fno-enz"};
    for (size_t i = 0; i < COUNT(names); i++) {
        size_t length = strlen(names[i]);
        if (text_starts_with(word, names[i]) &&
            (word[length] == '\0' || word[length] == '-' || word[length] == '='))
            return true;
    }
    return false;
}

static bool is_command(const char *word, const char *spelling)
{
    return takes_file(spelling) ? text_starts_with(word, spelling) && word[strlen(spelling)]
                                : strcmp(word, spelling) == 0;
}

static struct option command_classify(const char *word)
{
    struct option o = {CLASS_OTHER, -1, NULL, NULL, false};
    if (text_starts_with(word, "--enz-"))
        o.class = CLASS_COMMAND;
    for (size_t i = 0; i < COUNT(command_rows); i++)
        if (is_command(word, command_rows[i].spelling)) {
            o.class = CLASS_COMMAND;
            o.argument = (int)command_rows[i].command;
            o.value = word + strlen(command_rows[i].spelling);
        }
    return o;
}

struct option option_classify(const char *word)
{
    if (word[0] != '-' || word[1] == '\0')
        return (struct option){CLASS_INPUT, 0, NULL, NULL, false};
    struct option command = command_classify(word);
    if (command.class == CLASS_COMMAND)
        return command;
    if (enz_reserved(word))
        return (struct option){CLASS_ENZ, 0, NULL, NULL, false};
    const struct clang_row *row = clang_row_find(word);
    if (row)
        return option_of_row(row, word);
    return (struct option){CLASS_OTHER, 0, NULL, NULL, false};
}

const char *option_class_name(enum option_class class)
{
    static const char *const names[] = {
        [CLASS_OTHER] = "other",         [CLASS_INPUT] = "input",
        [CLASS_VALUE] = "value",         [CLASS_ACTION] = "action",
        [CLASS_EMIT_LLVM] = "emit-llvm", [CLASS_DRY_RUN] = "dry-run",
        [CLASS_VERBOSE] = "verbose",     [CLASS_LIBRARY] = "library",
        [CLASS_VERSION] = "version",     [CLASS_HELP] = "help",
        [CLASS_QUERY] = "query",         [CLASS_OUTPUT] = "output",
        [CLASS_LANGUAGE] = "language",   [CLASS_END] = "end-of-options",
        [CLASS_REMARKS] = "remarks",     [CLASS_LTO] = "lto",
        [CLASS_SANITIZE] = "sanitize",   [CLASS_INSTRUMENT] = "instrument",
        [CLASS_TARGET] = "target",       [CLASS_LINKER] = "linker",
        [CLASS_LINK_MODE] = "link-mode", [CLASS_LINK_INPUT] = "link-input",
        [CLASS_LINK_PATH] = "link-path", [CLASS_ENZ] = "enz",
        [CLASS_DEBUG] = "debug",         [CLASS_WARNING] = "warning",
        [CLASS_COLOR] = "color",         [CLASS_COMMAND] = "enz-command",
        [CLASS_FORMAT] = "format",       [CLASS_KNOB] = "enz",
        [CLASS_PROGRAM] = "query",       [CLASS_OFFLOAD] = "offload",
        [CLASS_LTO_ONLY] = "lto",        [CLASS_LOCATIONS] = "remarks",
        [CLASS_RECOVER] = "sanitize",    [CLASS_ASSEMBLER] = "assembler",
        [CLASS_CUDA_PATH] = "offload",   [CLASS_ROCM_PATH] = "offload",
    };
    return names[class];
}

/* ---- Our options ---- */

/* Number of single-letter edits between two short words. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b_length];
}

bool enz_warning_check(const char *word)
{
    enum { EZB_ERROR, EZB_WARNING, EZB_REMARK_ANALYSIS };
    static const struct {
        const char *name;
        bool warns;
    } messages[] = {
#define DIAG(id, name, severity, text, remedy) {name, (severity) == EZB_WARNING},
#include "base/diags.def"
#undef DIAG
    };
    const char *name = strstr(word, "enz-") + strlen("enz-"), *nearest = NULL;
    size_t best = strlen(name) / 2 + 1;
    for (size_t i = 0; i < COUNT(messages); i++) {
        size_t distance = messages[i].warns ? edit_distance(name, messages[i].name) : best;
        if (distance < best)
            best = distance, nearest = messages[i].name;
    }
    if (nearest && best == 0)
        return true;
    fprintf(stderr, "enzcc: error: '%s': there is no warning enz-%s%s%s%s\n", word, name,
            nearest ? "; did you mean 'enz-" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return false;
}

/* "-fenz-", or "-fno-enz-" when a switch is turned off. */
static const char *enz_prefix(bool off)
{
    return off ? "-fno-enz" : "-fenz";
}

/* Splits "-f[no-]enz[-name][=value]"; the name is copied into `name`. */
static const char *enz_split(const char *word, char *name, size_t size, bool *off)
{
    *off = text_starts_with(word, "-fno-enz");
    const char *rest = word + strlen(enz_prefix(*off));
    if (*rest == '-')
        rest++;
    size_t length = strcspn(rest, "=");
    if (length >= size)
        length = size - 1;
    memcpy(name, rest, length);
    name[length] = '\0';
    const char *equals = strchr(rest, '=');
    return equals ? equals + 1 : NULL;
}

static const struct enz_row *enz_row_find(const char *name)
{
    for (size_t i = 0; i < COUNT(enz_rows); i++)
        if (strcmp(name, enz_rows[i].name) == 0)
            return &enz_rows[i];
    return NULL;
}

static bool enz_unknown(const char *word, const char *name, bool off)
{
    const struct enz_row *nearest = NULL;
    size_t best = strlen(name) / 2 + 1;
    for (size_t i = 0; i < COUNT(enz_rows); i++) {
        size_t distance = edit_distance(name, enz_rows[i].name);
        if (enz_rows[i].name[0] && distance < best) {
            best = distance;
            nearest = &enz_rows[i];
        }
    }
    fprintf(stderr, "enzcc: error: unknown option '%s'", word);
    if (nearest)
        fprintf(stderr, "; did you mean '%s-%s'?\n", enz_prefix(off), nearest->name);
    else
        fprintf(stderr, "; 'enzcc --enz-help' lists all\n");
    return false;
}

/* Whether text[0..length) is a member of a comma-separated list. */
static bool list_has(const char *list, const char *text, size_t length)
{
    while (*list) {
        size_t item = strcspn(list, ",");
        if (item == length && memcmp(list, text, length) == 0)
            return true;
        list += item;
        list += *list == ',';
    }
    return false;
}

/* `end`: what ends the name of an item. */
static bool set_is_valid(const char *values, const char *text, const char *end)
{
    while (*text) {
        size_t item = strcspn(text, ",");
        size_t name = strcspn(text, end);
        if (!list_has(values, text, name))
            return false;
        text += item;
        text += *text == ',';
    }
    return true;
}

static bool size_is_valid(const char *values, const char *text)
{
    if (list_has(values, text, strlen(text)))
        return true;
    size_t digits = strspn(text, "0123456789");
    const char *unit = text + digits;
    return digits > 0 && digits < 19 &&
           (*unit == '\0' || (strchr("KMG", *unit) && unit[1] == '\0'));
}

static bool text_is_valid(const char *text)
{
    for (const char *p = text; *p; p++)
        if (isspace((unsigned char)*p))
            return false;
    return *text != '\0';
}

/* A name with one of the endings. */
static bool file_is_valid(const char *values, const char *text)
{
    const char *dot = strrchr(text, '.');
    return text_is_valid(text) && dot && dot != text && list_has(values, dot + 1, strlen(dot + 1));
}

static bool enz_value_is_valid(const struct enz_row *row, const char *value)
{
    switch (row->kind) {
    case VALUE_SWITCH: return false;
    case VALUE_CHOICE: return list_has(row->values, value, strlen(value));
    case VALUE_SET: return *value && set_is_valid(row->values, value, ":,");
    case VALUE_LIST: return *value && set_is_valid(row->values, value, ",");
    case VALUE_SIZE: return size_is_valid(row->values, value);
    case VALUE_TEXT: return text_is_valid(value);
    case VALUE_FILE: return file_is_valid(row->values, value);
    }
    return false;
}

/* Ends a message with what the option takes. False. */
static bool enz_say_values(const struct enz_row *row)
{
    if (row->kind == VALUE_SWITCH)
        fprintf(stderr, "; the option takes none\n");
    else if (row->kind == VALUE_FILE)
        fprintf(stderr,
                "; write the name of a file, without white space, that ends in one of: %s\n",
                row->values);
    else if (row->values[0])
        fprintf(stderr, "; known values: %s%s\n", row->values,
                row->kind == VALUE_SIZE ? ", or a number with K, M or G" : "");
    else if (row->kind == VALUE_SIZE)
        fprintf(stderr, "; write a number, perhaps with K, M or G\n");
    else
        fprintf(stderr, "; write text without white space\n");
    return false;
}

static bool enz_bad_value(const struct enz_row *row, const char *word)
{
    fprintf(stderr, "enzcc: error: invalid value in '%s'", word);
    return enz_say_values(row);
}

static bool may_be_bare(const struct enz_row *row)
{
    return row->kind == VALUE_SWITCH || row->kind == VALUE_FILE;
}

static bool enz_flag_check(const char *word)
{
    char name[64];
    bool off;
    const char *value = enz_split(word, name, sizeof name, &off);
    const struct enz_row *row = enz_row_find(name);
    if (!row || (name[0] == '\0' && word[strlen(word) - 1] == '-'))
        return enz_unknown(word, name, off);
    if (off && !may_be_bare(row)) {
        fprintf(stderr, "enzcc: error: '%s' is no option; write '-fenz-%s=<value>'", word, name);
        return enz_say_values(row);
    }
    if (off)
        return value ? enz_bad_value(row, word) : true;
    if (!value && !may_be_bare(row)) {
        fprintf(stderr, "enzcc: error: '%s' needs a value; write '%s=<value>'", word, word);
        return enz_say_values(row);
    }
    return !value || enz_value_is_valid(row, value) || enz_bad_value(row, word);
}

bool enz_knob_check(const char *word)
{
    static const char *const knobs[] = {
#define ENZ_KNOB(name) name,
#include "options.def"
    };
    struct words known = {0};
    for (size_t i = 0; i < COUNT(knobs); i++) {
        words_add(&known, knobs[i]);
        if (strcmp(word, knobs[i]) == 0)
            return true;
    }
    fprintf(stderr, "enzcc: error: unknown value in '-Xenz %s'; known values: %s\n", word,
            text_join(&known));
    return false;
}

static bool enz_command_check(const char *word)
{
    const char *nearest = NULL;
    size_t best = strlen(word) / 2;
    for (size_t i = 0; i < COUNT(command_rows); i++) {
        size_t distance = edit_distance(word, command_rows[i].spelling);
        if (is_command(word, command_rows[i].spelling))
            return true;
        if (distance < best) {
            best = distance;
            nearest = command_rows[i].spelling;
        }
    }
    fprintf(stderr, "enzcc: error: unknown option '%s'; did you mean '%s%s'?\n", word,
            nearest ? nearest : "--enz-help", nearest && takes_file(nearest) ? "<file>" : "");
    return false;
}

bool enz_option_check(const char *word)
{
    return word[1] == '-' ? enz_command_check(word) : enz_flag_check(word);
}

const char *enz_option_text(const char *word)
{
    bool off = text_starts_with(word, "-fno-enz");
    const char *rest = word + strlen(enz_prefix(off));
    const char *name = *rest == '-' ? rest + 1 : "enz";
    return off ? text_format("no-%s", name) : name;
}

static void enz_row_help(FILE *out, const struct enz_row *row)
{
    int used = fprintf(out, "  -fenz%s%s", row->name[0] ? "-" : "", row->name);
    if (row->kind == VALUE_SIZE)
        used += fprintf(out, "=%s%s<n>", row->values, row->values[0] ? "," : "");
    else if (row->kind == VALUE_TEXT)
        used += fprintf(out, "=<text>");
    else if (row->kind == VALUE_FILE)
        used += fprintf(out, "[=<file>]");
    else if (row->kind != VALUE_SWITCH)
        used += fprintf(out, "=%s", row->values);
    if (used > 38)
        used = fprintf(out, "\n") - 1;
    fprintf(out, "%*s  %s\n", 38 - used, "", row->help);
}

static const char *command_spelling(const struct command_row *row)
{
    return text_format("%s%s", row->spelling, takes_file(row->spelling) ? "<file>" : "");
}

void enz_option_help(FILE *out)
{
    fprintf(out, "Options of enzcc; every other option is clang's.\n\n");
    for (size_t i = 0; i < COUNT(command_rows); i++)
        fprintf(out, "  %-36s  %s\n", command_spelling(&command_rows[i]), command_rows[i].help);
    fprintf(out, "\nDifferentiation, each without a value has a form "
                 "-fno-enz-<name>:\n\n");
    for (size_t i = 0; i < COUNT(enz_rows); i++)
        enz_row_help(out, &enz_rows[i]);
    fprintf(out, "\nEnvironment: ENZCC_FLAGS adds options, ENZCC_OFF=1 is --enz-off, "
                 "ENZCC_LOG=<file> gets a line per call.\n");
}
