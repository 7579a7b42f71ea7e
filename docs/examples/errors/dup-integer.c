#include <stdint.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double square(uintptr_t address)
{
    const double *x = (const double *)address;
    return *x * *x;
}

int main(void)
{
    double x = 3, dx = 0;
    __enzyme_autodiff((void *)square, enzyme_dup, (uintptr_t)&x, (uintptr_t)&dx);
}
