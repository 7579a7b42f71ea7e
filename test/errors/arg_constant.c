/* A number where a pointer is needed. It may be a marker that the front end has
 * already replaced by its value; the message says so.
 * enzcc-text: Cannot cast
 * enzcc-text: if a marker was meant */
extern void __enzyme_autodiff(void *, ...);
static const int enzyme_const = 7;

static void f(const double *w, double *x)
{
    x[0] *= w[0];
}

int main(void)
{
    double w[1] = {3}, x[1] = {2}, dx[1] = {1};
    __enzyme_autodiff((void *)f, enzyme_const, w, x, dx); /* enzcc-error: arg-type */
    return (int)x[0];
}
