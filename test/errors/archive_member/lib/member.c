extern double mystery(double);

double from_archive(double x)
{
    return mystery(x) + 1; /* enzcc-error: no-definition */
}
