/* Inline assembly that changes an active value. */
extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    double y = x * x;
    __asm__("addsd %0, %0" : "+x"(y)); /* enzcc-error: unsupported */
    return y;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_autodiff((void *)f, (double)argc);
}
