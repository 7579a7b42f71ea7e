double measure(double x); /* compiled by another compiler */
double (*__enzyme_truncate_op_func(void *, int, int))(double);

static double f(double x)
{
    return x * measure(x);
}

int main(void)
{
    return __enzyme_truncate_op_func((void *)f, 64, 32)(3.0) > 12;
}
