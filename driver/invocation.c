/* Reads a command line into a struct invocation.
 *
 * Response files are expanded before words are classified, but a @file of which
 * clang may see every word is handed on as it is. A word that follows an option
 * with a separate value is that value, whatever it looks like.
 */
#include "invocation.h"
#include "sanitizers.h"
#include "tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Program name ---- */

static size_t version_suffix(const char *name, size_t length)
{
    size_t end = length;
    while (end > 0 && strchr("0123456789.", name[end - 1]))
        end--;
    return end > 0 && end < length && name[end - 1] == '-' ? end - 1 : length;
}

char *program_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = text_format("%s", slash ? slash + 1 : path);
    name[version_suffix(name, strlen(name))] = '\0';
    return name;
}

enum persona persona_of(const char *path)
{
    const char *name = program_name(path);
    const struct tool *tool = tool_called(path);
    if (strcmp(name, "ld.enzcc") == 0 || strcmp(name, LINKER_OF_DEVICES) == 0 || tool)
        return tool && tool->program ? PERSONA_TOOL : PERSONA_LINKER;
    if (strcmp(name, "enzcc-env") == 0)
        return PERSONA_ENV;
    if (strcmp(name, "cpp") == 0 || text_ends_with(name, "-cpp") || text_ends_with(name, "enzcpp"))
        return PERSONA_CPP;
    if (text_ends_with(name, "enzfc"))
        return PERSONA_FORTRAN;
    return text_ends_with(name, "++") ? PERSONA_CXX : PERSONA_C;
}

static bool names_machine(const char *target)
{
    static const char *const machines[] = {
        "aarch64", "amd64", "arm", "hexagon", "i386", "i486",  "i586",  "i686", "loongarch",
        "mips",    "power", "ppc", "riscv",   "s390", "sparc", "thumb", "wasm", "x86_64",
    };
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (text_starts_with(target, machines[i]))
            return true;
    return false;
}

/* x86_64-linux-gnu-enzcc++-22 has a target in front; other words there mean nothing to clang. */
static const char *target_of(const char *path)
{
    char *name = program_name(path);
    char *dash = strrchr(name, '-');
    if (!dash || !memchr(name, '-', (size_t)(dash - name)) || !names_machine(name))
        return NULL;
    *dash = '\0';
    return name;
}

/* ---- Words ---- */

static void add_argument(struct invocation *v, const char *text, size_t origin)
{
    size_t count = v->argument_count;
    if ((count & (count - 1)) == 0)
        v->arguments = memory_resize(v->arguments, (count ? 2 * count : 1) * sizeof *v->arguments);
    v->arguments[v->argument_count++] = (struct argument){text, origin, false};
}

static void collect_words(struct invocation *v, int argc, char **argv)
{
    const char *flags = getenv("ENZCC_FLAGS");
    if (flags)
        words_add_quoted(&v->command, flags);
    for (int i = 1; i < argc; i++)
        words_add(&v->command, argv[i]);
    for (size_t i = 0; i < v->command.count; i++) {
        struct words inner = {0};
        words_add_expanded(&inner, v->command.items[i]);
        for (size_t j = 0; j < inner.count; j++)
            add_argument(v, inner.items[j], i);
    }
}

/* ---- Inputs ---- */

struct kind_row {
    const char *name;
    enum input_kind kind;
};

static const struct kind_row suffix_rows[] = {
#define SUFFIX(suffix, kind) {suffix, INPUT_##kind},
#include "inputs.def"
};

static const struct kind_row language_rows[] = {
#define LANGUAGE(name, kind) {name, INPUT_##kind},
#include "inputs.def"
};

static enum input_kind kind_find(const struct kind_row *rows, size_t count, const char *name,
                                 enum input_kind otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].kind;
    return otherwise;
}

#define KIND_FIND(rows, name, otherwise)                                                           \
    kind_find(rows, sizeof(rows) / sizeof((rows)[0]), name, otherwise)

/* `language` is what -x said last; NULL or "none" is by suffix. Standard input
 * without -x is C source, which clang accepts with -E only. */
static enum input_kind input_kind_of(const struct invocation *v, const char *text,
                                     const char *language)
{
    if (language && strcmp(language, "none") != 0)
        return KIND_FIND(language_rows, language, INPUT_FOREIGN);
    const char *slash = strrchr(text, '/');
    const char *dot = strrchr(slash ? slash : text, '.');
    if (strcmp(text, "-") == 0)
        return INPUT_SOURCE;
    if (!dot)
        return v->persona == PERSONA_CPP ? INPUT_SOURCE : INPUT_OBJECT;
    enum input_kind kind = KIND_FIND(suffix_rows, dot + 1, INPUT_OBJECT);
    return kind == INPUT_FOREIGN && v->persona == PERSONA_FORTRAN ? INPUT_SOURCE : kind;
}

static void add_input(struct invocation *v, const char *text, const char *language)
{
    size_t count = v->input_count;
    if ((count & (count - 1)) == 0)
        v->inputs = memory_resize(v->inputs, (count ? 2 * count : 1) * sizeof *v->inputs);
    enum input_kind kind = input_kind_of(v, text, language);
    v->inputs[v->input_count++] = (struct input){text, kind};
    v->inputs_of[kind]++;
}

/* ---- Options ---- */

static bool target_has_no_elf(const char *target)
{
    static const char *const words[] = {"wasm",   "windows", "win32", "mingw", "cygwin",
                                        "darwin", "macos",   "ios",   "apple", "nvptx",
                                        "amdgcn", "spirv",   "bpf",   "aix",   "cuda"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(target, words[i]))
            return true;
    return false;
}

static void read_target(struct invocation *v, const char *target)
{
    v->link_flags |= LINK_FOREIGN;
    v->foreign_objects = target_has_no_elf(target);
}

static void read_linker(struct invocation *v, const struct option *o)
{
    if (strcmp(o->spelling, "--ld-path=") == 0)
        v->linker_path = o->value;
    else
        v->linker = o->value;
}

static void read_command(struct invocation *v, enum enz_command command, const char *value)
{
    switch (command) {
    case COMMAND_AUDIT:
    case COMMAND_AUDIT_JSON:
        v->audit = true;
        v->audit_json = command == COMMAND_AUDIT_JSON;
        break;
    case COMMAND_CONFIGURE: v->configure = true; break;
    case COMMAND_EXPLAIN: v->explain = true; break;
    case COMMAND_HELP: v->enz_help = true; break;
    case COMMAND_LTO: v->force_lto = true; break;
    case COMMAND_OFF: v->off = true; break;
    case COMMAND_REPRO: v->repro = value; break;
    }
}

/* -Rpass=enzyme and -Rpass=enzcc ask for the remarks of our passes too. */
static void read_remarks(struct invocation *v, const char *pattern)
{
    v->remarks = true;
    if (strstr(pattern, "enzyme") || strstr(pattern, "enzcc"))
        words_add(&v->enz_options, "remarks");
}

/* Clang knows no number of LTO jobs; GCC's -flto=<n> is full LTO here. */
static void read_lto(struct invocation *v, struct argument *word, const char *value)
{
    v->link_flags |= LINK_LTO;
    if (*value && strspn(value, "0123456789") == strlen(value))
        word->ours = true;
}

/* Options that the driver acts on itself; the last word on a switch counts. */
static void read_switch(struct invocation *v, const char *text)
{
    const struct {
        const char *name;
        bool *value;
    } switches[] = {{"stats", &v->stats}, {"syntax-only", &v->check_only}};
    bool off = text_starts_with(text, "no-");
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (strcmp(off ? text + 3 : text, switches[i].name) == 0)
            *switches[i].value = !off;
    if (strcmp(off ? text + 3 : text, "shared-bitcode") == 0)
        v->bare_libraries = off;
    if (text_starts_with(text, "truncate-all="))
        v->truncates = true;
}

static void raise_action(struct invocation *v, enum action action)
{
    if (action > v->action)
        v->action = action;
}

/* The effect of an option that has its value, `value`, if it takes one. */
static bool read_option(struct invocation *v, struct argument *word, const struct option *o,
                        const char *value)
{
    switch (o->class) {
    case CLASS_ACTION: raise_action(v, (enum action)o->argument); break;
    case CLASS_EMIT_LLVM: v->emit_llvm = true; break;
    case CLASS_VERSION: v->version = v->query = true; break;
    case CLASS_HELP: v->help = v->query = true; break;
    case CLASS_QUERY: v->query = true; break;
    case CLASS_PROGRAM:
        v->query = true;
        v->program = value;
        break;
    case CLASS_OUTPUT: v->output = value; break;
    case CLASS_REMARKS: read_remarks(v, value); break;
    case CLASS_SANITIZE: sanitizers_read(v, value); break;
    case CLASS_RECOVER: sanitizers_recover(v, value, o->argument != 0); break;
    case CLASS_LOCATIONS: v->locations = true; break;
    case CLASS_LTO_ONLY: v->needs_lto = true; break;
    case CLASS_ASSEMBLER: v->other_assembler = o->argument != 0; break;
    case CLASS_OFFLOAD:
        v->offloads |= o->argument == 0;
        v->names_devices |= o->argument != 0;
        break;
    case CLASS_CUDA_PATH: v->cuda_path = value; break;
    case CLASS_ROCM_PATH: v->rocm_path = value; break;
    case CLASS_INSTRUMENT: v->instrumented = true; break;
    case CLASS_DEBUG: v->debug = true; break;
    case CLASS_FORMAT: v->format = value; break;
    case CLASS_COLOR: v->color = (enum color)o->argument; break;
    case CLASS_WARNING:
        words_add(&v->enz_options,
                  text_format("warn=%s", word->text + (word->text[1] == 'W' ? 2 : 1)));
        word->ours = o->argument != 0;
        return !word->ours || enz_warning_check(word->text);
    case CLASS_KNOB:
        word->ours = true;
        words_add(&v->enz_options, value);
        return enz_knob_check(value);
    case CLASS_LTO: read_lto(v, word, value); break;
    case CLASS_TARGET: read_target(v, value); break;
    case CLASS_LINKER: read_linker(v, o); break;
    case CLASS_LINK_MODE: v->link_flags |= (unsigned)o->argument; break;
    case CLASS_DRY_RUN: v->dry_run = true; break;
    case CLASS_VERBOSE: v->verbose = true; break;
    case CLASS_LIBRARY: v->libraries = true; break;
    case CLASS_LINK_INPUT: v->linker_inputs = true; break;
    case CLASS_ENZ:
        word->ours = true;
        if (strcmp(word->text, "-fenz") == 0 || strcmp(word->text, "-fno-enz") == 0)
            v->calls_stay = word->text[2] == 'n';
        if (strcmp(word->text, "-fenz-attributes") == 0 ||
            strcmp(word->text, "-fno-enz-attributes") == 0)
            v->no_attributes = word->text[2] == 'n';
        else
            words_add(&v->enz_options, enz_option_text(word->text));
        read_switch(v, enz_option_text(word->text));
        return enz_option_check(word->text);
    case CLASS_COMMAND:
        word->ours = true;
        if (!enz_option_check(word->text))
            return false;
        read_command(v, (enum enz_command)o->argument, value);
        break;
    default: break;
    }
    return true;
}

static bool read_arguments(struct invocation *v)
{
    const char *language = NULL;
    bool only_inputs = false, ok = true;
    for (size_t i = 0; i < v->argument_count; i++) {
        struct argument *word = &v->arguments[i];
        struct option o = option_classify(word->text);
        if (only_inputs || o.class == CLASS_INPUT) {
            add_input(v, word->text, language);
            continue;
        }
        const char *value = o.value;
        if (o.separate && ++i < v->argument_count)
            value = v->arguments[i].text;
        v->cut_short = o.separate && !value;
        if (v->cut_short)
            break;
        only_inputs = o.class == CLASS_END;
        if (o.class == CLASS_LANGUAGE)
            language = value;
        if (o.class == CLASS_KNOB)
            v->arguments[i].ours = true;
        ok = read_option(v, word, &o, value) && ok;
    }
    return ok;
}

/* Which devices there are concerns only units with code for them; clang would call it unused. */
static void drop_devices(struct invocation *v)
{
    for (size_t i = 0; i < v->argument_count; i++) {
        struct option o = option_classify(v->arguments[i].text);
        bool dropped = o.class == CLASS_OFFLOAD && o.argument != 0 && !v->offloads;
        bool valued = o.separate && i + 1 < v->argument_count;
        v->arguments[i].ours |= dropped;
        v->arguments[i + valued].ours |= dropped;
        i += valued;
    }
}

bool invocation_read(struct invocation *v, int argc, char **argv)
{
    memset(v, 0, sizeof *v);
    v->persona = persona_of(argv[0]);
    v->target = target_of(argv[0]);
    if (v->persona == PERSONA_CPP)
        v->action = ACTION_PREPROCESS;
    collect_words(v, argc, argv);
    bool ok = read_arguments(v);
    if (v->inputs_of[INPUT_DEVICE] == 0)
        drop_devices(v);
    return ok;
}

/* ---- Questions ---- */

bool invocation_links(const struct invocation *v)
{
    return v->action == ACTION_LINK && !v->query && !v->emit_llvm &&
           (v->input_count > v->inputs_of[INPUT_HEADER] || v->linker_inputs || v->libraries);
}

size_t invocation_translated(const struct invocation *v)
{
    return v->inputs_of[INPUT_SOURCE] + v->inputs_of[INPUT_PREPROCESSED] + v->inputs_of[INPUT_IR] +
           v->inputs_of[INPUT_DEVICE];
}

/* ---- Forwarding ---- */

static bool origin_has_ours(const struct invocation *v, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (v->arguments[i].ours)
            return true;
    return false;
}

void invocation_forward(const struct invocation *v, struct words *out)
{
    for (size_t i = 0, end; i < v->argument_count; i = end) {
        size_t origin = v->arguments[i].origin;
        for (end = i + 1; end < v->argument_count; end++)
            if (v->arguments[end].origin != origin)
                break;
        if (!origin_has_ours(v, i, end)) {
            words_add(out, v->command.items[origin]);
            continue;
        }
        for (size_t j = i; j < end; j++)
            if (!v->arguments[j].ours)
                words_add(out, v->arguments[j].text);
    }
}

void invocation_explain(const struct invocation *v)
{
    static const char *const kinds[INPUT_KINDS] = {
        [INPUT_SOURCE] = "source",
        [INPUT_PREPROCESSED] = "preprocessed",
        [INPUT_IR] = "ir",
        [INPUT_HEADER] = "header",
        [INPUT_ASSEMBLY] = "assembly",
        [INPUT_DEVICE] = "device",
        [INPUT_FOREIGN] = "foreign",
        [INPUT_OBJECT] = "object",
    };
    size_t input = 0;
    for (size_t i = 0; i < v->argument_count; i++) {
        const char *text = v->arguments[i].text;
        struct option o = option_classify(text);
        if (input < v->input_count && v->inputs[input].text == text) {
            printf("%-16s %s\n", kinds[v->inputs[input++].kind], text);
            continue;
        }
        bool valued = o.separate && i + 1 < v->argument_count;
        printf("%-16s %s%s%s\n", option_class_name(o.class), text, valued ? " " : "",
               valued ? v->arguments[i + 1].text : "");
        i += valued;
    }
}
