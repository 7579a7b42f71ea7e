/* What a sum in memory is off by nobody knows before it is made. */
extern int enzyme_dup;
void __enzyme_error_estimate(void *, ...);

static void add(_Atomic double *sum, double x)
{
    *sum += x; /* enzcc-error: unsupported */
}

int main(void)
{
    _Atomic double sum = 1;
    double error = 0;
    __enzyme_error_estimate((void *)add, enzyme_dup, &sum, &error, 2.0, 1e-16);
    return error != 0;
}
