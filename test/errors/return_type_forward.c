/* The tangent of a float is a float. */
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

static float f(float x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: return-type */
    return (int)__enzyme_fwddiff((void *)f, enzyme_dup, 2.0f, 1.0f);
}
