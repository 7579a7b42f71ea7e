/* Columns of a table know only the size of their elements: records of a float, an integer and a
 * double, doubles, and floats. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct record {
    float a;
    int k;
    double b;
};
struct column {
    char *data;
    size_t size, count;
};

static void *at(const struct column *c, size_t i)
{
    return c->data + i * c->size;
}

static void append(struct column *c, const void *element)
{
    c->data = realloc(c->data, (c->count + 1) * c->size);
    memcpy(at(c, c->count++), element, c->size);
}

static double f(const double *x, int n)
{
    struct column records = {0, sizeof(struct record), 0}, doubles = {0, sizeof(double), 0},
                  floats = {0, sizeof(float), 0};
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct record r = {(float)(x[0] * i), i, x[1] * x[2]};
        double d = x[1] + i;
        float w = (float)(x[2] * x[0]);
        append(&records, &r);
        append(&doubles, &d);
        append(&floats, &w);
    }
    for (size_t i = 0; i < (size_t)n; i++) {
        const struct record *r = at(&records, i);
        s += r->a * r->b * r->k + *(double *)at(&doubles, i) * *(float *)at(&floats, i);
    }
    free(records.data);
    free(doubles.data);
    free(floats.data);
    return s;
}

/* With n of 7: the sums of i and of its squares are 21 and 91. */
static void closed_form(const double *x, double *d)
{
    d[0] = 91 * x[1] * x[2] + (7 * x[1] + 21) * x[2];
    d[1] = 91 * x[0] * x[2] + 7 * x[2] * x[0];
    d[2] = 91 * x[0] * x[1] + (7 * x[1] + 21) * x[0];
}

int main(void)
{
    const double x[3] = {0.5, -0.75, 1.25};
    double want[3], got[3] = {0};
    closed_form(x, want);
    __enzyme_autodiff((void *)f, enzyme_dup, x, got, enzyme_const, 7);
    for (int i = 0; i < 3; i++) {
        double direction[3] = {0};
        direction[i] = 1;
        CHECK_FLOAT(got[i], want[i]);
        CHECK_FLOAT(__enzyme_fwddiff((void *)f, enzyme_dup, x, direction, enzyme_const, 7),
                    want[i]);
    }
    return oracle_result();
}
