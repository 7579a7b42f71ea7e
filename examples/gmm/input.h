/*
 * A mixture model as read from a file.
 *
 * parameters holds alphas (k), means (k*d) and icf (k*d(d+1)/2), one after the
 * other; gradients have the same layout.
 */
#ifndef GMM_INPUT_H
#define GMM_INPUT_H

#include <stdbool.h>

struct gmm {
    int d, k, n, m;
    double gamma;
    double *parameters;
    double *x;
};

int gmm_parameter_count(const struct gmm *g);
bool gmm_read(const char *path, struct gmm *g);
void gmm_free(struct gmm *g);

#endif
