/* An augmented function that loses the primal's result. */
extern double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}
void *square_augmented(double x) /* enzcc-error: rule-type */
{
    return 0;
}
double square_reverse(double x, double seed, void *tape)
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
    return __enzyme_autodiff((void *)f, 3.0) > 0;
}
