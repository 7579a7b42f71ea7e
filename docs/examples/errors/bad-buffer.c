extern int enzyme_buffer, enzyme_width;
typedef struct {
    double lane[2];
} two;
two __enzyme_batch(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    double x[2] = {3, 4};
    return __enzyme_batch((void *)square, enzyme_width, 2, enzyme_buffer, x, 8).lane[0] != 9;
}
