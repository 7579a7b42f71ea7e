/* A copy of bytes of unknown type without derivative flow is no error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

__attribute__((noinline)) double f(double x, void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return x * x;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)argc * 16;
    void *a = malloc(n), *b = calloc(1, n);
    (void)argv;
    printf("%g\n",
           __enzyme_autodiff((void *)f, 2.0, enzyme_const, a, enzyme_const, b, enzyme_const, n));
    free(a);
    free(b);
    return 0;
}
