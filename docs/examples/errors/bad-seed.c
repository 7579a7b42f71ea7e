double __enzyme_reverse(void *, ...);
void *__enzyme_augmentfwd(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    void *tape = __enzyme_augmentfwd((void *)square, 3.0);
    return __enzyme_reverse((void *)square, 3.0, 1, tape) != 6;
}
