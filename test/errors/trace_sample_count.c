extern double __enzyme_sample(void *, void *, const char *, ...);

static double uniform(double low, double high)
{
    return (low + high) / 2;
}
static double density(double low, double high, double x)
{
    return x / (high - low);
}

int main(void)
{
    /* enzcc-error: too-few-args */
    return (int)__enzyme_sample((void *)uniform, (void *)density, "x", 3.0);
}
