/*
 * LSTM: the objective of examples/lstm in one unit.
 */
#include "lstm.h"

#include "../../examples/lstm/input.h"
#include "../suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sigmoid(double z)
{
    return 1.0 / (1.0 + exp(-z));
}

static void cell_step(int width, const double *RESTRICT weight, const double *RESTRICT bias,
                      const double *RESTRICT input, double *RESTRICT hidden, double *RESTRICT cell)
{
    for (int i = 0; i < width; i++) {
        double forget = sigmoid(input[i] * weight[i] + bias[i]);
        double in = sigmoid(hidden[i] * weight[width + i] + bias[width + i]);
        double out = sigmoid(input[i] * weight[2 * width + i] + bias[2 * width + i]);
        double change = tanh(hidden[i] * weight[3 * width + i] + bias[3 * width + i]);
        cell[i] = cell[i] * forget + in * change;
        hidden[i] = out * tanh(cell[i]);
    }
}

static void predict(int layers, int width, const double *RESTRICT main_params,
                    const double *RESTRICT extra_params, double *RESTRICT state,
                    const double *RESTRICT character, double *RESTRICT scaled,
                    double *RESTRICT prediction)
{
    const double *input = scaled;

    for (int i = 0; i < width; i++)
        scaled[i] = character[i] * extra_params[i];
    for (int layer = 0; layer < layers; layer++) {
        const double *weight = &main_params[8 * width * layer];
        double *hidden = &state[2 * width * layer];
        cell_step(width, weight, weight + 4 * width, input, hidden, hidden + width);
        input = hidden;
    }
    for (int i = 0; i < width; i++)
        prediction[i] = input[i] * extra_params[width + i] + extra_params[2 * width + i];
}

static double log_likelihood(int width, const double *RESTRICT prediction,
                             const double *RESTRICT truth)
{
    double sum = 2.0, total = 0.0;

    for (int i = 0; i < width; i++)
        sum += exp(prediction[i]);
    double normaliser = log(sum);
    for (int i = 0; i < width; i++)
        total += truth[i] * (prediction[i] - normaliser);
    return total;
}

double VARIANT(lstm_objective)(int layers, int length, int width,
                               const double *RESTRICT main_params,
                               const double *RESTRICT extra_params, const double *RESTRICT initial,
                               const double *RESTRICT text)
{
    size_t state_size = 2 * (size_t)(layers * width) * sizeof(double);
    double *state = malloc(state_size);
    double *scaled = malloc((size_t)width * sizeof(double));
    double *prediction = malloc((size_t)width * sizeof(double));
    double total = 0.0;

    memcpy(state, initial, state_size);
    for (int t = 0; t + 1 < length; t++) {
        predict(layers, width, main_params, extra_params, state, &text[t * width], scaled,
                prediction);
        total += log_likelihood(width, prediction, &text[(t + 1) * width]);
    }
    free(prediction);
    free(scaled);
    free(state);
    return -total / (width * (length - 1));
}

double VARIANT(lstm_primal)(void *problem)
{
    const struct network *n = problem;

    return VARIANT(lstm_objective)(n->layers, n->length, n->width, n->parameters,
                                   n->parameters + network_main_count(n), n->initial, n->text);
}
