#include <setjmp.h>

extern double __enzyme_autodiff(void *, ...);

static jmp_buf buffer;

static double f(double x)
{
    if (setjmp(buffer)) /* enzcc-error: unsupported */
        return x;
    if (x > 1)
        longjmp(buffer, 1);
    return x * x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_autodiff((void *)f, (double)argc);
}
