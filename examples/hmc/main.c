#include <math.h>
#include <stdio.h>
#include "hmc.h"

/* Mean and covariance of the two choices. */
struct moments {
    double mean[2], covariance[2][2];
};

/* The posterior of a linear model with normal priors and noise: its precision is that of the prior
 * and X^T X / noise^2 (Bishop, Pattern Recognition and Machine Learning, 3.3.1). */
static struct moments posterior(const struct data *d)
{
    double a = 1 / (SLOPE_SD * SLOPE_SD), b = 0, c = 1 / (HEIGHT_SD * HEIGHT_SD), u = 0, v = 0;
    double weight = 1 / (NOISE_SD * NOISE_SD);
    for (int i = 0; i < d->count; i++) {
        a += weight * d->x[i] * d->x[i], b += weight * d->x[i], c += weight;
        u += weight * d->x[i] * d->y[i], v += weight * d->y[i];
    }
    double det = a * c - b * b;
    return (struct moments){{(c * u - b * v) / det, (a * v - b * u) / det},
                            {{c / det, -b / det}, {-b / det, a / det}}};
}

/* The gradient of the log density is precision times (mean - at). */
static int check_gradient(const struct data *d, const struct moments *p, const double *at)
{
    double gradient[2], s = p->covariance[0][0], t = p->covariance[0][1], u = p->covariance[1][1];
    double det = s * u - t * t, x = p->mean[0] - at[0], y = p->mean[1] - at[1];
    double want[2] = {(u * x - t * y) / det, (s * y - t * x) / det};
    log_density(d, at, gradient);
    int wrong = 0;
    for (int i = 0; i < 2; i++)
        wrong += !(fabs(gradient[i] - want[i]) <= 1e-9 * (1 + fabs(want[i])));
    printf("gradient at (%g, %g): %.6f %.6f, closed form %.6f %.6f\n", at[0], at[1], gradient[0],
           gradient[1], want[0], want[1]);
    return wrong;
}

static int close_to(const char *what, double got, double want, double error)
{
    printf("%-22s %9.5f, posterior %9.5f\n", what, got, want);
    return !(fabs(got - want) <= 5 * error);
}

/* Standard errors are those of independent samples, which these nearly are: a trajectory is about a
 * quarter of a period of the widest direction. */
static int check_samples(const struct data *d, const struct moments *p)
{
    enum { SAMPLES = 40000, FIRST = 200 };
    struct hmc h = {.step = 0.09, .steps = 3};
    double at[2] = {0, 0}, sum[2] = {0}, squares[3] = {0};
    for (int k = 0; k < SAMPLES + FIRST; k++) {
        hmc_sample(&h, d, at);
        double x = at[0] - p->mean[0], y = at[1] - p->mean[1];
        if (k < FIRST)
            continue;
        sum[0] += x, sum[1] += y;
        squares[0] += x * x, squares[1] += x * y, squares[2] += y * y;
    }
    double n = SAMPLES, a = p->covariance[0][0], b = p->covariance[0][1], c = p->covariance[1][1];
    int wrong = close_to("mean of slope", p->mean[0] + sum[0] / n, p->mean[0], sqrt(a / n));
    wrong += close_to("mean of height", p->mean[1] + sum[1] / n, p->mean[1], sqrt(c / n));
    wrong += close_to("variance of slope", squares[0] / n, a, a * sqrt(2 / n));
    wrong += close_to("covariance", squares[1] / n, b, sqrt((a * c + b * b) / n));
    wrong += close_to("variance of height", squares[2] / n, c, c * sqrt(2 / n));
    printf("%.0f %% of the proposals accepted\n", 100.0 * h.accepted / h.proposed);
    return wrong + (h.accepted < h.proposed * 3 / 5);
}

int main(void)
{
    static const double x[] = {-1.5, -1, -0.5, 0, 0.25, 0.5, 1, 1.5, 2, 2.5};
    static const double y[] = {-2.1, -0.7, -0.4, 1.2, 1.4, 2.4, 2.7, 4.4, 4.6, 6.3};
    struct data data = {sizeof x / sizeof *x, x, y};
    struct moments p = posterior(&data);
    double at[2] = {0.5, -1};
    int wrong = check_gradient(&data, &p, at) + check_gradient(&data, &p, p.mean);
    wrong += check_samples(&data, &p);
    printf(wrong ? "%d checks failed\n" : "all as the closed form says\n", wrong);
    return wrong != 0;
}
