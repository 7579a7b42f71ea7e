/* Hamiltonian Monte Carlo for the choices of a model. */
#ifndef HMC_H
#define HMC_H
#include "model.h"

enum { DIMENSION = 2 };
extern const char *const choice_names[DIMENSION];

/* The log density of the model's choices `at`, up to what the data give; its gradient. */
double log_density(const struct data *data, const double *at, double *gradient);

struct hmc {
    double step; /* of the leapfrog method */
    int steps;   /* of one trajectory */
    int accepted, proposed;
};
/* Moves `at` to the next sample. */
void hmc_sample(struct hmc *h, const struct data *data, double *at);
#endif
