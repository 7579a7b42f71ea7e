/* enzcc-text: required 2 primal args, found 1 */
extern int enzyme_width, enzyme_scalar;
struct two {
    double lane[2];
};
extern struct two __enzyme_batch(void *, ...);

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    /* enzcc-error: too-few-args */
    struct two r = __enzyme_batch((void *)f, enzyme_width, 2, 1.0, 2.0, 3.0);
    return (int)r.lane[0];
}
