extern int enzyme_width;
struct pair {
    double a, b;
} __enzyme_autodiff(void *, ...);

struct taped {
    int tape;
    double value;
};

double square(double x)
{
    return x * x;
}

struct taped square_forward(double x)
{
    return (struct taped){1, x * x};
}

double square_reverse(double x, double seed, int tape)
{
    return 2 * x * seed * tape;
}

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_forward,
                                             (void *)square_reverse};

int main(void)
{
    return __enzyme_autodiff((void *)square, enzyme_width, 2, 3.0).a != 6;
}
