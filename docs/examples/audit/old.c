/* Compiled by another compiler. */
double smooth(double x)
{
    return x * x * (3 - 2 * x);
}
void note(const char *what)
{
    (void)what;
}
