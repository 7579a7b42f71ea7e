static double scale = 2;
static double helper(double x)
{
    return scale * x;
}
double exported_helper(double x)
{
    return 2 * scale * x * x;
}
__attribute__((weak)) double common(double x)
{
    return 11 * x;
}
double measure(double x)
{
    return helper(x) + exported_helper(x) + common(x);
}
