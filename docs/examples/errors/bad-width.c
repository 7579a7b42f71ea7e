extern int enzyme_width;
struct two {
    double v[2];
};
struct two __enzyme_fwddiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return __enzyme_fwddiff((void *)square, enzyme_width, argc, 3.0, 1.0, 2.0).v[0] != 6;
}
