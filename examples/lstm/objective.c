/*
 * Loss of the network over a text.
 *
 * The state is carried from one character to the next in a working copy; the
 * loss compares each prediction with the character that follows.
 */
#include "lstm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Log-likelihood of the true character under a prediction. The 2 inside the
 * logarithm belongs to the definition of the benchmark. */
static double log_likelihood(int width, const double *prediction, const double *truth)
{
    double sum = 2.0, total = 0.0;

    for (int i = 0; i < width; i++)
        sum += exp(prediction[i]);
    double normaliser = log(sum);
    for (int i = 0; i < width; i++)
        total += truth[i] * (prediction[i] - normaliser);
    return total;
}

double lstm_objective(int layers, int length, int width, const double *main_params,
                      const double *extra_params, const double *initial, const double *text)
{
    size_t state_size = 2 * (size_t)(layers * width) * sizeof(double);
    double *state = malloc(state_size);
    double *prediction = malloc((size_t)width * sizeof(double));
    double total = 0.0;

    memcpy(state, initial, state_size);
    for (int t = 0; t + 1 < length; t++) {
        lstm_predict(layers, width, main_params, extra_params, state, &text[t * width], prediction);
        total += log_likelihood(width, prediction, &text[(t + 1) * width]);
    }
    free(prediction);
    free(state);
    return -total / (width * (length - 1));
}
