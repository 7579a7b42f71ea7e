/* Native functions that no derivative flows through need no rule. */
#include <stdio.h>

extern double __enzyme_autodiff(void *, ...);
extern int count(int);
extern void note(const char *);

static double f(double x)
{
    note("called");
    for (int i = count(3); i > 0; i--)
        x *= 2;
    return x;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)f, 2.0));
    return 0;
}
