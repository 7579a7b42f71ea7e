#include <math.h>
#include <stdio.h>

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualforward(void *);

typedef double scalar_fn(double);
struct layer {
    scalar_fn *act;
    double weight;
};

static double relu(double x)
{
    return x > 0 ? x : 0;
}
static double layer(const struct layer *l, double x)
{
    return l->act(l->weight * x);
}

/* For derivatives, a smooth function in place of relu, 1 / (1 + exp(-8 x)). */
static double relu_reverse(double x, double seed)
{
    return seed / (1 + exp(-8 * x));
}
static const struct {
    scalar_fn *augmented;
    double (*reverse)(double, double);
} smooth = {relu, relu_reverse};

int main(void)
{
    struct layer l = {relu, 0.5};
    struct layer exact = {NULL, 0}, by_hand = {(scalar_fn *)&smooth, 0};
    for (double x = -0.5; x <= 0.5; x += 0.5) {
        double e = __enzyme_autodiff((void *)layer, enzyme_dup, &l, &exact, x);
        double h = __enzyme_autodiff((void *)layer, enzyme_dup, &l, &by_hand, x);
        printf("at %4.1f: %.4f, by hand %.4f\n", x, e, h);
    }
    /* The record of a function's forward derivative, called by hand. */
    struct {
        struct value_and_tangent {
            double value, tangent;
        } (*forward)(double, double);
    } const *record = __enzyme_virtualforward((void *)relu);
    struct value_and_tangent t = record->forward(2.0, 3.0);
    printf("%g, %g\n", t.value, t.tangent);
}
