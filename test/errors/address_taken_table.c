/* An entry point in the initialiser of a table: no line of code to name, but
 * the unit and the table are.
 * enzcc-file-error: address-taken-entry */
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

double (*modes[])(void *, ...) = {__enzyme_autodiff};

static double f(double x)
{
    return x * x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)(modes[argc - 1]((void *)f, 2.0) + __enzyme_fwddiff((void *)f, 2.0, 1.0));
}
