#include <stddef.h>
struct step {
    char tape[128];
};
double model(const double *x, int n);
size_t model_tape_size(void);
double model_forward(struct step *s, double *x, double *dx);
void model_backward(struct step *s, double *x, double *dx);
