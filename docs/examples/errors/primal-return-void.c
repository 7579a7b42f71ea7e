extern int enzyme_dup, enzyme_primal_return;
double __enzyme_autodiff(void *, ...);

static void square(double *x)
{
    *x *= *x;
}

int main(void)
{
    double x = 3, dx = 1;
    return __enzyme_autodiff((void *)square, enzyme_primal_return, enzyme_dup, &x, &dx) != 6;
}
