/* The derivative of f needs that of g, which needs that of f.
 * enzcc-error-one-of: cycle main.c:8 other.c:6 */
extern double __enzyme_autodiff(void *, ...);
extern double g(double);

double f(double x)
{
    return x < 1 ? x : x * __enzyme_autodiff((void *)g, x / 2);
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)f(argc);
}
