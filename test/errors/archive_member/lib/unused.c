/* Never pulled in: no error. */
extern double __enzyme_autodiff(void *, ...);

double unused(double (*f)(double))
{
    return __enzyme_autodiff((void *)f, 1.0);
}
