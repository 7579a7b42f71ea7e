#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

/* The positive root of y^3 + y = x, by Newton's method: no need to differentiate the iteration. */
double root(double x)
{
    double y = x > 1 ? cbrt(x) : x;
    for (int i = 0; i < 50; i++)
        y -= (y * y * y + y - x) / (3 * y * y + 1);
    return y;
}

/* reverse mode: the augmented function runs in place of root, the reverse function afterwards */
struct kept {
    double tape, value;
    double shadow;
};
struct kept root_augmented(double x)
{
    double y = root(x);
    return (struct kept){y, y, 0};
}
double root_reverse(double x, double seed, double y)
{
    (void)x;
    return seed / (3 * y * y + 1);
}
void *__enzyme_register_gradient_root[] = {(void *)root, (void *)root_augmented,
                                           (void *)root_reverse};

/* forward mode */
struct dual {
    double value, tangent;
};
struct dual root_forward(double x, double dx)
{
    double y = root(x);
    return (struct dual){y, dx / (3 * y * y + 1)};
}
void *__enzyme_register_derivative_root[] = {(void *)root, (void *)root_forward};

static double f(double x)
{
    return root(x * x);
}

int main(void)
{
    printf("%.6f\n", __enzyme_autodiff((void *)f, 2.0));
    printf("%.6f\n", __enzyme_fwddiff((void *)f, 2.0, 1.0));
}
