double __enzyme_todense(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_todense((void *)square, 3.0) != 9;
}
