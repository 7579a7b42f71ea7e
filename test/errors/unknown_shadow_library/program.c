/* Memory from a library without bitcode, through a result and through an argument: active
 * floating-point values kept there would be lost.
 * enzcc-text: the pointer comes from outside, perhaps from get_buffer, of which there is no code */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
double *get_buffer(int n);
int make_buffer(int n, double **out);

static double f(double x, int n)
{
    double *w = get_buffer(n), sum = 0;
    for (int i = 0; i < n; i++)
        w[i] = x * x; /* enzcc-error: unknown-shadow */
    for (int i = 0; i < n; i++)
        sum += w[i];
    return sum;
}

static double g(double x, int n)
{
    double *w, sum = 0;
    if (make_buffer(n, &w))
        return 0;
    for (int i = 0; i < n; i++)
        w[i] = x * x; /* enzcc-error: unknown-shadow */
    for (int i = 0; i < n; i++)
        sum += w[i];
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)(__enzyme_autodiff((void *)f, 2.0, enzyme_const, argc) +
                 __enzyme_autodiff((void *)g, 2.0, enzyme_const, argc));
}
