extern int enzyme_dup, enzyme_tape, enzyme_allocated;
void __enzyme_augmentfwd(void *, ...);

static void product(double *x)
{
    x[0] = x[0] * x[1];
}

int main(void)
{
    double x[2] = {2, 3}, dx[2] = {1, 0}, tape;
    __enzyme_augmentfwd((void *)product, enzyme_allocated, sizeof tape, enzyme_tape, &tape,
                        enzyme_dup, x, dx);
}
