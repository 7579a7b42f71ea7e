/* An entry point called through a pointer. */
extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

double (*volatile how)(void *, ...);

int main(void)
{
    how = __enzyme_autodiff; /* enzcc-error: address-taken-entry */
    return (int)how((void *)f, 2.0);
}
