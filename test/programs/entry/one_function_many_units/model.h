#ifndef MODEL_H
#define MODEL_H
double model(const double *p, int n, double t);
static inline double shared_inline(double x)
{
    return x * x * x;
}
double slope_by_reverse(const double *p, int n, double t, double *dp);
double slope_by_forward(const double *p, int n, double t, const double *direction);
double inline_slope_here(double x);
double inline_slope_there(double x);
#endif
