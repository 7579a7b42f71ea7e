/*
 * One LSTM layer.
 *
 * Forget gate and output gate look at the input of the layer, input gate and
 * candidate at its previous hidden vector; all weights are diagonal.
 */
#include "lstm.h"

#include <math.h>

static double sigmoid(double z)
{
    return 1.0 / (1.0 + exp(-z));
}

void lstm_cell(int width, const double *weight, const double *bias, const double *input,
               double *hidden, double *cell)
{
    const double *w_forget = weight, *b_forget = bias;
    const double *w_in = weight + width, *b_in = bias + width;
    const double *w_out = weight + 2 * width, *b_out = bias + 2 * width;
    const double *w_change = weight + 3 * width, *b_change = bias + 3 * width;

    for (int i = 0; i < width; i++) {
        double forget = sigmoid(input[i] * w_forget[i] + b_forget[i]);
        double in = sigmoid(hidden[i] * w_in[i] + b_in[i]);
        double out = sigmoid(input[i] * w_out[i] + b_out[i]);
        double change = tanh(hidden[i] * w_change[i] + b_change[i]);

        cell[i] = cell[i] * forget + in * change;
        hidden[i] = out * tanh(cell[i]);
    }
}
