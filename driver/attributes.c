/* A source may have a name of these macros for something of its own: `int enzyme(int x);`. That is
 * seen without a compiler: outside of comments, literals, directives and attributes, the name
 * follows another name, or something else that no argument of a macro follows. An argument, as in
 * ATTRIBUTE(enzyme_inactive), says nothing; nor do headers, which are not looked into.
 */
#include "attributes.h"
#include "view.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    bool called; /* a macro with parameters */
    const char *definition;
} macros[] = {
    {"enzyme", true, "(...)=annotate(\"enzyme_\" __VA_ARGS__)"},
    {"enzyme_inactive", false, "=annotate(\"enzyme_inactive\")"},
    {"enzyme_shouldrecompute", false, "=annotate(\"enzyme_shouldrecompute\")"},
    {"enzyme_sparse_accumulate", false, "=annotate(\"enzyme_sparse_accumulate\")"},
    {"enzyme_function_like", true, "(n)=annotate(\"enzyme_function_like=\" n)"},
    {"enzyme_nofree", true, "()=annotate(\"enzyme_nofree\")"},
};

enum { MACROS = sizeof macros / sizeof macros[0] };

/* What has been read so far of one source. */
struct text {
    const char *at, *end;
    char before;     /* the sign in front, a letter after a name, or 0 at the start */
    bool line_start; /* only space so far */
    unsigned *own;   /* bits: macros whose names are the source's */
};

static bool starts(const struct text *t, const char *what)
{
    size_t length = strlen(what);
    return (size_t)(t->end - t->at) >= length && memcmp(t->at, what, length) == 0;
}

/* To the end of what `close` ends; a backslash keeps the next character from ending it. */
static void skip_to(struct text *t, const char *close, bool escapes)
{
    while (t->at < t->end && !starts(t, close))
        t->at += escapes && *t->at == '\\' && t->end - t->at > 1 ? 2 : 1;
    t->at += starts(t, close) ? strlen(close) : 0;
}

/* R"delimiter( ... )delimiter" */
static void skip_raw(struct text *t)
{
    enum { LONGEST = 16 };
    char close[LONGEST + 3] = ")";
    size_t n = 1;
    for (t->at += 2; t->at < t->end && *t->at != '(' && n <= LONGEST; t->at++)
        close[n++] = *t->at;
    close[n] = '"';
    skip_to(t, close, false);
}

static bool skip_literal(struct text *t)
{
    static const struct {
        const char *open, *close;
        bool escapes;
    } rows[] = {{"//", "\n", true}, {"/*", "*/", false}, {"\"", "\"", true}, {"'", "'", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (starts(t, rows[i].open)) {
            t->at += strlen(rows[i].open);
            skip_to(t, rows[i].close, rows[i].escapes);
            return true;
        }
    if (*t->at == '#' && t->line_start) {
        skip_to(t, "\n", true);
        return true;
    }
    return false;
}

/* To the end of ((...)) or [[...]]. */
static void skip_brackets(struct text *t)
{
    int depth = 0;
    do {
        if (skip_literal(t))
            continue;
        depth += *t->at == '(' || *t->at == '[';
        depth -= *t->at == ')' || *t->at == ']';
        t->at++;
    } while (t->at < t->end && depth > 0);
}

static char next_sign(const struct text *t, const char *at)
{
    while (at < t->end && isspace((unsigned char)*at))
        at++;
    return at < t->end ? *at : '\0';
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 128;
}

static bool is_attribute(const char *name, size_t length)
{
    static const char *const words[] = {"__attribute__", "__attribute", "__declspec"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
            return true;
    return false;
}

static void read_name(struct text *t)
{
    const char *name = t->at;
    while (t->at < t->end && is_letter(*t->at))
        t->at++;
    size_t length = (size_t)(t->at - name);
    char next = next_sign(t, t->at);
    if (is_attribute(name, length)) {
        if (next == '(') {
            t->at = memchr(t->at, '(', (size_t)(t->end - t->at));
            skip_brackets(t);
        }
        return;
    }
    if (length == 1 && *name == 'R' && t->at < t->end && *t->at == '"') {
        t->at = name;
        skip_raw(t);
        return;
    }
    bool own = t->before != '(' && t->before != ',';
    for (size_t i = 0; i < MACROS && own; i++)
        if (strlen(macros[i].name) == length && memcmp(macros[i].name, name, length) == 0 &&
            (!macros[i].called || next == '('))
            *t->own |= 1u << i;
    t->before = 'a';
}

static void read_text(struct text *t)
{
    while (t->at < t->end) {
        char c = *t->at;
        if (c == '\n')
            t->line_start = true;
        if (isspace((unsigned char)c)) {
            t->at++;
            continue;
        }
        if (skip_literal(t)) {
            t->line_start |= t->at[-1] == '\n';
            continue;
        }
        t->line_start = false;
        if (starts(t, "[[")) {
            skip_brackets(t);
        } else if (is_letter(c)) {
            read_name(t);
        } else {
            t->before = c;
            t->at++;
        }
    }
}

/* Bits of the macros whose names are the sources' own. */
static unsigned own_names(const struct invocation *v)
{
    unsigned own = 0;
    for (size_t i = 0; i < v->input_count; i++) {
        enum input_kind kind = v->inputs[i].kind;
        if (kind != INPUT_SOURCE && kind != INPUT_HEADER)
            continue;
        struct view source = view_open(v->inputs[i].text);
        struct text text = {source.data, source.data + source.size, 0, true, &own};
        if (view_contains(source, macros[0].name))
            read_text(&text);
        view_close(source);
    }
    return own;
}

bool attributes_are_free(const struct invocation *v)
{
    return own_names(v) == 0;
}

void attributes_define(const struct invocation *v, struct words *out)
{
    unsigned own = own_names(v);
    for (size_t i = 0; i < MACROS; i++)
        if (!(own & 1u << i))
            words_add(out, text_format("-D%s%s", macros[i].name, macros[i].definition));
}
