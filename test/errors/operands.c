/* What operands are taken for, when markers, shadows or tangents are missing or misplaced. */
extern int enzyme_dup, enzyme_const, enzyme_byref, enzyme_width;
extern void __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double _Complex __enzyme_fwddiff_complex(void *, ...),
    __enzyme_autodiff_complex(void *, ...);

static double square(double x)
{
    return x * x;
}
static double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
static double long_sum(const double *x, long n)
{
    return sum(x, (int)n);
}
static double _Complex turn(double _Complex z)
{
    return z * z;
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    /* enzcc-error: arg-type */
    __enzyme_fwddiff((void *)sum, x, 2);
    /* enzcc-text: operand 2 is taken for the shadow of parameter 0 of sum */
    /* enzcc-error: arg-type */
    __enzyme_autodiff((void *)sum, x, dx[0], 2);
    /* enzcc-text: pass the address of the value */
    /* enzcc-error: arg-type */
    __enzyme_autodiff((void *)square, x);
    /* enzcc-text: pass the value, not its address */
    /* enzcc-error: missing-shadow */
    __enzyme_autodiff((void *)sum, x, enzyme_dup, dx, enzyme_const, 2);
    /* enzcc-text: markers stand in front of their argument */
    /* enzcc-error: missing-shadow */
    __enzyme_fwddiff((void *)square, 3.0);
    /* enzcc-text: pass the tangent right after the argument */
    /* enzcc-error: missing-shadow */
    __enzyme_fwddiff_complex((void *)turn, 3.0, 1.0);
    /* enzcc-text: pass the argument and its tangent as a whole each */
    /* enzcc-error: too-few-args */
    __enzyme_autodiff_complex((void *)turn, 3.0);
    /* enzcc-text: pass parameter 0 of turn as a whole */
    /* enzcc-error: marker-operand */
    __enzyme_autodiff((void *)sum, x, dx, 2, enzyme_const);
    /* enzcc-text: marker enzyme_const is the last operand */
    /* enzcc-error: marker-operand */
    __enzyme_fwddiff((void *)square, 3.0, 1.0, enzyme_width);
    /* enzcc-text: marker enzyme_width is the last operand */
    /* enzcc-error: marker-twice */
    __enzyme_autodiff((void *)sum, enzyme_const, enzyme_dup, x, dx, 2);
    /* enzcc-error: dup-integer */
    __enzyme_autodiff((void *)long_sum, x, dx, enzyme_dup, 2L, 0L);
}
