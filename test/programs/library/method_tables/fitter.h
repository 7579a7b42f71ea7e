#ifndef FITTER_H
#define FITTER_H
#include <stddef.h>

typedef struct {
    const char *name;
    unsigned minimum;
    void *(*alloc)(size_t n);
    int (*add)(void *state, double x);
    double (*value)(const void *state, double at);
    void (*free)(void *state);
} fitter_method;

typedef struct {
    const fitter_method *method;
    void *state;
    size_t added;
} fitter;

extern const fitter_method *fitter_mean;
extern const fitter_method *fitter_power;

fitter *fitter_new(const fitter_method *method, size_t n);
int fitter_add(fitter *f, double x);
double fitter_value(const fitter *f, double at);
void fitter_free(fitter *f);
#endif
