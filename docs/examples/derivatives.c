#include <enzcc/derivatives.h>
#include <math.h>
#include <stdio.h>

/* A chain of n springs between walls: its energy, and the forces on its masses. */
static double energy(const double *x, double stiffness, int n)
{
    double sum = x[0] * x[0] + x[n - 1] * x[n - 1];
    for (int i = 1; i < n; i++)
        sum += (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
    return stiffness / 2 * sum;
}

static void polar(const double *x, double *y)
{
    y[0] = hypot(x[0], x[1]);
    y[1] = atan2(x[1], x[0]);
}

ENZ_GRADIENT(energy_gradient, energy, double, ENZ_CONST(double), ENZ_CONST(int));
ENZ_HVP(energy_hvp, energy, double, ENZ_CONST(double), ENZ_CONST(int));
ENZ_HESSIAN(energy_hessian, energy, double, ENZ_CONST(double), ENZ_CONST(int));
ENZ_TAYLOR(energy_taylor, energy, double, 2, ENZ_CONST(double), ENZ_CONST(int));
ENZ_JACOBIAN(polar_jacobian, polar, double);

int main(void)
{
    double x[3] = {1, 0, 2}, v[3] = {1, 1, 0}, g[3], hv[3], h[9], c[3];
    double value = energy_gradient(x, 3, g, 10, 3);
    printf("energy %g, gradient %g %g %g\n", value, g[0], g[1], g[2]);

    energy_hvp(x, 3, v, g, hv, 10, 3);
    printf("Hessian times v: %g %g %g\n", hv[0], hv[1], hv[2]);

    double work[ENZ_HESSIAN_WORK(3)];
    energy_hessian(x, 3, g, h, work, 10, 3);
    for (int i = 0; i < 3; i++)
        printf("%4g %4g %4g\n", h[3 * i], h[3 * i + 1], h[3 * i + 2]);

    energy_taylor(x, v, c, 10, 3);
    printf("along v: %g + %g t + %g t^2\n", c[0], c[1], c[2]);

    double z[2] = {3, 4}, y[2], j[4];
    if (polar_jacobian(z, 2, 2, y, j, NULL) != 0)
        return 1;
    printf("%g: %g %g\n%.4f: %g %g\n", y[0], j[0], j[1], y[1], j[2], j[3]);
}
