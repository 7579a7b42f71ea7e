/* Width 2 needs two tangents. */
typedef struct {
    double a, b;
} pair;
extern pair __enzyme_fwddiff(void *, ...);
extern int enzyme_width, enzyme_dup;

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: missing-shadow */
    return (int)__enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, 2.0, 1.0).a;
}
