/*
 * A stack of LSTM layers that predicts the next character of a text.
 *
 * layers layers of `width` units each; a character is `width` numbers, 0 or 1.
 * main_params: for each layer a row of 4 width weights and a row of 4 width
 * biases, each in the groups forget, ingate, outgate, change. extra_params: the
 * rows in_weight, out_weight, out_bias. state: for each layer the hidden vector
 * and the cell vector.
 */
#ifndef LSTM_H
#define LSTM_H

/* Mean negative log-likelihood of the text of `length` characters, starting
 * from `initial`. */
double lstm_objective(int layers, int length, int width, const double *main_params,
                      const double *extra_params, const double *initial, const double *text);

/* One step of the network: updates state and predicts the next character. */
void lstm_predict(int layers, int width, const double *main_params, const double *extra_params,
                  double *state, const double *character, double *prediction);

/* One step of one layer: updates hidden and cell. */
void lstm_cell(int width, const double *weight, const double *bias, const double *input,
               double *hidden, double *cell);

#endif
