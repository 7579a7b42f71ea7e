double erfinv(double x)
{
    return 2 * x * x;
}
double digamma(double x)
{
    return x * x * x;
}
double sinc(double x)
{
    return x == 0 ? 1 : 1 / x;
}
