extern int enzyme_dupv, enzyme_width;
void __enzyme_autodiff(void *, ...);

static double square(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 3, dx[2] = {0, 0};
    __enzyme_autodiff((void *)square, enzyme_width, 2, enzyme_dupv, &x, dx, 8);
}
