/*
 * Parts of neural networks, and clustering.
 */
#include "kernels.h"

#include <math.h>
#include <stdlib.h>

/* Mean cross entropy of n rows of m scores. */
double VARIANT(softmax)(int n, int m, const int *RESTRICT label, const double *RESTRICT score)
{
    double loss = 0.0;

    for (int i = 0; i < n; i++) {
        const double *row = &score[i * m];
        double largest = row[0], sum = 0.0;
        for (int j = 1; j < m; j++)
            largest = fmax(largest, row[j]);
        for (int j = 0; j < m; j++)
            sum += exp(row[j] - largest);
        loss += log(sum) + largest - row[label[i]];
    }
    return loss / n;
}

/* One head of attention for n tokens of m numbers; `weight` is scratch. */
void VARIANT(attention)(int n, int m, const double *RESTRICT query, const double *RESTRICT key,
                        const double *RESTRICT value, double *RESTRICT weight, double *RESTRICT out)
{
    double scale = 1.0 / sqrt((double)m);

    for (int i = 0; i < n; i++) {
        double largest = -1e300, sum = 0.0;
        for (int j = 0; j < n; j++) {
            double product = 0.0;
            for (int k = 0; k < m; k++)
                product += query[i * m + k] * key[j * m + k];
            weight[j] = scale * product;
            if (weight[j] > largest)
                largest = weight[j];
        }
        for (int j = 0; j < n; j++) {
            weight[j] = exp(weight[j] - largest);
            sum += weight[j];
        }
        for (int k = 0; k < m; k++)
            out[i * m + k] = 0.0;
        for (int j = 0; j < n; j++) {
            double part = weight[j] / sum;
            for (int k = 0; k < m; k++)
                out[i * m + k] += part * value[j * m + k];
        }
    }
}

static void layer(int n, int m, const double *RESTRICT weight, const double *RESTRICT bias,
                  const double *RESTRICT in, double *RESTRICT out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = bias[j];
            for (int k = 0; k < m; k++)
                sum += weight[j * m + k] * in[i * m + k];
            out[i * m + j] = sum > 0.0 ? sum : 0.0;
        }
}

/* Mean square error of t layers of m rectified units, for a batch of n. */
double VARIANT(mlp)(int n, int m, int t, const double *RESTRICT input,
                    const double *RESTRICT target, const double *RESTRICT parameters)
{
    double *in = malloc((size_t)(n * m) * sizeof *in);
    double *out = malloc((size_t)(n * m) * sizeof *out);
    double loss = 0.0;

    for (int i = 0; i < n * m; i++)
        in[i] = input[i];
    for (int l = 0; l < t; l++) {
        const double *weight = &parameters[l * (m * m + m)];
        layer(n, m, weight, weight + m * m, in, out);
        double *old = in;
        in = out;
        out = old;
    }
    for (int i = 0; i < n * m; i++)
        loss += (in[i] - target[i]) * (in[i] - target[i]);
    free(in);
    free(out);
    return loss / (n * m);
}

/* Sum of the squares of the distances of n points in m dimensions from the nearest of t centres. */
double VARIANT(kmeans)(int n, int m, int t, const double *RESTRICT point,
                       const double *RESTRICT centre)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        double nearest = 1e300;
        for (int k = 0; k < t; k++) {
            double distance = 0.0;
            for (int j = 0; j < m; j++) {
                double difference = point[i * m + j] - centre[k * m + j];
                distance += difference * difference;
            }
            nearest = fmin(nearest, distance);
        }
        sum += nearest;
    }
    return sum;
}
