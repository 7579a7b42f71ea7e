double __enzyme_autodif(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodif((void *)square, 3.0) != 6;
}
