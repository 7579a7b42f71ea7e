/* The method is a choice of the program, kept in a global and in a structure of
 * settings that main fills in: pointers to constant tables. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

struct method {
    const char *name;
    int order;
    void (*apply)(double *state, const double *x, int n);
};
struct solver {
    const struct method *method, *first;
    double *state;
    int n;
};

static void sum_apply(double *state, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        state[i] += x[i] * x[i];
}
static void product_apply(double *state, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        state[i] = (1 + state[i]) * x[i];
}
static const struct method methods[] = {{"sum", 1, sum_apply}, {"product", 2, product_apply}};

static const struct method *method;
static struct {
    const struct method *first;
    double factor;
    int rounds;
} settings;

static struct solver *create(int n)
{
    struct solver *s = malloc(sizeof *s);
    s->method = method;
    s->first = settings.first;
    s->n = n;
    s->state = calloc(n, sizeof *s->state);
    return s;
}

static double run(const double *x, int n)
{
    struct solver *both[2] = {create(n), create(n)};
    double r = 0;
    for (int k = 0; k < settings.rounds; k++) {
        struct solver *s = both[k % 2];
        (k < 2 ? s->first : s->method)->apply(s->state, x, s->n);
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < n; i++)
            r += settings.factor * both[k]->state[i] * (i + 1) * both[k]->method->order;
        free(both[k]->state);
        free(both[k]);
    }
    return r;
}

static const struct method *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}

int main(int argc, char **argv)
{
    double x[3] = {0.3, -0.8, 1.2};
    method = argc > 5 ? &methods[0] : &methods[1];
    settings.first = &methods[0];
    settings.factor = 1.5;
    settings.rounds = 5;
    CHECK_THAT(find("sum") == &methods[0] && !find(argv[0]));
    ORACLE_GRADIENT(run, x, 3);
    method = &methods[0];
    settings.first = &methods[1];
    ORACLE_GRADIENT(run, x, 3);
    return oracle_result();
}
