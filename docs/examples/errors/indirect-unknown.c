#include <dlfcn.h>

double __enzyme_autodiff(void *, ...);

typedef double scalar_fn(double);
static double call(double x)
{
    scalar_fn *f = (scalar_fn *)dlsym(RTLD_DEFAULT, "sin");
    return f(x);
}

int main(void)
{
    return __enzyme_autodiff((void *)call, 3.0) > 0;
}
