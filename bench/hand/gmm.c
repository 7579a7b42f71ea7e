/*
 * Gradient of the Gaussian mixture model, written by hand.
 *
 * One sweep over the points: the centred vectors and their images under the
 * factors are kept for the components of one point only, the adjoint of that
 * point follows at once. Sums over points that all components share (the
 * responsibilities) serve the weights and the log determinants together.
 */
#include "../../examples/gmm/input.h"
#include "../suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work space; [k] is one number per component, [k][d] a vector. */
struct work {
    double *diagonal; /* [k][d] exp of the diagonal logarithms */
    double *offset;   /* [k] log weight plus log determinant */
    double *centred;  /* [k][d] point minus mean */
    double *image;    /* [k][d] Q (point minus mean) */
    double *weight;   /* [k] term, then responsibility */
};

static struct work work_new(int d, int k)
{
    size_t kd = (size_t)(k * d);
    double *all = malloc((3 * kd + 2 * (size_t)k) * sizeof *all);

    return (struct work){all, all + 3 * kd, all + kd, all + 2 * kd, all + 3 * kd + (size_t)k};
}

static void prepare(const struct gmm *g, const double *restrict icf, const struct work *w)
{
    int row = g->d * (g->d + 1) / 2;

    for (int j = 0; j < g->k; j++) {
        double log_det = 0.0;
        for (int i = 0; i < g->d; i++) {
            log_det += icf[j * row + i];
            w->diagonal[j * g->d + i] = exp(icf[j * row + i]);
        }
        w->offset[j] = g->parameters[j] + log_det;
    }
}

/* centred = x - mean, image = Q centred; the square of the image. */
static double forward(int d, const double *restrict x, const double *restrict mean,
                      const double *restrict diagonal, const double *restrict lower,
                      double *restrict centred, double *restrict image)
{
    double sum = 0.0;

    for (int i = 0; i < d; i++) {
        centred[i] = x[i] - mean[i];
        image[i] = diagonal[i] * centred[i];
    }
    for (int j = 0; j < d; j++) {
        double c = centred[j];
        for (int i = j + 1; i < d; i++)
            image[i] += lower[i - j - 1] * c;
        lower += d - 1 - j;
    }
    for (int i = 0; i < d; i++)
        sum += image[i] * image[i];
    return sum;
}

/* Adjoint of -0.5 weight |image|^2: adds weight Q^T image to the mean and
 * -weight image centred^T to the factor. image is multiplied by weight. */
static void backward(int d, double weight, const double *restrict diagonal,
                     const double *restrict lower, const double *restrict centred,
                     double *restrict image, double *restrict d_mean, double *restrict d_diagonal,
                     double *restrict d_lower)
{
    for (int i = 0; i < d; i++)
        image[i] *= weight;
    for (int j = 0; j < d; j++) {
        double c = centred[j];
        double sum = diagonal[j] * image[j];
        d_diagonal[j] -= image[j] * c;
        for (int i = j + 1; i < d; i++) {
            d_lower[i - j - 1] -= image[i] * c;
            sum += lower[i - j - 1] * image[i];
        }
        d_mean[j] += sum;
        lower += d - 1 - j;
        d_lower += d - 1 - j;
    }
}

/* Replaces v by exp(v) / sum exp(v). */
static void softmax(int n, double *restrict v)
{
    double largest = v[0], sum = 0.0;

    for (int i = 1; i < n; i++)
        if (v[i] > largest)
            largest = v[i];
    for (int i = 0; i < n; i++) {
        v[i] = exp(v[i] - largest);
        sum += v[i];
    }
    double scale = 1.0 / sum;
    for (int i = 0; i < n; i++)
        v[i] *= scale;
}

static void add_point(const struct gmm *g, const double *restrict x, const struct work *w,
                      double *restrict d_alphas, double *restrict d_means, double *restrict d_icf)
{
    int d = g->d, k = g->k, row = d * (d + 1) / 2;
    const double *means = g->parameters + k;
    const double *icf = means + k * d;

    for (int j = 0; j < k; j++)
        w->weight[j] =
            w->offset[j] - 0.5 * forward(d, x, &means[j * d], &w->diagonal[j * d],
                                         &icf[j * row + d], &w->centred[j * d], &w->image[j * d]);
    softmax(k, w->weight);
    for (int j = 0; j < k; j++) {
        d_alphas[j] += w->weight[j];
        backward(d, w->weight[j], &w->diagonal[j * d], &icf[j * row + d], &w->centred[j * d],
                 &w->image[j * d], &d_means[j * d], &d_icf[j * row], &d_icf[j * row + d]);
    }
}

/* From the diagonal to its logarithm, and the terms without points. */
static void finish(const struct gmm *g, const double *restrict icf, const struct work *w,
                   double *restrict d_alphas, double *restrict d_icf)
{
    int d = g->d, row = d * (d + 1) / 2;
    double gamma2 = g->gamma * g->gamma;

    memcpy(w->weight, g->parameters, (size_t)g->k * sizeof(double));
    softmax(g->k, w->weight);
    for (int j = 0; j < g->k; j++) {
        for (int i = 0; i < d; i++) {
            double q = w->diagonal[j * d + i];
            d_icf[j * row + i] = (d_icf[j * row + i] + gamma2 * q) * q + d_alphas[j] - g->m;
        }
        for (int i = d; i < row; i++)
            d_icf[j * row + i] += gamma2 * icf[j * row + i];
    }
    for (int j = 0; j < g->k; j++)
        d_alphas[j] -= g->n * w->weight[j];
}

void gmm_hand(const void *problem, double *gradient)
{
    const struct gmm *g = problem;
    const double *icf = g->parameters + g->k + g->k * g->d;
    double *d_means = gradient + g->k;
    double *d_icf = d_means + g->k * g->d;
    struct work w = work_new(g->d, g->k);

    memset(gradient, 0, gmm_size(g) * sizeof *gradient);
    prepare(g, icf, &w);
    for (int i = 0; i < g->n; i++)
        add_point(g, &g->x[i * g->d], &w, gradient, d_means, d_icf);
    finish(g, icf, &w, gradient, d_icf);
    free(w.diagonal);
}
