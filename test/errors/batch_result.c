extern int enzyme_width;
struct wide {
    float lane[2];
};
extern struct wide __enzyme_batch(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: return-type */
    struct wide r = __enzyme_batch((void *)f, enzyme_width, 2, 1.0, 2.0);
    return (int)r.lane[0];
}
