/* Data: count points (x, y). */
#ifndef HMC_MODEL_H
#define HMC_MODEL_H

struct data {
    int count;
    const double *x, *y;
};

/* What the model assumes: slope ~ N(0, SLOPE_SD), height ~ N(0, HEIGHT_SD), and
 * y ~ N(slope x + height, NOISE_SD). */
#define SLOPE_SD  2.0
#define HEIGHT_SD 5.0
#define NOISE_SD  0.5

/* Draws a line and observes the data: choices "slope" and "height", observations "y". */
void model(const struct data *data);

/* distributions.c: uniform on (0, 1); the normal distribution and the logarithm of its density. */
double draw_uniform(void);
double draw_normal(double mean, double sd);
double normal_logpdf(double mean, double sd, double x);
#endif
