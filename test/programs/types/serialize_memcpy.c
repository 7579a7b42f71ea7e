/* A message of tags, counts and numbers packed without padding into a byte buffer, and parsed
 * again. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

struct writer {
    unsigned char *data;
    size_t at;
};
struct reader {
    const unsigned char *data;
    size_t at;
};

static void put(struct writer *w, const void *p, size_t n)
{
    memcpy(w->data + w->at, p, n);
    w->at += n;
}

static void get(struct reader *r, void *p, size_t n)
{
    memcpy(p, r->data + r->at, n);
    r->at += n;
}

static double f(const double *x, int n)
{
    unsigned char buffer[256];
    struct writer w = {buffer, 0};
    struct reader r = {buffer, 0};
    uint16_t count = (uint16_t)n, got;
    char tag = 'v';
    double sum = 0;
    put(&w, &tag, 1);
    put(&w, &count, sizeof count);
    for (int i = 0; i < n; i++) {
        double v = x[i] * (i + 1);
        put(&w, &v, sizeof v);
    }
    get(&r, &tag, 1);
    get(&r, &got, sizeof got);
    for (int i = 0; i < got; i++) {
        double v;
        get(&r, &v, sizeof v);
        sum += v * v * x[0];
    }
    return tag == 'v' ? sum : 0;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
