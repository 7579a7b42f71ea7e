double poly_value(const double *c, int n, double at);
double poly_slope(const double *c, int n, double at);
double poly_root(const double *c, int n);
