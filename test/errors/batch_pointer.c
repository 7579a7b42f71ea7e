/* enzcc-text: failed to find fn to differentiate */
extern int enzyme_width, enzyme_buffer;
extern void __enzyme_batch(void *, ...);

static double product(double x, double y)
{
    return x * y;
}
static void store(double *to, double x)
{
    *to = x;
}
static void clear(double *to, double x)
{
    *to = 0 * x;
}
double (*volatile f)(double, double) = product;
void (*volatile g)(double *, double) = store;

int main(int argc, char **argv)
{
    double y[2];
    (void)argv;
    if (argc > 1)
        g = clear;
    /* Functions of both types fit, and what the call returns does not say which ones are meant. */
    /* enzcc-error: fn-not-found */
    __enzyme_batch((void *)g, enzyme_width, 2, enzyme_buffer, 8L, y, 1.0, 2.0);
    f(1, 2);
    return 0;
}
