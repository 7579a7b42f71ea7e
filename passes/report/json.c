/* -fenz-report=FILE.json: the facts of the page, for programs. */
#include "base/escape.h"
#include "report/page.h"
#include <string.h>

static void print_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\": ", name);
    if (!text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    escape_json(out, text, strlen(text));
    fputc('"', out);
}

static void print_calls(FILE *out, const struct report_page *page)
{
    for (unsigned i = 0; i < page->calls.count; i++) {
        const struct report_call *c = &page->calls.items[i];
        fputs(i ? ",\n  {" : "\n  {", out);
        print_text(out, "entry", c->entry), fputs(", ", out);
        print_text(out, "function", c->function), fputs(", ", out);
        print_text(out, "place", c->place);
        fprintf(out, ", \"seconds\": %.6f}", c->seconds);
    }
}

static void print_derivatives(FILE *out, const struct report_page *page)
{
    for (unsigned i = 0; i < page->derivatives.count; i++) {
        const struct report_derivative *d = &page->derivatives.items[i];
        fprintf(out, "%s{\"call\": %u, ", i ? ",\n  " : "\n  ", d->call);
        print_text(out, "function", d->name), fputs(", ", out);
        print_text(out, "mode", d->mode), fputs(", ", out);
        print_text(out, "file", d->file);
        fprintf(out,
                ", \"line\": %u, \"directions\": %u, \"instructions\": %u, \"bytes\": %llu, "
                "\"rule\": %s, \"seconds\": %.6f}",
                d->line, d->width, d->instructions, (unsigned long long)d->bytes,
                d->custom ? "true" : "false", d->seconds);
    }
}

static void print_notes(FILE *out, const struct report_page *page)
{
    for (unsigned i = 0; i < page->notes.count; i++) {
        const struct report_note *n = &page->notes.items[i];
        fprintf(out, "%s{\"derivative\": %u, \"kind\": \"%s\", ", i ? ",\n  " : "\n  ",
                n->derivative, report_kind_name(n->kind));
        print_text(out, "file", n->file);
        fprintf(out, ", \"line\": %u, ", n->line);
        print_text(out, "text", n->text);
        fprintf(out, ", \"bytes\": %llu}", (unsigned long long)n->bytes);
    }
}

void report_write_json(FILE *out, const struct report_page *page)
{
    fputs("{\"version\": 1, ", out);
    print_text(out, "program", page->program);
    fputs(", \"calls\": [", out);
    print_calls(out, page);
    fputs("], \"derivatives\": [", out);
    print_derivatives(out, page);
    fputs("], \"notes\": [", out);
    print_notes(out, page);
    fputs("]}\n", out);
}
