#include <stddef.h>
double *__enzyme_todense(void *, void *, ...);

static double load(size_t offset, double *at)
{
    return at[offset / sizeof(double)];
}
static void store(double value, size_t offset, double *at)
{
    at[offset / sizeof(double)] = value;
}

static double none(size_t offset, double *at)
{
    return 0;
}
int main(int argc, char **argv)
{
    double at[3] = {0};
    double *p = __enzyme_todense((void *)none, (void *)store, at);
    for (int i = 0; i < argc; i++)
        p[i + 1] += 2 * p[i]; /* enzcc-error: virtual-sum */
    return 0;
}
