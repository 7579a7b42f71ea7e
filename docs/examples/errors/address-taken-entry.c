double __enzyme_autodiff(void *, ...);
static double square(double x)
{
    return x * x;
}

double (*differentiate)(void *, ...) = __enzyme_autodiff;

int main(void)
{
    return differentiate((void *)square, 3.0) != 6;
}
