/* A registry: variables whose addresses lie in a section, between bounds that the linker knows. */
extern double __enzyme_autodiff(void *, double);

struct entry {
    double factor;
};
static struct entry one = {2}, two = {3};
static struct entry *const first __attribute__((section("registry"), used)) = &one;
static struct entry *const second __attribute__((section("registry"), used)) = &two;
extern struct entry *const __start_registry[], *const __stop_registry[];

static double f(double x)
{
    __start_registry[1]->factor *= x; /* enzcc-error: unsupported */
    return one.factor * two.factor;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0);
}
