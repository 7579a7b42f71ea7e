/* Models register themselves under a name in a mutable table; the objective looks one up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "oracle.h"

typedef double model_fn(double t, const double *p);
static struct {
    char name[16];
    model_fn *fn;
    int parameters;
} models[8];
static int model_count;

static void register_model(const char *name, model_fn *fn, int parameters)
{
    snprintf(models[model_count].name, sizeof models[model_count].name, "%s", name);
    models[model_count].fn = fn;
    models[model_count++].parameters = parameters;
}

static model_fn *find_model(const char *name)
{
    for (int i = 0; i < model_count; i++)
        if (!strcmp(models[i].name, name))
            return models[i].fn;
    fprintf(stderr, "no model %s\n", name);
    exit(2);
}

static double decay(double t, const double *p)
{
    return p[0] * exp(-p[1] * t);
}
static double logistic(double t, const double *p)
{
    return p[0] / (1 + exp(-p[1] * (t - p[2])));
}
static double line(double t, const double *p)
{
    return p[0] + p[1] * t;
}

static double residual(const double *p, int n)
{
    static const char *const names[] = {"decay", "logistic", "line"};
    double s = 0;
    for (int m = 0; m < 3; m++) {
        model_fn *fn = find_model(names[m]);
        for (int i = 0; i < 5; i++) {
            double r = fn(0.5 * i, p) - 0.3 * i;
            s += r * r;
        }
    }
    return s;
}

int main(void)
{
    register_model("line", line, 2);
    register_model("decay", decay, 2);
    register_model("logistic", logistic, 3);
    ORACLE_GRADIENT(residual, ((const double[]){1.5, 0.8, 0.4}), 3);
    return oracle_result();
}
