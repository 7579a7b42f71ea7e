/* The function operand is loaded from memory, and the program has functions of two types that it
 * may point to. */
extern double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}
static double twice(double x)
{
    return 2 * x;
}
static float cube(float x)
{
    return x * x * x;
}

double (*volatile chosen)(double) = square;
float (*volatile other)(float) = cube;

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        chosen = twice;
    double g = __enzyme_autodiff((void *)chosen, 3.0); /* enzcc-error: fn-not-found */
    return g == other(1.5f);
}
