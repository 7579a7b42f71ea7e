/*
 * Gradient of the LSTM, written by hand.
 *
 * The forward sweep over the text keeps, per unit, the gates and the vectors
 * they were computed from. The loss of a character is differentiated while its
 * prediction is at hand; the backward sweep carries the adjoint of the state.
 */
#include "../../examples/lstm/input.h"
#include "../suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tape of one unit at one time. */
struct unit {
    double input, hidden, cell; /* before the step */
    double forget, in, out, change, squashed;
};

static inline double sigmoid(double z)
{
    return 1.0 / (1.0 + exp(-z));
}

/* weight points to the row of weights, which the row of biases follows. */
static void forward_layer(int width, const double *restrict weight, const double *restrict input,
                          double *restrict hidden, double *restrict cell,
                          struct unit *restrict tape)
{
    const double *bias = weight + 4 * width;

    for (int i = 0; i < width; i++) {
        struct unit u = {.input = input[i], .hidden = hidden[i], .cell = cell[i]};
        u.forget = sigmoid(u.input * weight[i] + bias[i]);
        u.in = sigmoid(u.hidden * weight[width + i] + bias[width + i]);
        u.out = sigmoid(u.input * weight[2 * width + i] + bias[2 * width + i]);
        u.change = tanh(u.hidden * weight[3 * width + i] + bias[3 * width + i]);
        cell[i] = u.cell * u.forget + u.in * u.change;
        u.squashed = tanh(cell[i]);
        hidden[i] = u.out * u.squashed;
        tape[i] = u;
    }
}

/* Adjoints of hidden and cell after the step become those before it; the
 * adjoint of the input is written. */
static void backward_layer(int width, const double *restrict weight,
                           const struct unit *restrict tape, double *restrict d_weight,
                           double *restrict d_hidden, double *restrict d_cell,
                           double *restrict d_input)
{
    double *restrict d_bias = d_weight + 4 * width;

    for (int i = 0; i < width; i++) {
        struct unit u = tape[i];
        double dc = d_cell[i] + d_hidden[i] * u.out * (1.0 - u.squashed * u.squashed);
        double d_forget = dc * u.cell * u.forget * (1.0 - u.forget);
        double d_in = dc * u.change * u.in * (1.0 - u.in);
        double d_out = d_hidden[i] * u.squashed * u.out * (1.0 - u.out);
        double d_change = dc * u.in * (1.0 - u.change * u.change);

        d_weight[i] += d_forget * u.input;
        d_weight[width + i] += d_in * u.hidden;
        d_weight[2 * width + i] += d_out * u.input;
        d_weight[3 * width + i] += d_change * u.hidden;
        d_bias[i] += d_forget;
        d_bias[width + i] += d_in;
        d_bias[2 * width + i] += d_out;
        d_bias[3 * width + i] += d_change;
        d_input[i] = d_forget * weight[i] + d_out * weight[2 * width + i];
        d_hidden[i] = d_in * weight[width + i] + d_change * weight[3 * width + i];
        d_cell[i] = dc * u.forget;
    }
}

/* Loss of one character: d_top is the adjoint of the top hidden vector. */
static void loss(int width, double scale, const double *restrict extra, const double *restrict top,
                 const double *restrict truth, double *restrict d_extra, double *restrict d_top)
{
    double sum = 2.0, truths = 0.0;

    for (int i = 0; i < width; i++) {
        d_top[i] = exp(top[i] * extra[width + i] + extra[2 * width + i]);
        sum += d_top[i];
        truths += truth[i];
    }
    double share = truths / sum;
    for (int i = 0; i < width; i++) {
        double dy = scale * (truth[i] - share * d_top[i]);
        d_extra[width + i] += dy * top[i];
        d_extra[2 * width + i] += dy;
        d_top[i] = dy * extra[width + i];
    }
}

struct sweep {
    const struct network *n;
    const double *extra;
    double *state;     /* hidden and cell of every layer, or their adjoints */
    double *input;     /* input of the first layer, or an adjoint */
    double *d_top;     /* per time */
    struct unit *tape; /* per time and layer */
    double *gradient, *d_extra;
};

static void forward_sweep(struct sweep *s)
{
    const struct network *n = s->n;
    int b = n->width;
    double scale = -1.0 / (b * (n->length - 1));
    struct unit *tape = s->tape;

    memcpy(s->state, n->initial, 2 * (size_t)(n->layers * b) * sizeof(double));
    for (int t = 0; t + 1 < n->length; t++) {
        const double *input = s->input;
        for (int i = 0; i < b; i++)
            s->input[i] = n->text[t * b + i] * s->extra[i];
        for (int l = 0; l < n->layers; l++, tape += b) {
            double *hidden = &s->state[2 * b * l];
            forward_layer(b, &n->parameters[8 * b * l], input, hidden, hidden + b, tape);
            input = hidden;
        }
        loss(b, scale, s->extra, input, &n->text[(t + 1) * b], s->d_extra, &s->d_top[t * b]);
    }
}

static void backward_sweep(struct sweep *s)
{
    const struct network *n = s->n;
    int b = n->width;
    const struct unit *tape = s->tape + (n->length - 1) * n->layers * b;

    memset(s->state, 0, 2 * (size_t)(n->layers * b) * sizeof(double));
    for (int t = n->length - 2; t >= 0; t--) {
        const double *from_above = &s->d_top[t * b];
        for (int l = n->layers - 1; l >= 0; l--) {
            double *d_hidden = &s->state[2 * b * l];
            tape -= b;
            for (int i = 0; i < b; i++)
                d_hidden[i] += from_above[i];
            backward_layer(b, &n->parameters[8 * b * l], tape, &s->gradient[8 * b * l], d_hidden,
                           d_hidden + b, s->input);
            from_above = s->input;
        }
        for (int i = 0; i < b; i++)
            s->d_extra[i] += s->input[i] * n->text[t * b + i];
    }
}

void lstm_hand(const void *problem, double *gradient)
{
    const struct network *n = problem;
    size_t b = (size_t)n->width, l = (size_t)n->layers;
    size_t times = (size_t)n->length - 1;
    int extra = network_main_count(n);
    double *work = malloc((2 * l * b + b + times * b) * sizeof *work);
    struct sweep s = {.n = n,
                      .extra = n->parameters + extra,
                      .state = work,
                      .input = work + 2 * l * b,
                      .d_top = work + 2 * l * b + b,
                      .tape = malloc(times * l * b * sizeof(struct unit)),
                      .gradient = gradient,
                      .d_extra = gradient + extra};

    memset(gradient, 0, lstm_size(n) * sizeof *gradient);
    forward_sweep(&s);
    backward_sweep(&s);
    free(s.tape);
    free(work);
}
