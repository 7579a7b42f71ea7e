/* A rule written by hand is of signed tangents.
 * enzcc-text: No forward mode error function found for cube */
double __enzyme_error_estimate(void *, ...);

__attribute__((noinline)) static double cube(double x)
{
    return x * x * x;
}
static double cube_forward(double x, double dx)
{
    return 3 * x * x * dx;
}
void *__enzyme_register_derivative_cube[2] = {(void *)cube, (void *)cube_forward};

static double f(double x)
{
    return -cube(x); /* enzcc-error: no-definition */
}

int main(void)
{
    return (int)__enzyme_error_estimate((void *)f, 2.0, 1.0);
}
