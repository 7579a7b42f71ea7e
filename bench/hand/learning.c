/*
 * Adjoints of parts of neural networks and of clustering, written by hand.
 *
 * Forward and backward computation are fused per row where rows do not meet; the network keeps the
 * activations of its layers.
 */
#include "kernels.h"

#include "../../examples/gmm/input.h"
#include "../suite.h"
#include "vector.h"

#include <math.h>

void softmax_adjoint(int n, int m, const int *restrict label, const double *restrict score,
                     double *restrict d_score)
{
    for (int i = 0; i < n; i++) {
        const double *row = &score[i * m];
        double *d = &d_score[i * m], largest = row[0], sum = 0.0;
        for (int j = 1; j < m; j++)
            largest = row[j] > largest ? row[j] : largest;
        for (int j = 0; j < m; j++) {
            d[j] = exp(row[j] - largest);
            sum += d[j];
        }
        double scale = 1.0 / (sum * n);
        for (int j = 0; j < m; j++)
            d[j] *= scale;
        d[label[i]] -= 1.0 / n;
    }
}

void attention_adjoint(int n, int m, const double *restrict query, double *restrict d_query,
                       const double *restrict key, double *restrict d_key,
                       const double *restrict value, double *restrict d_value,
                       double *restrict weight, double *restrict d_weight, double *restrict out,
                       double *restrict d_out)
{
    double scale = 1.0 / sqrt((double)m);

    for (int i = 0; i < n; i++) {
        const double *q = &query[i * m], *d = &d_out[i * m];
        double largest = -INFINITY, sum = 0.0, mean = 0.0;
        for (int j = 0; j < n; j++) {
            weight[j] = scale * dot(m, q, &key[j * m]);
            largest = weight[j] > largest ? weight[j] : largest;
        }
        for (int j = 0; j < n; j++) {
            weight[j] = exp(weight[j] - largest);
            sum += weight[j];
        }
        fill(m, 0.0, &out[i * m]);
        for (int j = 0; j < n; j++) {
            weight[j] /= sum;
            add(m, weight[j], &value[j * m], &out[i * m]);
            add(m, weight[j], d, &d_value[j * m]);
            d_weight[j] = dot(m, d, &value[j * m]);
            mean += d_weight[j] * weight[j];
        }
        for (int j = 0; j < n; j++) {
            double e = scale * weight[j] * (d_weight[j] - mean);
            add(m, e, &key[j * m], &d_query[i * m]);
            add(m, e, q, &d_key[j * m]);
        }
    }
}

static void layer(int n, int m, const double *restrict weight, const double *restrict bias,
                  const double *restrict in, double *restrict out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = bias[j] + dot(m, &weight[j * m], &in[i * m]);
            out[i * m + j] = sum > 0.0 ? sum : 0.0;
        }
}

/* d is the adjoint of `out` and becomes that of `in`; `work` has room for one row. */
static void layer_adjoint(int n, int m, const double *restrict weight, double *restrict d_weight,
                          double *restrict d_bias, const double *restrict in,
                          const double *restrict out, double *restrict d, double *restrict work)
{
    for (int i = 0; i < n; i++) {
        fill(m, 0.0, work);
        for (int j = 0; j < m; j++) {
            if (!(out[i * m + j] > 0.0))
                continue;
            double e = d[i * m + j];
            d_bias[j] += e;
            add(m, e, &in[i * m], &d_weight[j * m]);
            add(m, e, &weight[j * m], work);
        }
        memcpy(&d[i * m], work, (size_t)m * sizeof *d);
    }
}

void mlp_adjoint(int n, int m, int t, const double *restrict input, const double *restrict target,
                 const double *restrict parameters, double *restrict d_parameters)
{
    int count = n * m, stride = m * m + m;
    double *kept = new_numbers((size_t)(t + 2) * (size_t)count), *d = kept + (t + 1) * count;
    double *work = new_numbers((size_t)m);

    memcpy(kept, input, (size_t)count * sizeof *kept);
    for (int l = 0; l < t; l++) {
        const double *weight = &parameters[l * stride];
        layer(n, m, weight, weight + m * m, kept + l * count, kept + (l + 1) * count);
    }
    for (int i = 0; i < count; i++)
        d[i] = 2.0 / count * (kept[t * count + i] - target[i]);
    for (int l = t - 1; l >= 0; l--) {
        double *d_weight = &d_parameters[l * stride];
        layer_adjoint(n, m, &parameters[l * stride], d_weight, d_weight + m * m, kept + l * count,
                      kept + (l + 1) * count, d, work);
    }
    free(work);
    free(kept);
}

void kmeans_adjoint(int n, int m, int t, const double *restrict point,
                    const double *restrict centre, double *restrict d_centre)
{
    for (int i = 0; i < n; i++) {
        const double *x = &point[i * m];
        double smallest = INFINITY;
        int nearest = 0;
        for (int k = 0; k < t; k++) {
            double distance = 0.0;
            for (int j = 0; j < m; j++)
                distance += (x[j] - centre[k * m + j]) * (x[j] - centre[k * m + j]);
            nearest = distance < smallest ? k : nearest;
            smallest = distance < smallest ? distance : smallest;
        }
        for (int j = 0; j < m; j++)
            d_centre[nearest * m + j] += 2.0 * (centre[nearest * m + j] - x[j]);
    }
}

void gmm_vector_adjoint(int n, int m, int t, const double *restrict point,
                        const double *restrict parameters, double *restrict d_parameters)
{
    struct gmm g = {.d = m, .k = t, .n = n, .gamma = 1.0};

    g.parameters = (double *)parameters;
    g.x = (double *)point;
    gmm_hand(&g, d_parameters);
}
