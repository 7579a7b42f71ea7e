/* A native callee that may write active memory through a pointer.
 * enzcc-text: No reverse pass found for scale */
extern void __enzyme_autodiff(void *, ...);
extern void scale(double *, int);

static void f(double *x)
{
    x[0] *= x[1];
    scale(x, 2); /* enzcc-error: no-definition */
}

int main(void)
{
    double x[2] = {2, 3}, dx[2] = {1, 0};
    __enzyme_autodiff((void *)f, x, dx);
    return (int)dx[1];
}
