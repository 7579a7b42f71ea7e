/* The same in forward mode: no function fits the operands. */
extern double __enzyme_fwddiff(void *, ...);

static double sum(double x, double y)
{
    return x + y;
}

double (*volatile table[2])(double, double) = {sum, 0};

int main(int argc, char **argv)
{
    (void)argv;
    /* enzcc-error: fn-not-found */
    return (int)__enzyme_fwddiff((void *)table[argc & 1], 3.0, 1.0);
}
