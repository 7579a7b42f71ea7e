/* One function with two kinds of trouble, reached by two derivative calls.
 * enzcc-text: No reverse pass found for mystery
 * enzcc-text: No forward mode derivative found for mystery */
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double mystery(double);

__attribute__((noinline)) static double inner(double x)
{
    double y = mystery(x);             /* enzcc-error: no-definition */
    __asm__("addsd %0, %0" : "+x"(y)); /* enzcc-error: unsupported */
    return y;
}

static double f(double x)
{
    return inner(x) + 1;
}

int main(void)
{
    return (int)(__enzyme_autodiff((void *)f, 2.0) + __enzyme_fwddiff((void *)f, 2.0, 1.0));
}
