double spring(double length); /* in libspring.a */

double energy(const double *x, int n)
{
    double sum = 0;
    for (int i = 1; i < n; i++)
        sum += spring(x[i] - x[i - 1]);
    return sum;
}
