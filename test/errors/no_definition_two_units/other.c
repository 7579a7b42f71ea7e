extern double riddle(double, int);

double other(double x)
{
    for (int i = 0; i < 3; i++)
        x = riddle(x, i); /* enzcc-error: no-definition */
    return x;
}
