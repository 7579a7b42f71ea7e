/* A typed tape that is too small, in both halves; sizes that fit are accepted.
 * enzcc-text: need 16 bytes have 8 bytes */
extern void __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern int enzyme_dup, enzyme_allocated, enzyme_tape;

static void f(double *x)
{
    x[0] = x[0] * x[1];
}

int main(void)
{
    double x[2] = {2, 3}, dx[2] = {1, 0}, tape[2];
    /* enzcc-error: tape-size */
    __enzyme_augmentfwd((void *)f, enzyme_allocated, 8, enzyme_tape, tape, enzyme_dup, x, dx);
    __enzyme_augmentfwd((void *)f, enzyme_allocated, 16, enzyme_tape, tape, enzyme_dup, x, dx);
    /* enzcc-error: tape-size */
    __enzyme_reverse((void *)f, enzyme_allocated, 8, enzyme_tape, tape, enzyme_dup, x, dx);
    return (int)x[0];
}
