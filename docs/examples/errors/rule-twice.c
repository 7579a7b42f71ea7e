double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}
double reverse1(double x, double seed)
{
    return 2 * x * seed;
}
double reverse2(double x, double seed)
{
    return (x + x) * seed;
}

void *__enzyme_register_gradient_1[] = {(void *)square, (void *)square, (void *)reverse1};
void *__enzyme_register_gradient_2[] = {(void *)square, (void *)square, (void *)reverse2};

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
