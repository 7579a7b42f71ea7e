/* The number in a struct that is returned has an adjoint, but the reverse function takes no seed.
 * enzcc-text: expected double (double, struct { double; int; })
 */
extern double __enzyme_autodiff(void *, ...);

struct root {
    double at;
    int steps;
};
struct root solve(double x)
{
    return (struct root){x * x, 1};
}
double solve_reverse(double x) /* enzcc-error: rule-type */
{
    return x;
}
void *__enzyme_register_gradient_solve[] = {(void *)solve, (void *)solve, (void *)solve_reverse};

static double f(double x)
{
    return solve(x).at;
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) > 0;
}
