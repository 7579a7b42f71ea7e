/* Runge-Kutta-Fehlberg with step control; the state is a caller's struct behind void *. */
#include <math.h>
#include "oracle.h"

typedef void rhs_fn(double t, const double *y, double *dy, int n, void *user);

struct oscillator {
    double stiffness, damping;
    int calls;
};

static void oscillate(double t, const double *y, double *dy, int n, void *user)
{
    struct oscillator *o = user;
    o->calls++;
    dy[0] = y[1];
    dy[1] = -o->stiffness * sin(y[0]) - o->damping * y[1] + 0.1 * cos(t);
}

static void heun_pair(rhs_fn *rhs, void *user, double t, double h, const double *y, double *high,
                      double *error, int n)
{
    double k1[4], k2[4], k3[4], at[4];
    rhs(t, y, k1, n, user);
    for (int i = 0; i < n; i++)
        at[i] = y[i] + h * k1[i];
    rhs(t + h, at, k2, n, user);
    for (int i = 0; i < n; i++)
        at[i] = y[i] + h / 4 * (k1[i] + k2[i]);
    rhs(t + h / 2, at, k3, n, user);
    *error = 0;
    for (int i = 0; i < n; i++) {
        high[i] = y[i] + h / 6 * (k1[i] + k2[i] + 4 * k3[i]);
        double e = fabs(h / 3 * (k1[i] + k2[i] - 2 * k3[i]));
        if (e > *error)
            *error = e;
    }
}

static int integrate(rhs_fn *rhs, void *user, double t, double end, double *y, int n,
                     double tolerance)
{
    double h = 0.1, next[4], error;
    int accepted = 0;
    while (t < end) {
        if (t + h > end)
            h = end - t;
        heun_pair(rhs, user, t, h, y, next, &error, n);
        if (error <= tolerance) {
            for (int i = 0; i < n; i++)
                y[i] = next[i];
            t += h;
            accepted++;
            if (error < tolerance / 8)
                h *= 2;
        } else {
            h /= 2;
        }
    }
    return accepted;
}

static double f(const double *x, int n)
{
    struct oscillator o = {x[0], x[1], 0};
    double y[2] = {x[2], 0};
    int steps = integrate(oscillate, &o, 0, 2, y, 2, 1e-4);
    return y[0] + 0.5 * y[1] * y[1] + (steps > 0 && o.calls >= 3 * steps ? 0 : 1e6);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2.0, 0.3, 1.0}), 3);
    return oracle_result();
}
