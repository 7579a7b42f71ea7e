/*
 * Gradient of the Brusselator's final state, written by hand.
 *
 * The forward sweep keeps the two numbers of the state before each step; the
 * backward sweep recomputes the stages of a step, all in registers.
 */
#include "../primal/brusselator.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <stdlib.h>

struct pair {
    double x, y;
};

static inline struct pair along(struct pair s, double h, struct pair k)
{
    return (struct pair){s.x + h * k.x, s.y + h * k.y};
}

static inline struct pair tendency(struct pair s, const double *restrict rate)
{
    double autocatalysis = rate[3] * s.x * s.x * s.y;

    return (struct pair){rate[0] - (rate[1] + rate[2]) * s.x + autocatalysis,
                         rate[1] * s.x - autocatalysis};
}

/* Transposed Jacobian at s times dk; the rates' part is added to d_rate. */
static inline struct pair tendency_adjoint(struct pair s, const double *restrict rate,
                                           struct pair dk, double *restrict d_rate)
{
    double d_auto = dk.x - dk.y;
    double xy = s.x * s.y, xx = s.x * s.x;

    d_rate[0] += dk.x;
    d_rate[1] -= d_auto * s.x;
    d_rate[2] -= dk.x * s.x;
    d_rate[3] += d_auto * xx * s.y;
    return (struct pair){2.0 * rate[3] * xy * d_auto - rate[1] * d_auto - rate[2] * dk.x,
                         rate[3] * xx * d_auto};
}

static inline struct pair forward_step(struct pair s, const double *rate)
{
    const double h = BRUSSELATOR_STEP;
    struct pair k1 = tendency(s, rate);
    struct pair k2 = tendency(along(s, 0.5 * h, k1), rate);
    struct pair k3 = tendency(along(s, 0.5 * h, k2), rate);
    struct pair k4 = tendency(along(s, h, k3), rate);

    return (struct pair){s.x + h / 6.0 * (k1.x + 2.0 * k2.x + 2.0 * k3.x + k4.x),
                         s.y + h / 6.0 * (k1.y + 2.0 * k2.y + 2.0 * k3.y + k4.y)};
}

static inline struct pair scaled(double c, struct pair d)
{
    return (struct pair){c * d.x, c * d.y};
}

static inline struct pair backward_step(struct pair s, const double *rate, struct pair d,
                                        double *d_rate)
{
    const double h = BRUSSELATOR_STEP;
    struct pair s2 = along(s, 0.5 * h, tendency(s, rate));
    struct pair s3 = along(s, 0.5 * h, tendency(s2, rate));
    struct pair s4 = along(s, h, tendency(s3, rate));
    struct pair sixth = scaled(h / 6.0, d), third = scaled(h / 3.0, d);
    struct pair d4 = tendency_adjoint(s4, rate, sixth, d_rate);
    struct pair d3 = tendency_adjoint(s3, rate, along(third, h, d4), d_rate);
    struct pair d2 = tendency_adjoint(s2, rate, along(third, 0.5 * h, d3), d_rate);
    struct pair d1 = tendency_adjoint(s, rate, along(sixth, 0.5 * h, d2), d_rate);

    return (struct pair){d.x + d1.x + d2.x + d3.x + d4.x, d.y + d1.y + d2.y + d3.y + d4.y};
}

void brusselator_hand(const void *problem, double *gradient)
{
    const struct synthetic *p = problem;
    int steps = p->sizes[0];
    const double rate[4] = {p->parameters[2], p->parameters[3], p->parameters[4], p->parameters[5]};
    double d_rate[4] = {0};
    struct pair *tape = malloc((size_t)steps * sizeof *tape);
    struct pair s = {p->parameters[0], p->parameters[1]};

    for (int t = 0; t < steps; t++) {
        tape[t] = s;
        s = forward_step(s, rate);
    }
    for (int t = steps - 1; t >= 0; t--)
        s = backward_step(tape[t], rate, s, d_rate);
    free(tape);
    gradient[0] = s.x;
    gradient[1] = s.y;
    for (int i = 0; i < 4; i++)
        gradient[2 + i] = d_rate[i];
}
