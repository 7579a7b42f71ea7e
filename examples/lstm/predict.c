/*
 * One step of the whole network.
 *
 * The scaled character enters the first layer, the hidden vector of each layer
 * enters the next one, and the last one is scaled to the prediction.
 */
#include "lstm.h"

void lstm_predict(int layers, int width, const double *main_params, const double *extra_params,
                  double *state, const double *character, double *prediction)
{
    const double *in_weight = extra_params;
    const double *out_weight = extra_params + width;
    const double *out_bias = extra_params + 2 * width;
    const double *input = prediction;

    for (int i = 0; i < width; i++)
        prediction[i] = character[i] * in_weight[i];
    for (int layer = 0; layer < layers; layer++) {
        const double *weight = &main_params[8 * width * layer];
        double *hidden = &state[2 * width * layer];
        lstm_cell(width, weight, weight + 4 * width, input, hidden, hidden + width);
        input = hidden;
    }
    for (int i = 0; i < width; i++)
        prediction[i] = input[i] * out_weight[i] + out_bias[i];
}
