/* enzcc-text: a call, not a direct one, of what may be a function with __enzyme_sample */
extern int enzyme_trace;
struct enz_trace;
extern struct enz_trace *enz_trace_new(void);
extern double __enzyme_sample(void *, void *, const char *, ...);
extern void __enzyme_trace(void *, ...);

static double zero(double mean)
{
    return mean;
}
static double density(double mean, double x)
{
    return mean - x;
}
static double hierarchy(double mean)
{
    return __enzyme_sample((void *)zero, (void *)density, "inner", mean);
}

static void model(double x)
{
    /* enzcc-error: unsupported */
    __enzyme_sample((void *)hierarchy, (void *)density, "outer", x);
}

int main(void)
{
    __enzyme_trace((void *)model, 3.0, enzyme_trace, enz_trace_new());
    return 0;
}
