double __enzyme_reverse(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_reverse((void *)square, 3.0, 1.0) != 6;
}
