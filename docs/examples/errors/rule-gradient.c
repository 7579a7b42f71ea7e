double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}
double square_forward(double x)
{
    return x * x;
}

void square_reverse(double x, double seed)
{
    (void)x, (void)seed;
}

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_forward,
                                             (void *)square_reverse};

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
