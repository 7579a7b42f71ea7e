/* A growing byte stream: tags, strings and numbers appended without alignment, moved by realloc,
 * then read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct stream {
    char *bytes;
    size_t size, capacity;
};

static void append(struct stream *s, const void *p, size_t n)
{
    if (s->size + n > s->capacity) {
        s->capacity = 2 * s->capacity + n;
        s->bytes = realloc(s->bytes, s->capacity);
    }
    memcpy(s->bytes + s->size, p, n);
    s->size += n;
}

static double f(const double *x, int n)
{
    struct stream s = {0};
    double sum = 0;
    for (int i = 0; i < n; i++) {
        char name[8] = "x0";
        uint8_t length = (uint8_t)(2 + i % 2);
        double v = x[i] * x[(i + 1) % n];
        append(&s, &length, 1);
        append(&s, name, length);
        append(&s, &v, sizeof v);
    }
    for (size_t at = 0; at < s.size;) {
        uint8_t length;
        double v;
        memcpy(&length, s.bytes + at, 1);
        memcpy(&v, s.bytes + at + 1 + length, sizeof v);
        sum += v * v * length;
        at += 1 + length + sizeof v;
    }
    free(s.bytes);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
