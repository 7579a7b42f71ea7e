extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double square(const __attribute__((address_space(1))) double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 3, dx = 0;
    __enzyme_autodiff((void *)square, enzyme_dup, &x, &dx);
}
