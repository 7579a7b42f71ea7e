double energy(double x, double k)
{
    return k * x * x / 2;
}
