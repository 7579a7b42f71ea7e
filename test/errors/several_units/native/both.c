double mystery(double x)
{
    return 2 * x;
}
double riddle(double x)
{
    return 3 * x;
}
