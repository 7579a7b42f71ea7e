/* -fenz-report=FILE.html: a page that needs nothing but itself, and no script. Of each source file
 * it has the functions that have derivatives, and all lines with notes. */
#include "base/escape.h"
#include "report/page.h"
#include <stdlib.h>
#include <string.h>

/* ---- what is always so ----------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--back:#fff;--code:#f6f8fa;"
    "--line:#d0d7de;--active:#fff4ce;--loop:#6639ba;--kept:#bc4c00;--recomputed:#0550ae;"
    "--shadow:#116329}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9da7b3;--back:#0d1117;"
    "--code:#161b22;--line:#30363d;--active:#3a2f10;--loop:#d2a8ff;--kept:#ffa657;"
    "--recomputed:#79c0ff;--shadow:#7ee787}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;color:var(--text);background:var(--back);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}\n"
    "main{max-width:75rem;margin:0 auto;padding:1.5rem}\n"
    "h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;"
    "overflow-wrap:anywhere}\n"
    "p,dd{max-width:48rem}.soft{color:var(--soft)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:0}"
    "dt{font-weight:600}dd{margin:0}\n"
    ".wide{overflow-x:auto;border:1px solid var(--line);border-radius:6px}\n"
    "table{border-collapse:collapse;width:100%}\n"
    ".list th,.list td{padding:.3rem .7rem;text-align:left;vertical-align:top;"
    "border-bottom:1px solid var(--line)}.list th{font-weight:600}"
    ".list td.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    ".source{background:var(--code)}.source td{padding:0 .6rem;vertical-align:top}\n"
    ".source .at{width:1%;text-align:right;color:var(--soft);user-select:none;"
    "font:13px/1.6 ui-monospace,'DejaVu Sans Mono',monospace}\n"
    ".source code{font:13px/1.6 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre;"
    "tab-size:8}\n"
    ".source tr.active td{background:var(--active)}\n"
    ".source tr.gap td{border-top:1px dashed var(--line);height:.6rem}\n"
    ".source ul{list-style:none;margin:.1rem 0 .5rem;padding:0 0 0 1.5rem;font-size:.85rem;"
    "max-width:60rem}\n"
    ".tag{font-weight:600;margin-right:.4em}.tag.loop{color:var(--loop)}"
    ".tag.kept{color:var(--kept)}.tag.recomputed{color:var(--recomputed)}"
    ".tag.shadow{color:var(--shadow)}.swatch{background:var(--active);padding:0 .3em}\n"
    "a{color:inherit}\n"
    "@media(max-width:40rem){main{padding:.75rem}dl{grid-template-columns:1fr}}\n";

static const char legend[] =
    "<section id=\"legend\">\n<h2>How to read this page</h2>\n"
    "<p>A derivative in reverse mode has two parts. The <em>forward sweep</em> computes what the "
    "function computes; the <em>reverse sweep</em> then goes through it from the end to the start, "
    "and finds how much the result depends on each value. For that it needs some of the values "
    "that the function had: they are kept in memory, or computed once more.</p>\n<dl>\n"
    "<dt><span class=\"swatch\">highlighted</span></dt><dd>An <em>active</em> line: it computes "
    "something that depends on what the derivative is taken of, and that matters to the result. "
    "All other lines only run as they are.</dd>\n"
    "<dt><span class=\"tag loop\">loop</span></dt><dd>How the derivative deals with the loop of "
    "this line, and how many bytes it keeps for each iteration.</dd>\n"
    "<dt><span class=\"tag kept\">kept</span></dt><dd>A value that the forward sweep keeps for the "
    "reverse sweep, how much memory that takes, and why it is not computed again.</dd>\n"
    "<dt><span class=\"tag recomputed\">recomputed</span></dt><dd>A value that the reverse sweep "
    "computes, or loads, once more. It takes no memory.</dd>\n"
    "<dt><span class=\"tag shadow\">shadow</span></dt><dd>What the reverse sweep does to the "
    "<em>shadow</em>, the memory that holds the derivative with respect to each element of an "
    "array or variable.</dd>\n</dl>\n"
    "<p class=\"soft\">Numbers in brackets are those of the derivatives in the table. Sizes are of "
    "the code before the link optimises it. Variables have names where the units were compiled "
    "with -g.</p>\n</section>\n";

/* ---- parts ----------------------------------------------------------------------------------- */

static void print_text(FILE *out, const char *text)
{
    escape_html(out, text, strlen(text));
}

static void print_header(FILE *out, const struct report_page *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>Derivatives of ",
          out);
    print_text(out, page->program);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>Derivatives of ",
            style);
    print_text(out, page->program);
    fputs("</h1>\n<p class=\"soft\">Written by enzcc " ENZCC_VERSION
          " when the program was linked.</p>\n",
          out);
}

static void print_derivative(FILE *out, const struct report_page *page, unsigned i)
{
    const struct report_derivative *d = &page->derivatives.items[i];
    const struct report_call *call = &page->calls.items[d->call];
    fprintf(out, "<tr id=\"d%u\"><td class=\"number\">%u</td><td><code>", i + 1, i + 1);
    print_text(out, d->name);
    fprintf(out, "</code>%s</td><td>%s", d->custom ? ", by a rule of its own" : "", d->mode);
    if (d->width > 1)
        fprintf(out, ", %u directions", d->width);
    fputs("</td><td>", out);
    print_text(out, call->entry);
    fputs(" of ", out);
    print_text(out, call->function);
    fputs(", ", out);
    print_text(out, call->place);
    fprintf(out, "</td><td class=\"number\">%u</td><td class=\"number\">", d->instructions);
    if (d->reverse)
        fprintf(out, "%llu", (unsigned long long)d->bytes);
    fprintf(out, "</td><td class=\"number\">%.3f</td></tr>\n", d->seconds);
}

static void print_derivatives(FILE *out, const struct report_page *page)
{
    fputs("<section id=\"derivatives\">\n<h2>Derivatives</h2>\n<div class=\"wide\">"
          "<table class=\"list\">\n<thead><tr><th></th><th>function</th><th>mode</th>"
          "<th>asked for by</th><th>instructions</th><th>bytes kept per call, outside of loops</th>"
          "<th>seconds to make</th></tr></thead>\n<tbody>\n",
          out);
    for (unsigned i = 0; i < page->derivatives.count; i++)
        print_derivative(out, page, i);
    fputs("</tbody>\n</table></div>\n</section>\n", out);
}

/* ---- source files ---------------------------------------------------------------------------- */

/* The notes [first, end) are those of one file. */
struct source {
    const struct report_page *page;
    const char *path, *text; /* text: NULL if it cannot be read */
    size_t size;
    unsigned first, end;
};

enum { AROUND = 2 }; /* lines that are shown around notes, with those of shorter gaps */

static char *read_file(struct arena *a, const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    long length = -1;
    if (in && fseek(in, 0, SEEK_END) == 0)
        length = ftell(in);
    if (length >= 0 && fseek(in, 0, SEEK_SET) == 0) {
        text = arena_alloc(a, (size_t)length + 1);
        *size = fread(text, 1, (size_t)length, in);
    }
    if (in)
        fclose(in);
    return text;
}

/* A line of the text without its end; size 0 behind the last. `at` moves on. */
static const char *next_line(const struct source *s, size_t *at, size_t *size)
{
    const char *line = s->text + *at, *end = memchr(line, '\n', s->size - *at);
    *size = end ? (size_t)(end - line) : s->size - *at;
    *at += *size + (end != NULL);
    if (*size && line[*size - 1] == '\r')
        --*size;
    return line;
}

/* Lines of functions with derivatives count as noted, from the first one to the last note. */
static bool is_in_function(const struct source *s, unsigned line)
{
    const struct report_page *page = s->page;
    for (unsigned i = 0; i < page->derivatives.count; i++) {
        const struct report_derivative *d = &page->derivatives.items[i];
        unsigned last = d->line;
        if (!d->file || strcmp(d->file, s->path) != 0 || line + AROUND < d->line)
            continue;
        for (unsigned k = s->first; k < s->end; k++)
            if (page->notes.items[k].derivative == i && page->notes.items[k].line > last)
                last = page->notes.items[k].line;
        if (line <= last + AROUND)
            return true;
    }
    return false;
}

static bool is_shown(const struct source *s, unsigned line, unsigned next)
{
    for (unsigned k = next; k < s->end && s->page->notes.items[k].line <= line + AROUND; k++)
        return true;
    return (next > s->first && s->page->notes.items[next - 1].line + AROUND >= line) ||
           is_in_function(s, line);
}

static void print_note(FILE *out, const struct report_note *n)
{
    const char *kind = report_kind_name(n->kind);
    fprintf(out, "<li><span class=\"tag %s\">%s</span>", kind, kind);
    print_text(out, n->text);
    if (n->kind == NOTE_LOOP)
        fprintf(out, "; %llu %s per iteration", (unsigned long long)n->bytes,
                n->bytes == 1 ? "byte" : "bytes");
    fprintf(out, " <a class=\"soft\" href=\"#d%u\">[%u]</a></li>\n", n->derivative + 1,
            n->derivative + 1);
}

/* Names of active variables, as a title. */
static void print_active(FILE *out, const struct source *s, unsigned first, unsigned end)
{
    const char *before = NULL;
    fputs(" class=\"active\" title=\"active", out);
    for (unsigned k = first; k < end; k++) {
        const struct report_note *n = &s->page->notes.items[k];
        if (n->kind != NOTE_ACTIVE || !*n->text || (before && !strcmp(before, n->text)))
            continue;
        fputs(before ? ", " : ": ", out);
        print_text(out, n->text);
        before = n->text;
    }
    fputs("\"", out);
}

/* A line with its notes [first, end). */
static void print_line(FILE *out, const struct source *s, unsigned number, const char *line,
                       size_t size, unsigned first, unsigned end)
{
    const struct report_note *notes = s->page->notes.items;
    unsigned other = first;
    while (other < end && notes[other].kind == NOTE_ACTIVE)
        other++;
    fprintf(out, "<tr data-line=\"%u\"", number);
    if (other > first)
        print_active(out, s, first, other);
    fprintf(out, "><td class=\"at\">%u</td><td><code>", number);
    escape_html(out, line, size);
    fputs("</code>", out);
    if (other < end)
        fputs("\n<ul>\n", out);
    for (unsigned k = other; k < end; k++)
        print_note(out, &notes[k]);
    fputs(other < end ? "</ul></td></tr>\n" : "</td></tr>\n", out);
}

static unsigned notes_end(const struct source *s, unsigned next, unsigned line)
{
    while (next < s->end && s->page->notes.items[next].line == line)
        next++;
    return next;
}

static void print_text_lines(FILE *out, const struct source *s)
{
    size_t at = 0, size;
    unsigned next = s->first;
    bool gap = false;
    for (unsigned number = 1; at < s->size; number++) {
        const char *line = next_line(s, &at, &size);
        unsigned end = notes_end(s, next, number);
        if (!is_shown(s, number, next)) {
            gap = true;
            continue;
        }
        if (gap && number > 1)
            fputs("<tr class=\"gap\"><td></td><td></td></tr>\n", out);
        gap = false;
        print_line(out, s, number, line, size, next, end);
        next = end;
    }
}

/* Where the file is not there as the compiler had it. */
static void print_bare_lines(FILE *out, const struct source *s)
{
    for (unsigned next = s->first, end; next < s->end; next = end) {
        unsigned number = s->page->notes.items[next].line;
        end = notes_end(s, next, number);
        print_line(out, s, number, "", 0, next, end);
    }
}

static void print_source(FILE *out, const struct source *s)
{
    fputs("<section class=\"file\">\n<h2>", out);
    print_text(out, s->path);
    fputs("</h2>\n", out);
    if (!s->text)
        fputs(
            "<p class=\"soft\">This file cannot be read from where the link ran; lines have their "
            "notes only.</p>\n",
            out);
    fputs("<div class=\"wide source\"><table>\n<tbody>\n", out);
    (s->text ? print_text_lines : print_bare_lines)(out, s);
    fputs("</tbody>\n</table></div>\n</section>\n", out);
}

static bool has_function(const struct report_page *page, const char *path)
{
    for (unsigned i = 0; i < page->derivatives.count; i++)
        if (page->derivatives.items[i].file && !strcmp(page->derivatives.items[i].file, path))
            return true;
    return false;
}

/* Files with functions that have derivatives, or those of which code was inlined there. */
static void print_sources(FILE *out, const struct report_page *page, bool functions)
{
    const struct report_note *notes = page->notes.items;
    for (unsigned i = 0; i < page->notes.count;) {
        struct source s = {.page = page, .path = notes[i].file, .first = i};
        while (i < page->notes.count && !strcmp(notes[i].file, s.path))
            i++;
        s.end = i;
        if (has_function(page, s.path) != functions)
            continue;
        s.text = read_file(page->arena, s.path, &s.size);
        print_source(out, &s);
    }
}

void report_write_html(FILE *out, const struct report_page *page)
{
    print_header(out, page);
    fputs(legend, out);
    print_derivatives(out, page);
    print_sources(out, page, true);
    print_sources(out, page, false);
    fputs("</main>\n</body>\n</html>\n", out);
}
