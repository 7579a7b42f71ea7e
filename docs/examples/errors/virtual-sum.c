#include <stddef.h>

double *__enzyme_todense(void *, void *, ...);

static double load(size_t offset, double *sum)
{
    (void)offset, (void)sum;
    return 0;
}
static void store(double value, size_t offset, double *sum)
{
    (void)offset;
    *sum += value;
}

int main(int argc, char **argv)
{
    (void)argv;
    double sum = 0;
    double *p = __enzyme_todense((void *)load, (void *)store, &sum);
    for (int i = 0; i < argc; i++)
        p[i + 1] += 2 * p[i]; /* p[i] is not what was added to it */
    return 0;
}
