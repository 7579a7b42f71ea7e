/*
 * Gradient of the final state of brusselator by automatic differentiation.
 */
#include "../primal/brusselator.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

void VARIANT(brusselator_enzyme)(const void *problem, double *gradient)
{
    const struct synthetic *s = problem;

    memset(gradient, 0, s->count * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(brusselator_value), enzyme_const, s->sizes[0], enzyme_dup,
                      s->parameters, gradient, enzyme_dup, s->parameters + 2, gradient + 2);
}
