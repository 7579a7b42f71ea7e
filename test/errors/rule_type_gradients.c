/* Fewer gradients than numbers, and gradients of another precision. */
extern double __enzyme_autodiff(void *, ...);

double product(double x, double y)
{
    return x * y;
}
double product_reverse(double x, double y, double seed) /* enzcc-error: rule-type */
{
    return y * seed;
}
void *__enzyme_register_gradient_product[] = {(void *)product, (void *)product,
                                              (void *)product_reverse};

float half(float x)
{
    return x / 2;
}
double half_reverse(float x, float seed) /* enzcc-error: rule-type */
{
    return seed / 2;
}
void *__enzyme_register_gradient_half[] = {(void *)half, (void *)half, (void *)half_reverse};

static double f(double x)
{
    return product(x, 2) + half((float)x);
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) > 0;
}
