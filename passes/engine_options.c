/* Options of the passes: words `name` or `name=value` separated by blanks.
 *
 * The driver hands them over in an environment variable because some hosts (clang-nvlink-wrapper)
 * reject unknown command line options. Unknown words are ignored: a newer driver may serve an older
 * plugin. Options that are not mentioned keep the value the caller put into *o. */
#include "engine.h"
#include "base/diag.h"
#include "facts/types.h"
#include "plan/plan.h"
#include "rules/rules.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word with a member to set. `value`: the word needs "=value"; the flag says whether the value
 * equals it. Without `value`, the word with "no-" in front, or without it, clears the flag. */
struct flag_row {
    const char *name, *value;
    size_t member;
};

#define FLAG(name, value, member) {name, value, offsetof(struct enz_options, member)}
static const struct flag_row flags[] = {
    FLAG("asan-recover", NULL, asan_recover),
    FLAG("remarks", NULL, remarks),
    FLAG("deterministic", NULL, deterministic),
    FLAG("dynamic-shared", "twice", dynamic_shared),
    FLAG("edit-symbols", NULL, edit_symbols),
    FLAG("drop-locations", NULL, drop_locations),
    FLAG("embed-source", NULL, embed_source),
    FLAG("inactive-globals", NULL, inactive_globals),
    FLAG("inline", NULL, inlined),
    FLAG("join-units", NULL, join_units),
    FLAG("keep-source", NULL, keep_source),
    FLAG("no-remat", NULL, keep_scratch),
    FLAG("noalias-shadow", NULL, noalias_shadow),
    FLAG("color", NULL, color),
    FLAG("other-assembler", NULL, other_assembler),
    FLAG("report", NULL, report),
    FLAG("runtime-activity", "on", runtime_activity),
    FLAG("runtime-activity", NULL, runtime_activity),
    FLAG("singular", "ieee", singular_ieee),
    FLAG("sparse", NULL, narrow_loops),
    FLAG("no-sparse", NULL, whole_loops),
    FLAG("stats", NULL, stats),
    FLAG("strong-zero", NULL, strong_zero),
    FLAG("no-strict-aliasing", NULL, distrust_aliasing),
    FLAG("syntax-only", NULL, syntax_only),
    FLAG("tape-zero", NULL, tape_zero),
    FLAG("verify", NULL, verify),
};
static const struct flag_row dumps[] = {
    FLAG("activity", NULL, dump_activity),
    FLAG("ir", NULL, dump_ir),
    FLAG("memory", NULL, dump_memory),
    FLAG("needs", NULL, dump_needs),
    FLAG("plan", NULL, dump_plan),
    FLAG("prepare", NULL, dump_prepare),
    FLAG("provenance", NULL, dump_provenance),
    FLAG("request", NULL, dump_request),
    FLAG("types", NULL, dump_types),
};
#undef FLAG

/* A word with one of several values. */
struct choice_row {
    const char *name, *value;
    size_t member; /* an int */
    int choice;
};
static const struct choice_row choices[] = {
    {"atomic", "always", offsetof(struct enz_options, atomic), PLAN_ATOMIC_ALWAYS},
    {"atomic", "auto", offsetof(struct enz_options, atomic), PLAN_ATOMIC_AUTO},
    {"atomic", "never", offsetof(struct enz_options, atomic), PLAN_ATOMIC_NEVER},
    {"blas", "body", offsetof(struct enz_options, blas), RULE_BLAS_BODY},
    {"blas", "rules", offsetof(struct enz_options, blas), RULE_BLAS_RULES},
    {"cache", "all", offsetof(struct enz_options, cache), PLAN_CACHE_ALL},
    {"cache", "mincut", offsetof(struct enz_options, cache), PLAN_CACHE_MINCUT},
    {"cache", "recompute", offsetof(struct enz_options, cache), PLAN_CACHE_RECOMPUTE},
    {"checkpoint", "auto", offsetof(struct enz_options, checkpoint), CHECKPOINT_AUTO},
    {"checkpoint", "off", offsetof(struct enz_options, checkpoint), CHECKPOINT_OFF},
    {"format", "msvc", offsetof(struct enz_options, format), DIAG_MSVC},
    {"format", "sarif", offsetof(struct enz_options, format), DIAG_SARIF},
    {"format", "vi", offsetof(struct enz_options, format), DIAG_VI},
    {"fp", "fast", offsetof(struct enz_options, fp), RULE_FP_FAST},
    {"fp", "inherit", offsetof(struct enz_options, fp), RULE_FP_INHERIT},
    {"fp", "strict", offsetof(struct enz_options, fp), RULE_FP_STRICT},
    {"missing", "error", offsetof(struct enz_options, missing), RULE_MISSING_ERROR},
    {"missing", "fd", offsetof(struct enz_options, missing), RULE_MISSING_DIFFERENCES},
    {"missing", "trap", offsetof(struct enz_options, missing), RULE_MISSING_TRAP},
    {"missing", "zero", offsetof(struct enz_options, missing), RULE_MISSING_ZERO},
    {"ties", "half", offsetof(struct enz_options, ties), RULE_TIES_HALF},
    {"ties", "lt", offsetof(struct enz_options, ties), RULE_TIES_LT},
    {"ties", "zero", offsetof(struct enz_options, ties), RULE_TIES_ZERO},
    {"types", "error", offsetof(struct enz_options, unknown_types), TYPES_ERROR},
    {"types", "guess", offsetof(struct enz_options, unknown_types), TYPES_GUESS},
    {"types", "runtime", offsetof(struct enz_options, unknown_types), TYPES_RUNTIME},
};

struct word {
    const char *text;
    size_t size;
};

static bool word_is(struct word w, const char *s)
{
    return strlen(s) == w.size && !memcmp(w.text, s, w.size);
}

static void set_flag(struct enz_options *o, const struct flag_row *row, bool on)
{
    *(bool *)((char *)o + row->member) = on;
}

static bool is_opposite(struct word w, const char *name)
{
    static const char no[] = "no-";
    size_t length = strlen(no);
    if (w.size > length && memcmp(w.text, no, length) == 0)
        return word_is((struct word){w.text + length, w.size - length}, name);
    return strncmp(name, no, length) == 0 && word_is(w, name + length);
}

/* Whether the word decides on the flag; then *on is how. `value` is NULL if it has none. */
static bool decides(const struct flag_row *row, struct word name, const struct word *value,
                    bool *on)
{
    if (row->value)
        *on = value && word_is(*value, row->value);
    else
        *on = word_is(name, row->name);
    if (row->value || value)
        return row->value && value && word_is(name, row->name);
    return *on || is_opposite(name, row->name);
}

/* dump=types,plan,... */
static void parse_check(struct enz_options *o, struct word one)
{
    if (word_is(one, "dot"))
        o->check |= ENZ_CHECK_DOT;
    if (word_is(one, "fd"))
        o->check |= ENZ_CHECK_DIFFERENCES;
    if (word_is(one, "complex"))
        o->check |= ENZ_CHECK_COMPLEX;
    if (word_is(one, "kinks"))
        o->check |= ENZ_CHECK_KINKS;
    if (word_is(one, "float"))
        o->check |= ENZ_CHECK_FLOATS;
}

static void parse_emit(struct enz_options *o, struct word one)
{
    o->emit_ll |= word_is(one, "ll");
    o->emit_c |= word_is(one, "c");
}

static void parse_dump(struct enz_options *o, struct word one)
{
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
        if (word_is(one, dumps[i].name))
            set_flag(o, &dumps[i], true);
}

static void parse_items(struct enz_options *o, struct word list,
                        void (*parse)(struct enz_options *, struct word))
{
    while (list.size) {
        const char *comma = memchr(list.text, ',', list.size);
        struct word one = {list.text, comma ? (size_t)(comma - list.text) : list.size};
        parse(o, one);
        size_t used = one.size + (comma ? 1 : 0);
        list = (struct word){list.text + used, list.size - used};
    }
}

/* An option whose lists add up. */
struct list_row {
    const char *name;
    size_t member, size; /* an array of texts, up to a NULL */
};
#define LIST(name, member)                                                                         \
    {name, offsetof(struct enz_options, member),                                                   \
     sizeof((struct enz_options *)0)->member / sizeof(const char *)}
static const struct list_row lists[] = {
    LIST("inactive", inactive),
    LIST("print", print),
    LIST("warn", warnings),
};
#undef LIST

static void add_list(struct enz_options *o, const struct list_row *row, const char *text)
{
    const char **list = (const char **)((char *)o + row->member);
    size_t n = 0;
    while (n + 1 < row->size && list[n])
        n++;
    if (n + 1 == row->size) { /* to leave one out would give other derivatives */
        fprintf(stderr, "enzcc: error: more than %zu options -fenz-%s=: join their lists\n",
                row->size - 1, row->name);
        exit(1);
    }
    list[n] = text;
}

/* A number, perhaps with K, M or G; 0 if it is none. */
static uint64_t parse_size(struct word w)
{
    static const char units[] = "KMG";
    uint64_t n = 0;
    size_t i = 0;
    for (; i < w.size && w.text[i] >= '0' && w.text[i] <= '9'; i++)
        n = n > (UINT64_MAX - 9) / 10 ? UINT64_MAX : n * 10 + (uint64_t)(w.text[i] - '0');
    if (i == w.size)
        return n;
    const char *unit = i ? strchr(units, w.text[i] & ~('a' - 'A')) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    return !unit || i + 1 != w.size ? 0 : n > UINT64_MAX >> shift ? UINT64_MAX : n << shift;
}

static void parse_sizes(struct enz_options *o, struct word name, struct word value)
{
    if (word_is(name, "tape-limit"))
        o->tape_limit = parse_size(value);
    if (word_is(name, "checkpoint") && parse_size(value))
        o->checkpoint = CHECKPOINT_EVERY, o->segment = parse_size(value);
}

static void parse_word(struct enz_options *o, struct word w)
{
    const char *equals = memchr(w.text, '=', w.size);
    struct word name = {w.text, equals ? (size_t)(equals - w.text) : w.size};
    struct word value = {equals ? equals + 1 : "", equals ? w.size - name.size - 1 : 0};
    if (word_is(name, "dump"))
        parse_items(o, value, parse_dump);
    if (word_is(name, "emit"))
        parse_items(o, value, parse_emit);
    if (word_is(name, "check"))
        parse_items(o, value, parse_check);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && value.size; i++)
        if (word_is(name, lists[i].name))
            add_list(o, &lists[i], value.text);
    if (word_is(name, "opt") && value.size == 1 && value.text[0] >= '0' && value.text[0] <= '3')
        o->own_level = true, o->derivative_level = value.text[0] - '0';
    if (word_is(name, "report") && value.size)
        o->report_file = value.text;
    if (word_is(name, "no-report"))
        o->report_file = NULL;
    if (word_is(name, "truncate-all") && value.size)
        o->truncate_all = value.text;
    parse_sizes(o, name, value);
    bool on;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (decides(&flags[i], name, equals ? &value : NULL, &on))
            set_flag(o, &flags[i], on);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (word_is(name, choices[i].name) && word_is(value, choices[i].value))
            *(int *)((char *)o + choices[i].member) = choices[i].choice;
}

void enz_options_parse(struct enz_options *o, const char *words)
{
    while (words && *words) {
        size_t size = strcspn(words, " \t\n");
        if (size)
            parse_word(o, (struct word){words, size});
        words += size + (words[size] ? 1 : 0);
    }
}
