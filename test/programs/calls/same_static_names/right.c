static double state;
static double factor(void)
{
    return 3;
}
double right(double x);

double right(double x)
{
    state = x * x;
    return factor() * state * x;
}
