/* enzcc-text: missing, or not known */
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
void model(double x)
{
    __enzyme_sample((void *)zero, (void *)density, "x", x);
}
char *getenv(const char *);

int main(void)
{
    /* enzcc-error: fn-not-found */
    __enzyme_trace((void *)getenv("MODEL"), 3.0, enzyme_trace, enz_trace_new());
    return 0;
}
