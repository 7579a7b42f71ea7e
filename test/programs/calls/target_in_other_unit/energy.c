double energy(const double *x, int n);

double energy(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    for (int i = 0; i + 1 < n; i++)
        s += x[i] * x[i + 1];
    return s;
}
