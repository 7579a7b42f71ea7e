double (*__enzyme_truncate_op_func(void *, int, int))(double);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_truncate_op_func((void *)square, 32, 64)(3.0) != 9;
}
