#include <stdlib.h>

extern int enzyme_dup, enzyme_const, enzyme_width;
void __enzyme_autodiff(void *, ...);

static double *velocity;

static double energy(const double *mass, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += mass[i] * velocity[i] * velocity[i];
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    size_t n = (size_t)argc;
    double *state = calloc(2 * n, sizeof *state), *d = calloc(4 * n, sizeof *d);
    velocity = state + n;
    __enzyme_autodiff((void *)energy, enzyme_width, 2, enzyme_dup, state, d, d + 2 * n,
                      enzyme_const, argc);
    return 0;
}
