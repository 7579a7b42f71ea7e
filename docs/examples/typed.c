#include <enzcc/typed.h>
#include <stdio.h>

static double model(double x, const double *weights, int n)
{
    double r = 0;
    for (int i = 0; i < n; i++)
        r = r * x + weights[i];
    return r;
}

static void step(double *state, double dt)
{
    double x = state[0], v = state[1];
    state[0] = x + dt * v;
    state[1] = v - dt * x;
}

ENZ_REVERSE(model_gradient, model, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *),
            ENZ_CONST(int));
ENZ_FORWARD(model_tangent, model, ENZ_DUP(double), ENZ_DUP(double), ENZ_CONST(const double *),
            ENZ_CONST(int));
ENZ_REVERSE(step_adjoint, step, ENZ_VOID, ENZ_DUP(double *), ENZ_CONST(double));

int main(void)
{
    const double w[3] = {1, 2, 3};
    double dw[3] = {0, 0, 0}, dx, tangent;

    double value = model_gradient(2, &dx, w, dw, 3);
    printf("%g: %g, %g %g %g\n", value, dx, dw[0], dw[1], dw[2]);

    value = model_tangent(2, 1, w, 3, &tangent);
    printf("%g: %g\n", value, tangent);

    double state[2] = {1, 0}, adjoint[2] = {1, 0};
    step_adjoint(state, adjoint, 0.1);
    printf("%g %g\n", adjoint[0], adjoint[1]);
}
