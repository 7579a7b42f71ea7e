#include "base/escape.h"
#include <stdbool.h>
#include <string.h>

void escape_json(FILE *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else
            fputc(c, out);
    }
}

/* Bytes of the character of UTF-8 that starts here; 0 if none does. Of the second byte RFC 3629,
 * section 4, says what it may be behind some first ones. */
static size_t character_size(const unsigned char *at, size_t size)
{
    size_t n = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (n == 0 || n > size || at[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool outside = n > 1 && ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
                             (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f));
    return outside ? 0 : n;
}

static const char *entity(unsigned char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return (c < ' ' && c != '\t') || c == 0x7f ? "\xef\xbf\xbd" : NULL;
    }
}

void escape_html(FILE *out, const char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + size;
    while (at < end) {
        size_t n = character_size(at, (size_t)(end - at));
        const char *other = n == 0 ? "\xef\xbf\xbd" : n == 1 ? entity(*at) : NULL;
        if (other)
            fputs(other, out);
        else
            fwrite(at, 1, n, out);
        at += n ? n : 1;
    }
}
