#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);
double smooth(double x);
void note(const char *what);

static double measure(double x)
{
    note("measure");
    return sin(x) * smooth(x);
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)measure, 2.0));
}
