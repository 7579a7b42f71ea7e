extern double gauge_gain;
void gauge_set(double slope);
double gauge_read(double x);
double gauge_count(double x);
int gauge_counted(void);
void gauge_open(int n);
double gauge_smooth(const double *x, int n);
void gauge_close(void);
