/*
 * Gradients of the chains by automatic differentiation.
 */
#include "../primal/chain.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

void VARIANT(chain_enzyme)(const void *problem, double *gradient)
{
    const struct synthetic *s = problem;
    int depth = s->sizes[0], n = s->sizes[1];
    int x = depth * n * n;

    memset(gradient, 0, s->count * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(chain_value), enzyme_const, depth, enzyme_const, n,
                      enzyme_dup, s->parameters, gradient, enzyme_dup, s->parameters + x,
                      gradient + x);
}

void VARIANT(tanh_chain_enzyme)(const void *problem, double *gradient)
{
    const struct synthetic *s = problem;
    int depth = s->sizes[0], n = s->sizes[1];
    int x = depth * n * n;

    memset(gradient, 0, s->count * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(tanh_chain_value), enzyme_const, depth, enzyme_const, n,
                      enzyme_dup, s->parameters, gradient, enzyme_dup, s->parameters + x,
                      gradient + x);
}
