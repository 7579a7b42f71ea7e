double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)0, (void *)square};

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
