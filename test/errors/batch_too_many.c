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
    /* enzcc-error: too-many-args */
    struct two r = __enzyme_batch((void *)f, enzyme_width, 2, 1.0, 2.0, enzyme_scalar, 3.0, 4.0);
    return (int)r.lane[0];
}
