extern int enzyme_byref;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    float x = 3;
    return __enzyme_autodiff((void *)square, enzyme_byref, (long)sizeof x, &x) != 6;
}
