/* The shadow of an int is not looked at, in any mode. */
struct two {
    double a, b;
};

extern int enzyme_dup, enzyme_dupnoneed, enzyme_width;
extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern struct two __enzyme_fwddiff_two(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);

static double power(double x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x;
    return p;
}

int main(void)
{
    void *f = (void *)power;
    if (__enzyme_autodiff(f, 2.0, enzyme_dup, 3, 7) != 12)
        return 1;
    if (__enzyme_fwddiff(f, 2.0, 1.0, enzyme_dupnoneed, 3, 7) != 12)
        return 2;
    struct two t = __enzyme_fwddiff_two(f, enzyme_width, 2, 2.0, 1.0, 2.0, enzyme_dup, 3, 7, 8);
    if (t.a != 12 || t.b != 24)
        return 3;
    void *tape = __enzyme_augmentfwd(f, 2.0, enzyme_dup, 3, 7);
    return __enzyme_reverse(f, 2.0, enzyme_dup, 3, 7, 1.0, tape) != 12;
}
