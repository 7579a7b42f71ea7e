#include <enzcc/derivatives.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Prey x and predators y: x' = a x - b x y, y' = c x y - d y. */
enum { PARAMETERS = 4, SAMPLES = 20, STEPS_BETWEEN = 25 };

struct state {
    double x, y;
};

static struct state rate(struct state s, const double *p)
{
    return (struct state){p[0] * s.x - p[1] * s.x * s.y, p[2] * s.x * s.y - p[3] * s.y};
}

static struct state along(struct state s, double h, struct state k)
{
    return (struct state){s.x + h * k.x, s.y + h * k.y};
}

/* The classical method of Runge and Kutta. */
static struct state step(struct state s, double h, const double *p)
{
    struct state k1 = rate(s, p), k2 = rate(along(s, h / 2, k1), p),
                 k3 = rate(along(s, h / 2, k2), p), k4 = rate(along(s, h, k3), p);
    s = along(along(s, h / 6, k1), h / 3, k2);
    return along(along(s, h / 3, k3), h / 6, k4);
}

static void simulate(const double *p, struct state *samples)
{
    struct state s = {1, 0.5};
    for (int i = 0; i < SAMPLES; i++) {
        for (int k = 0; k < STEPS_BETWEEN; k++)
            s = step(s, 0.02, p);
        samples[i] = s;
    }
}

static double misfit(const double *p, const struct state *measured)
{
    struct state samples[SAMPLES];
    double sum = 0;
    simulate(p, samples);
    for (int i = 0; i < SAMPLES; i++) {
        double dx = samples[i].x - measured[i].x, dy = samples[i].y - measured[i].y;
        sum += dx * dx + dy * dy;
    }
    return sum / 2;
}

/* One sweep backwards through all steps gives all four derivatives. */
ENZ_GRADIENT(misfit_gradient, misfit, double, ENZ_CONST(const struct state *));

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < PARAMETERS; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The update of Broyden, Fletcher, Goldfarb and Shanno, of the inverse of the Hessian. */
static void update(double h[PARAMETERS][PARAMETERS], const double *s, const double *y)
{
    double hy[PARAMETERS], sy = dot(s, y);
    for (int i = 0; i < PARAMETERS; i++)
        hy[i] = dot(h[i], y);
    double factor = (1 + dot(y, hy) / sy) / sy;
    for (int i = 0; i < PARAMETERS; i++)
        for (int k = 0; k < PARAMETERS; k++)
            h[i][k] += factor * s[i] * s[k] - (hy[i] * s[k] + s[i] * hy[k]) / sy;
}

int main(void)
{
    const double truth[PARAMETERS] = {1.1, 0.8, 0.9, 1.4};
    double p[PARAMETERS] = {1, 1, 1, 1}, g[PARAMETERS], h[PARAMETERS][PARAMETERS] = {{0}};
    struct state measured[SAMPLES];
    simulate(truth, measured);
    double value = misfit_gradient(p, PARAMETERS, g, measured);
    for (int i = 0; i < PARAMETERS; i++)
        h[i][i] = 0.01;
    printf("misfit %.3f\n", value);
    for (int iteration = 0; iteration < 200 && dot(g, g) > 1e-16; iteration++) {
        double s[PARAMETERS], y[PARAMETERS], to[PARAMETERS], at_to[PARAMETERS], next;
        double length = 1;
        for (int i = 0; i < PARAMETERS; i++)
            s[i] = -dot(h[i], g);
        do { /* until the misfit decreases by enough */
            for (int i = 0; i < PARAMETERS; i++)
                to[i] = p[i] + length * s[i];
            next = misfit_gradient(to, PARAMETERS, at_to, measured);
            length /= 2;
        } while (!(next <= value + 1e-4 * 2 * length * dot(g, s)) && length > 1e-10);
        for (int i = 0; i < PARAMETERS; i++) {
            s[i] = to[i] - p[i];
            y[i] = at_to[i] - g[i];
        }
        if (dot(s, y) > 0)
            update(h, s, y);
        memcpy(p, to, sizeof p);
        memcpy(g, at_to, sizeof g);
        value = next;
    }
    printf("misfit %.6f\n", value);
    printf("a = %.4f, b = %.4f, c = %.4f, d = %.4f\n", p[0], p[1], p[2], p[3]);
}
