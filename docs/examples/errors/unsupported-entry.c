double __enzyme_trace(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_trace((void *)square, 3.0) != 9;
}
