extern char *__enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 2.0) != 0; /* enzcc-error: return-type */
}
