/* The second half without a tape, and with a seed of another type. */
extern double __enzyme_reverse(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    void *t = __enzyme_augmentfwd((void *)f, 3.0);
    double a = __enzyme_reverse((void *)f, 3.0, 1.0);  /* enzcc-error: missing-tape */
    double b = __enzyme_reverse((void *)f, 3.0);       /* enzcc-error: bad-seed */
    double c = __enzyme_reverse((void *)f, 3.0, 1, t); /* enzcc-error: bad-seed */
    return a + b + c > 0;
}
/* enzcc-text: Bad DiffRet type */
