extern double mystery(double);

double bottom(double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * mystery(v[i]); /* enzcc-error: no-definition */
    return s;
}
