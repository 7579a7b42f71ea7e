double __enzyme_gradient(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_gradient((void *)square, 3.0) != 6;
}
