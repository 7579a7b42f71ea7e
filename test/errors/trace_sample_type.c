/* enzcc-text: the density density does not fit observation */
extern double __enzyme_observe(double, void *, const char *, ...);

static int density(double mean, double x)
{
    return x < mean;
}

int main(void)
{
    /* enzcc-error: sample-type */
    return (int)__enzyme_observe(1.0, (void *)density, "x", 3.0);
}
