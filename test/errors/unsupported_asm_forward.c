/* The same in forward mode, through memory. */
extern double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    double y[2] = {x, x};
    /* enzcc-error: unsupported */
    __asm__ volatile("addsd %%xmm0, %%xmm0" : : "r"(y) : "xmm0", "memory");
    return y[0] * y[1];
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_fwddiff((void *)f, (double)argc, 1.0);
}
