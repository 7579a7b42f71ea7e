double measure(double x);
double measure(double x)
{
    return x + 1;
}
