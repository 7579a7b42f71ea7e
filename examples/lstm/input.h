/*
 * A network and a text as read from a file.
 *
 * parameters holds the main parameters (8 layers * width) and the extra ones
 * (3 width), one after the other; gradients have the same layout.
 */
#ifndef LSTM_INPUT_H
#define LSTM_INPUT_H

#include <stdbool.h>

struct network {
    int layers, length, width;
    double *parameters;
    double *initial;
    double *text;
};

int network_main_count(const struct network *n);
int network_extra_count(const struct network *n);
bool network_read(const char *path, struct network *n);
void network_free(struct network *n);

#endif
