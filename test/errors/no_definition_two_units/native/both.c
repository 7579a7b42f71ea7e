double mystery(double x)
{
    return 2 * x;
}
double riddle(double x, int i)
{
    return x * i;
}
