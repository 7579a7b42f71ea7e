/* Finds the assignments of a linker script, wherever they stand in it. All other commands are
 * passed over; in MEMORY { } what looks like assignments says where memory is.
 */
#include "assignments.h"
#include "words.h"

#include <ctype.h>
#include <string.h>

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    struct view text; /* a name: without quotes */
};

/* What has been read of a statement, last first. */
enum { RECENT = 3 };

struct reader {
    struct view script;
    size_t at;
    struct token recent[RECENT]; /* recent[0]: the current token */
};

static bool is_name_sign(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* A comment that does not end is the rest. */
static void skip_space(struct reader *r)
{
    const struct view s = r->script;
    while (r->at < s.size) {
        if (view_starts_with(view_slice(s, r->at, s.size - r->at), "/*")) {
            for (r->at += 2; r->at + 1 < s.size && strncmp(s.data + r->at, "*/", 2) != 0;)
                r->at++;
            r->at += 2;
        } else if (s.data[r->at] == '#') {
            while (r->at < s.size && s.data[r->at] != '\n')
                r->at++;
        } else if (isspace((unsigned char)s.data[r->at])) {
            r->at++;
        } else {
            return;
        }
    }
}

static struct token quoted(struct reader *r)
{
    size_t first = ++r->at;
    while (r->at < r->script.size && r->script.data[r->at] != '"')
        r->at++;
    struct token t = {TOKEN_NAME, {r->script.data + first, r->at - first}};
    r->at += r->at < r->script.size;
    return t;
}

static struct token name(struct reader *r)
{
    size_t first = r->at;
    while (r->at < r->script.size && is_name_sign(r->script.data[r->at]))
        r->at++;
    return (struct token){TOKEN_NAME, {r->script.data + first, r->at - first}};
}

/* `==`, `+=` and the like are one sign. */
static struct token sign(struct reader *r)
{
    static const char operators[] = "=+-*/&|<>!^";
    size_t first = r->at++;
    while (strchr(operators, r->script.data[first]) && r->at < r->script.size &&
           strchr("=<>", r->script.data[r->at]))
        r->at++;
    return (struct token){TOKEN_SIGN, {r->script.data + first, r->at - first}};
}

static struct token next(struct reader *r)
{
    struct token t = {TOKEN_END, {"", 0}};
    skip_space(r);
    if (r->at < r->script.size) {
        char c = r->script.data[r->at];
        t = c == '"' ? quoted(r) : is_name_sign(c) ? name(r) : sign(r);
    }
    memmove(r->recent + 1, r->recent, (RECENT - 1) * sizeof *r->recent);
    return r->recent[0] = t;
}

static bool is(struct token t, const char *text)
{
    return t.text.size == strlen(text) && memcmp(t.text.data, text, t.text.size) == 0;
}

static const char *text_of(struct token t)
{
    return text_format("%.*s", (int)t.text.size, t.text.data);
}

static void append(struct assignments *list, struct assignment a)
{
    if ((list->count & (list->count - 1)) == 0)
        list->items =
            memory_resize(list->items, (list->count ? 2 * list->count : 1) * sizeof *list->items);
    list->items[list->count++] = a;
}

/* The current token is the sign of an assignment. */
static void read_assignment(struct assignments *list, struct reader *r)
{
    bool plain = is(r->recent[0], "="), call = is(r->recent[2], "(");
    struct assignment a = {text_of(r->recent[1]), NULL, false};
    struct token value = next(r);
    bool number = value.kind != TOKEN_NAME || isdigit((unsigned char)value.text.data[0]);
    if (plain && !number && !is(value, ".")) {
        struct reader before = *r;
        struct token end = next(r);
        *r = before;
        if (is(end, ";") || (call && is(end, ")")))
            a.target = text_of(value);
    }
    append(list, a);
}

/* What stands in braces behind MEMORY. */
static void skip_memory(struct reader *r)
{
    while (next(r).kind != TOKEN_END && !is(r->recent[0], "}"))
        continue;
}

void assignments_read(struct assignments *list, struct view script)
{
    static const char *const signs[] = {
        "=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "<<=", ">>="};
    struct reader r = {.script = script};
    bool provides = false;
    while (next(&r).kind != TOKEN_END) {
        if (is(r.recent[0], "MEMORY"))
            skip_memory(&r);
        if (is(r.recent[0], "("))
            provides = is(r.recent[1], "PROVIDE") || is(r.recent[1], "PROVIDE_HIDDEN");
        if (r.recent[0].kind != TOKEN_SIGN || r.recent[1].kind != TOKEN_NAME)
            continue;
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
            if (is(r.recent[0], signs[i]) && !is(r.recent[1], ".")) {
                bool call = is(r.recent[2], "(");
                read_assignment(list, &r);
                list->items[list->count - 1].provides = call && provides;
                break;
            }
    }
}
