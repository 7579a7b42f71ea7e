/*
 * Gradient of the Gaussian mixture model by automatic differentiation.
 */
#include "../primal/gmm.h"

#include "../../examples/gmm/input.h"
#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

void VARIANT(gmm_enzyme)(const void *problem, double *gradient)
{
    const struct gmm *g = problem;
    int means = g->k;
    int icf = means + g->k * g->d;

    memset(gradient, 0, gmm_size(g) * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(gmm_objective), enzyme_const, g->d, enzyme_const, g->k,
                      enzyme_const, g->n, enzyme_dup, g->parameters, gradient, enzyme_dup,
                      g->parameters + means, gradient + means, enzyme_dup, g->parameters + icf,
                      gradient + icf, enzyme_const, g->x, enzyme_const, g->gamma, enzyme_const,
                      g->m);
}
