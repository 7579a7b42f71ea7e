void *__enzyme_augmentfwd(void *, ...);

static double square(double x) { return x * x; }

int main(void)
{
    return __enzyme_augmentfwd((void *)square, 3.0) == 0;
}
