extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

struct term {
    const double *x;
    double factor;
};
static double value(struct term t)
{
    return *t.x * t.factor;
}

int main(void)
{
    double x = 3, dx = 0;
    struct term t = {&x, 5}, dt = {&dx, 0};
    __enzyme_autodiff((void *)value, enzyme_dup, t, dt);
}
