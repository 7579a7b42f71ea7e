double mystery(double x)
{
    return 2 * x;
}
