#include <math.h>
#include <stdio.h>

void *__enzyme_virtualreverse(void *);

struct augmented {
    void *tape;
    double value;
};
struct record {
    struct augmented (*augmented)(double);
    double (*reverse)(double, double, void *);
};

static double f(double x)
{
    return exp(sin(x));
}

int main(void)
{
    const struct record *r = __enzyme_virtualreverse((void *)f);
    struct augmented a = r->augmented(0.5);
    printf("%.4f\n", a.value);
    printf("%.4f, by hand %.4f\n", r->reverse(0.5, 1.0, a.tape), exp(sin(0.5)) * cos(0.5));
}
