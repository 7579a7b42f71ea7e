double (*__enzyme_truncate_op_func(void *, int, int))(double);

static double power(double x, int n)
{
    return n ? x * __enzyme_truncate_op_func((void *)power, 64, 32)(x) : 1;
}

int main(void)
{
    return power(3.0, 2) != 9;
}
