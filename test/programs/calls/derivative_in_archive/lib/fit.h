double model(double t, const double *p);
void fit_slope(double t, const double *p, double *slope);
