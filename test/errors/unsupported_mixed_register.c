/* Structs that C passes in registers, with a number and an integer in one: no derivative may get
 * lost. */
extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_const_return, enzyme_primal_return;

struct small {
    float a;
    int n;
};
struct mixed {
    double w;
    float a;
    int n;
};
struct gradient {
    struct mixed m;
    double y;
};
struct counted {
    int n;
    float f;
};

double __enzyme_fwddiff_small(void *, struct small, struct small);
double __enzyme_fwddiff_mixed(void *, int, struct mixed, struct mixed);
struct gradient __enzyme_autodiff_mixed(void *, int, struct mixed, double);
double __enzyme_autodiff(void *, ...);
struct counted __enzyme_fwddiff_counted(void *, float, float);

static double of_small(struct small s)
{
    return s.a * s.a;
}
static double of_mixed(struct mixed m, double y)
{
    return m.w * m.a * y;
}
static struct counted count(float x)
{
    return (struct counted){1, x * x};
}

int main(void)
{
    struct small s = {3, 2}, ds = {1, 0};
    struct mixed m = {2, 3, 1}, dm = {0, 1, 0};
    /* enzcc-error: unsupported */
    double t = __enzyme_fwddiff_small((void *)of_small, s, ds);
    /* enzcc-error: unsupported */
    t += __enzyme_fwddiff_mixed((void *)of_mixed, enzyme_dup, m, dm);
    /* enzcc-error: unsupported */
    t += __enzyme_autodiff_mixed((void *)of_mixed, enzyme_out, m, 5.0).y;
    /* enzcc-error: unsupported */
    t += __enzyme_fwddiff_counted((void *)count, 3, 1).f;
    /* enzcc-text: an active struct with a floating-point value and an integer in one register */
    return __enzyme_autodiff((void *)of_mixed, enzyme_const, m, 5.0) + t > 0;
}
