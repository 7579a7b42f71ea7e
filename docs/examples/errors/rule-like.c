double __enzyme_autodiff(void *, ...);

double fast_sine(float x);
double fast_sine(float x)
{
    return x - x * x * x / 6;
}

__attribute__((used)) static const struct {
    void *function;
    const char *like;
} __enzyme_function_like_sine = {(void *)fast_sine, "sin"};

static double f(double x)
{
    return fast_sine((float)x);
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 0.0) != 1;
}
