#include "model.h"
extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

double model_forward(struct step *s, double *x, double *dx)
{
    const int size = (int)__enzyme_augmentsize((void *)model, enzyme_dup, enzyme_const);
    return __enzyme_augmentfwd((void *)model, enzyme_allocated, size, enzyme_tape, s->tape,
                               enzyme_dup, x, dx, enzyme_const, 4);
}

void model_backward(struct step *s, double *x, double *dx)
{
    __enzyme_reverse((void *)model, enzyme_allocated, sizeof s->tape, enzyme_tape, s->tape,
                     enzyme_dup, x, dx, enzyme_const, 4, 1.0);
}
