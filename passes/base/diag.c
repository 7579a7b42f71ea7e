/* Collecting, formatting and printing diagnostics.
 *
 * A message is formatted when it is recorded, because the IR it speaks about may be gone when it is
 * printed. Identical messages are kept once. diag_flush prints them in the order of recording and
 * then makes the tool fail once. */
#include "base/diag.h"
#include "base/arena.h"
#include "base/sarif.h"
#include "base/source.h"
#include "base/target.h"
#include "base/team.h"
#include "base/vec.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diag_row {
    const char *name;
    EzbSeverity severity;
    const char *text, *remedy;
};

static const struct diag_row rows[DIAG_COUNT] = {
#define DIAG(id, name, severity, text, remedy) {name, severity, text, remedy},
#include "base/diags.def"
#undef DIAG
};

struct message {
    uint64_t hash;
    const char *text; /* all lines */
    struct sarif_result result;
    bool error;
};

struct diag_sink {
    struct arena arena;
    EzbCtx *cx;
    LLVMModuleRef module;
    const struct diag_frame *top;
    const struct diag_policy *policy;
    VEC(struct message) messages;
    unsigned errors;   /* messages */
    unsigned reported; /* errors, those included whose message is there already */
};

struct diag_sink *diag_sink_new(EzbCtx *cx, LLVMModuleRef m, const struct diag_policy *policy)
{
    struct arena arena;
    arena_init(&arena);
    struct diag_sink *s = ARENA_NEW(&arena, struct diag_sink);
    s->arena = arena;
    s->cx = cx;
    s->module = m;
    s->policy = policy;
    return s;
}

void diag_sink_free(struct diag_sink *s)
{
    struct arena arena = s->arena;
    arena_free(&arena);
}

void diag_push(struct diag_sink *s, struct diag_frame *f)
{
    f->parent = s->top;
    s->top = f;
}

void diag_pop(struct diag_sink *s)
{
    s->top = s->top->parent;
}

unsigned diag_error_count(const struct diag_sink *s)
{
    return s->reported;
}

/* The user's function behind one the passes made: `enz.prepared.f` is f. */
const char *diag_symbol(LLVMValueRef fn)
{
    static const char *const kernels[] = {"enz_reverse_", "enz_forward_"};
    const char *symbol = LLVMGetValueName(fn);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (!strncmp(symbol, kernels[i], strlen(kernels[i])))
            return symbol + strlen(kernels[i]);
    while (!strncmp(symbol, "enz.", 4) && strchr(symbol + 4, '.'))
        symbol = strchr(symbol + 4, '.') + 1;
    return symbol;
}

const char *diag_name(struct diag_sink *s, LLVMValueRef global)
{
    char *name = ezb_demangle(diag_symbol(global));
    const char *copy = arena_strdup(&s->arena, name ? name : "?");
    free(name);
    return copy;
}

static const char *place_text(struct diag_sink *s, struct diag_place p)
{
    static const struct {
        const char *whole, *line; /* with a column and without one */
    } formats[] = {
        [DIAG_CLANG] = {"%s:%u:%u: ", "%s:%u: "},
        [DIAG_MSVC] = {"%s(%u,%u): ", "%s(%u): "},
        [DIAG_VI] = {"%s +%u:%u: ", "%s +%u: "},
        [DIAG_SARIF] = {"%s:%u:%u: ", "%s:%u: "},
    };
    unsigned format = s->policy ? s->policy->format : DIAG_CLANG;
    if (!p.line)
        return arena_printf(&s->arena, "%s: ", p.file);
    return p.column ? arena_printf(&s->arena, formats[format].whole, p.file, p.line, p.column)
                    : arena_printf(&s->arena, formats[format].line, p.file, p.line);
}

static LLVMValueRef function_of(LLVMValueRef at)
{
    return LLVMIsAInstruction(at) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(at))
           : LLVMIsAArgument(at)  ? LLVMGetParamParent(at)
                                  : LLVMIsAFunction(at);
}

static bool has_place(LLVMValueRef at, struct diag_place *p)
{
    if (at && ezb_debug_loc(at, &p->file, &p->line, &p->column))
        return true;
    *p = (struct diag_place){0};
    p->file = at && LLVMIsAGlobalVariable(at) ? source_of(at) : NULL;
    return p->file != NULL;
}

/* "file:line:col: ", or what is known without debug information: "in function f: ", or "". */
static const char *location_prefix(struct diag_sink *s, LLVMValueRef at, unsigned depth)
{
    struct diag_place p;
    if (!at)
        return "";
    if (LLVMIsAGlobalVariable(at))
        return !depth && has_place(at, &p) ? place_text(s, p) : "";
    if (LLVMIsAInstruction(at) || LLVMIsAFunction(at) || LLVMIsAArgument(at)) {
        if (ezb_debug_loc_depth(at, depth, &p.file, &p.line, &p.column))
            return place_text(s, p);
        if (depth)
            return "";
        return arena_printf(&s->arena, "in function %s: ", diag_name(s, function_of(at)));
    }
    return "";
}

/* Code of parallel regions has no locations without debug information: where the region starts. */
static LLVMValueRef with_place(LLVMValueRef at, struct diag_place *p)
{
    LLVMValueRef fn = at && !has_place(at, p) ? function_of(at) : NULL,
                 start = fn ? team_start(fn) : NULL;
    return start ? start : at;
}

/* The first location known with a file: the message's own, else the derivative being made. */
static const char *best_location(struct diag_sink *s, LLVMValueRef at, struct diag_place *p)
{
    const struct diag_frame *frame = s->top;
    LLVMValueRef best = with_place(at, p);
    while (!has_place(best, p) && frame) {
        best = frame->at;
        frame = frame->parent;
    }
    bool found = has_place(best, p);
    if (!found)
        p->file = NULL;
    return location_prefix(s, found || !at ? best : at, 0);
}

static const char *append_note(struct diag_sink *s, const char *lines, const char *where,
                               const char *text)
{
    return arena_printf(&s->arena, "%s%snote: %s\n", lines, where, text);
}

/* Where the offending code was inlined, then which derivatives needed it. */
static const char *append_context(struct diag_sink *s, const char *lines, LLVMValueRef at)
{
    for (unsigned depth = 1; at && LLVMIsAInstruction(at); depth++) {
        const char *where = location_prefix(s, at, depth);
        if (!*where)
            break;
        lines = append_note(s, lines, where, "inlined here");
    }
    for (const struct diag_frame *f = s->top; f; f = f->parent)
        lines = append_note(s, lines, location_prefix(s, f->at, 0), f->text);
    return lines;
}

static uint64_t hash_text(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h;
}

static bool already_recorded(const struct diag_sink *s, uint64_t hash, const char *text)
{
    for (unsigned i = 0; i < s->messages.count; i++)
        if (s->messages.items[i].hash == hash &&
            !strncmp(s->messages.items[i].text, text, strlen(text)))
            return true;
    return false;
}

/* ---- warnings ---- */

enum severity { IGNORED, REMARK, WARNING, ERROR };

/* The word, which may end at a blank, is prefix and name. */
static bool word_is(const char *word, const char *prefix, const char *name)
{
    size_t n = strlen(prefix), length = strcspn(word, " ");
    return length == n + strlen(name) && !memcmp(word, prefix, n) &&
           !memcmp(word + n, name, strlen(name));
}

/* -Wenz-NAME, -Wno-enz-NAME, -Werror=enz-NAME and -Wno-error=enz-NAME go before -w and -Werror. */
static enum severity warning_severity(const struct diag_sink *s, const char *name)
{
    const char *const none[] = {NULL}, *const *words = s->policy ? s->policy->warnings : none;
    bool silent = false, fatal = false;
    enum severity own = IGNORED;
    bool decided = false;
    for (size_t i = 0; words[i]; i++) {
        silent |= word_is(words[i], "w", "");
        fatal = word_is(words[i], "error", "") || (fatal && !word_is(words[i], "no-error", ""));
        bool off = word_is(words[i], "no-enz-", name), on = word_is(words[i], "enz-", name),
             error = word_is(words[i], "error=enz-", name),
             mild = word_is(words[i], "no-error=enz-", name);
        if (off || error || mild)
            own = off ? IGNORED : error ? ERROR : WARNING, decided = true;
        decided &= !on;
    }
    return decided && own != WARNING ? own : silent ? IGNORED : fatal && !decided ? ERROR : WARNING;
}

static enum severity severity_of(const struct diag_sink *s, const struct diag_row *row)
{
    return row->severity == EZB_ERROR             ? ERROR
           : row->severity == EZB_REMARK_ANALYSIS ? REMARK
                                                  : warning_severity(s, row->name);
}

/* ---- messages ---- */

/* Text and remedy share one argument list: the remedy's conversions continue where the text's end.
 */
#define SEPARATOR "\x1f"

bool diag(struct diag_sink *s, enum diag_id id, LLVMValueRef at, ...)
{
    static const char *const labels[] = {"", "remark", "warning", "error"};
    const struct diag_row *row = &rows[id];
    enum severity severity = severity_of(s, row);
    if (severity == IGNORED)
        return false;
    char *format =
        arena_printf(&s->arena, "%s" SEPARATOR "%s", row->text, row->remedy ? row->remedy : "");
    va_list args;
    va_start(args, at);
    char *text = arena_vprintf(&s->arena, format, args);
    va_end(args);
    char *remedy = strchr(text, SEPARATOR[0]);
    if (remedy)
        *remedy++ = '\0';
    bool error = severity == ERROR;
    struct diag_place place;
    const char *where = best_location(s, at, &place);
    const char *first = arena_printf(&s->arena, "%s%s: Enzyme: %s [enz-%s]\n", where,
                                     labels[severity], text, row->name);
    uint64_t hash = hash_text(first);
    s->reported += error;
    if (already_recorded(s, hash, first))
        return false;
    const char *lines = severity == REMARK ? first : append_context(s, first, at);
    if (remedy && *remedy)
        lines = append_note(s, lines, "", remedy);
    struct sarif_result result = {severity == REMARK ? "note" : labels[severity], row->name, text,
                                  lines + strlen(first), place};
    struct message m = {hash, lines, result, error};
    VEC_PUSH(&s->arena, &s->messages, m);
    s->errors += error;
    return false;
}

/* What a line is, in the colours that Clang has for it. */
static const struct label {
    const char *text, *color;
    bool bold; /* what follows */
} line_labels[] = {{"error: ", "\033[0;1;31m", true},
                   {"warning: ", "\033[0;1;35m", true},
                   {"remark: ", "\033[0;1;34m", true},
                   {"note: ", "\033[0;1;36m", false}};

static void print_line(const char *line, int length)
{
    const struct label *label = NULL;
    const char *at = NULL;
    for (size_t i = 0; i < sizeof line_labels / sizeof *line_labels; i++) {
        const char *found = strstr(line, line_labels[i].text);
        if (found && found < line + length && (!at || found < at))
            at = found, label = &line_labels[i];
    }
    if (!at) {
        fprintf(stderr, "%.*s\n", length, line);
        return;
    }
    const char *rest = at + strlen(label->text);
    fprintf(stderr, "\033[1m%.*s%s%s\033[0m%s%.*s\033[0m\n", (int)(at - line), line, label->color,
            label->text, label->bold ? "\033[1m" : "", length - (int)(rest - line), rest);
}

static bool is_sarif(const struct diag_sink *s)
{
    return s->policy && s->policy->format == DIAG_SARIF;
}

static void print_sarif(struct diag_sink *s)
{
    struct sarif_result *results = ARENA_ARRAY(&s->arena, struct sarif_result, s->messages.count);
    for (unsigned i = 0; i < s->messages.count; i++)
        results[i] = s->messages.items[i].result;
    if (s->messages.count)
        sarif_print(stderr, results, s->messages.count);
}

static void print(const struct diag_sink *s, const char *text)
{
    if (!s->policy || !s->policy->color) {
        fputs(text, stderr);
        return;
    }
    for (size_t n; *text; text += n + (text[n] != 0)) {
        n = strcspn(text, "\n");
        print_line(text, (int)n);
    }
}

void diag_flush(struct diag_sink *s)
{
    for (unsigned i = 0; i < s->messages.count && !is_sarif(s); i++)
        print(s, s->messages.items[i].text);
    if (is_sarif(s))
        print_sarif(s);
    fflush(stderr);
    if (s->errors) {
        const char *text = arena_printf(&s->arena, "%u error%s in derivatives", s->errors,
                                        s->errors == 1 ? "" : "s");
        ezb_diag(s->module, NULL, EZB_ERROR, "derivatives", text);
        if (target_is_device(s->module))
            exit(1); /* what links for devices would go on and succeed (clang 22) */
        ezb_discard_invalid_functions(
            s->cx, s->module); /* half a derivative must not crash what comes after */
    }
    s->messages.count = 0;
    s->errors = s->reported = 0;
}
