#include "base/sarif.h"
#include "base/escape.h"
#include <string.h>

/* What may not stand in a URI is written in hexadecimal. */
static void print_uri(FILE *out, const char *path)
{
    static const char allowed[] = "-._~/:";
    if (*path == '/')
        fputs("file://", out);
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path, letter = c | 0x20;
        if ((letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || strchr(allowed, c))
            fputc(c, out);
        else
            fprintf(out, "%%%02X", c);
    }
}

static void print_place(FILE *out, struct diag_place p)
{
    if (!p.file)
        return;
    fputs("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"", out);
    print_uri(out, p.file);
    fprintf(out, "\"},\"region\":{\"startLine\":%u", p.line ? p.line : 1);
    if (p.column)
        fprintf(out, ",\"startColumn\":%u", p.column);
    fputs("}}}", out);
}

static void print_result(FILE *out, const struct sarif_result *r)
{
    size_t notes = strlen(r->notes);
    fprintf(out, "{\"level\":\"%s\",\"locations\":[", r->level);
    print_place(out, r->place);
    fputs("],\"message\":{\"text\":\"", out);
    escape_json(out, r->text, strlen(r->text));
    if (notes)
        escape_json(out, "\n", 1);
    escape_json(out, r->notes, notes ? notes - 1 : 0);
    fprintf(out, "\"},\"ruleId\":\"enz-%s\"}", r->rule);
}

void sarif_print(FILE *out, const struct sarif_result *results, unsigned count)
{
    fputs("{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/"
          "sarif-schema-2.1.0.json\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[",
          out);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            fputc(',', out);
        print_result(out, &results[i]);
    }
    fprintf(out,
            "],\"tool\":{\"driver\":{\"name\":\"enzcc\",\"version\":\"%s\"}}}],"
            "\"version\":\"2.1.0\"}\n",
            ENZCC_VERSION);
}
