#include "../fitter.h"
#include <stdlib.h>

fitter *fitter_new(const fitter_method *method, size_t n)
{
    if (n < method->minimum)
        return NULL;
    fitter *f = malloc(sizeof *f);
    f->method = method;
    f->added = 0;
    f->state = method->alloc(n);
    if (!f->state) {
        free(f);
        return NULL;
    }
    return f;
}

int fitter_add(fitter *f, double x)
{
    f->added++;
    return f->method->add(f->state, x);
}

double fitter_value(const fitter *f, double at)
{
    return f->method->value(f->state, at) / f->added;
}

void fitter_free(fitter *f)
{
    f->method->free(f->state);
    free(f);
}
