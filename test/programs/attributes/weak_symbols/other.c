double viscosity(double t)
{
    return t * t;
}
double extra(double t)
{
    return t * t * t;
}
