#include <enzcc/typed.h>
#include <stdio.h>

/* The energy of n springs between x[0] and x[n], and the work of a force. */
void energy(int n, const double *x, double force, double *value)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
    *value = sum / 2 - force * x[n];
}

/* tapenade -d -head "energy(value)\(x force)": energy_d(n, x, xd, force, forced, value, valued) */
ENZ_FORWARD(energy_d, energy, ENZ_VOID, ENZ_CONST(int), ENZ_DUP(const double *), ENZ_DUP(double),
            ENZ_DUP(double *));

/* tapenade -b -head "energy(value)\(x force)": energy_b(n, x, xb, force, forceb, value, valueb) */
ENZ_REVERSE(energy_b, energy, ENZ_VOID, ENZ_CONST(int), ENZ_DUP(const double *), ENZ_ACTIVE(double),
            ENZ_DUP(double *));

int main(void)
{
    double x[3] = {0, 1, 3}, xd[3] = {0, 1, 0}, xb[3] = {0}, forceb, value, valued = 0, valueb = 1;
    energy_d(2, x, xd, 2, 0, &value, &valued);
    printf("%g: %g\n", value, valued);
    energy_b(2, x, xb, 2, &forceb, &value, &valueb);
    printf("%g: %g %g %g, %g\n", value, xb[0], xb[1], xb[2], forceb);
}
