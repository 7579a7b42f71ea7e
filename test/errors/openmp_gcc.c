/* Code that GCC has compiled starts threads by a library of its own.
 * enzcc-text: a call of GCC's OpenMP library */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

void GOMP_parallel(void (*run)(void *), void *captured, unsigned threads, unsigned flags);

struct captured {
    const double *x;
    double product;
};

static void region(void *p)
{
    struct captured *c = p;
    c->product = c->x[0] * c->x[1];
}

static double f(const double *x, int n)
{
    struct captured c = {x, 0};
    GOMP_parallel(region, &c, (unsigned)n, 0); /* enzcc-error: unsupported */
    return c.product;
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 1);
}
