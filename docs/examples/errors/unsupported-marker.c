extern int enzyme_tape;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    double tape;
    return __enzyme_autodiff((void *)square, 3.0, enzyme_tape, &tape) != 6;
}
