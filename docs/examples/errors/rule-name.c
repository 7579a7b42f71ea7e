double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}
double square_reverse(double x, double seed)
{
    return 2 * x * seed;
}

void *__enzyme_register_grad_square[] = {(void *)square, (void *)square, (void *)square_reverse};

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
