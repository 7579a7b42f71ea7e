double __enzyme_autodiff(void *, ...);

double square_forward(double x)
{
    return x * x;
}

__attribute__((annotate("enzyme_augment", square_forward))) double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
