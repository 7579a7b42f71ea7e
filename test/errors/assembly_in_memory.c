/* Inline assembly that reads and writes an active number in memory, in both modes. */
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    double y = x * x;
    __asm__ volatile("nop" : "+m"(y)); /* enzcc-error: unsupported */
    return y * x;
}

int main(void)
{
    return (int)(__enzyme_autodiff((void *)f, 1.0) + __enzyme_fwddiff((void *)f, 1.0, 1.0));
}
