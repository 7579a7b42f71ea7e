/*
 * Gradient of the LSTM by automatic differentiation.
 */
#include "../primal/lstm.h"

#include "../../examples/lstm/input.h"
#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

void VARIANT(lstm_enzyme)(const void *problem, double *gradient)
{
    const struct network *n = problem;
    int extra = network_main_count(n);

    memset(gradient, 0, lstm_size(n) * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(lstm_objective), enzyme_const, n->layers, enzyme_const,
                      n->length, enzyme_const, n->width, enzyme_dup, n->parameters, gradient,
                      enzyme_dup, n->parameters + extra, gradient + extra, enzyme_const, n->initial,
                      enzyme_const, n->text);
}
