#include <stdlib.h>

double *get_buffer(int n)
{
    return malloc((size_t)n * sizeof(double));
}

int make_buffer(int n, double **out)
{
    *out = get_buffer(n);
    return !*out;
}
