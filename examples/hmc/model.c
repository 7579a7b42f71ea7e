#include "model.h"

double __enzyme_sample(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);

static double draw(const char *name, double sd)
{
    return __enzyme_sample((void *)draw_normal, (void *)normal_logpdf, name, 0.0, sd);
}

void model(const struct data *data)
{
    double slope = draw("slope", SLOPE_SD), height = draw("height", HEIGHT_SD);
    for (int i = 0; i < data->count; i++)
        __enzyme_observe(data->y[i], (void *)normal_logpdf, "y", slope * data->x[i] + height,
                         NOISE_SD);
}
