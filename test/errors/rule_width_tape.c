/* A reverse rule with a tape serves one direction. */
struct two {
    double a, b;
};
extern struct two __enzyme_autodiff(void *, ...);
extern int enzyme_width;

struct kept {
    double *tape;
    double value;
};
double square(double x) /* enzcc-error: rule-width */
{
    return x * x;
}
struct kept square_augmented(double x)
{
    return (struct kept){0, x * x};
}
double square_reverse(double x, double seed, double *tape)
{
    return 2 * x * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

static double f(double x)
{
    return square(x) * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)f, enzyme_width, 2, 3.0).a > 0;
}
