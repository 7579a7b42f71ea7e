/* A forward sweep that keeps the tape leaves tangents in local memory, where a reverse sweep would
 * find them. */
extern double __enzyme_reverse(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern int enzyme_dup, enzyme_nofree;

static double f(const double *x)
{
    double w[4], s = 0;
    for (int i = 0; i < 4; i++)
        w[(i * 3) % 4] = x[i] * x[0];
    for (int i = 0; i < 4; i++)
        s += w[i] * w[(int)x[i] & 3];
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {1, 0, 0, 0};
    void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx);
    /* enzcc-error: unsupported */
    double a = __enzyme_fwdsplit((void *)f, enzyme_dup, x, dx, t, enzyme_nofree);
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, 1.0, t);
    return a > 0;
}
