double __enzyme_autodiff(void *, ...);
static int calls;
double count(double x)
{
    calls++;
    return x * x;
}
void *count_augmented(double x)
{
    (void)x;
    calls++;
    return 0;
}
double count_reverse(double x, double seed)
{
    return 2 * x * seed;
}
void *__enzyme_register_gradient_count[] = {(void *)count, (void *)count_augmented,
                                            (void *)count_reverse};
static double f(double x)
{
    double y = count(x);
    return y * y;
}
int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) != 108;
}
