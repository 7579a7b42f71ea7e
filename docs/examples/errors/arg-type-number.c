static const int enzyme_out = 0;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, enzyme_out, 3.0) != 6;
}
