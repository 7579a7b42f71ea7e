/* enzcc-text: marker enzyme_dup has no meaning for __enzyme_batch */
extern int enzyme_width, enzyme_dup;
struct two {
    double lane[2];
};
extern struct two __enzyme_batch(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: unsupported-marker */
    struct two r = __enzyme_batch((void *)f, enzyme_width, 2, enzyme_dup, 1.0, 2.0);
    return (int)r.lane[0];
}
