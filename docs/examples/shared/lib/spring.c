static double stiffness = 1;

void spring_set(double s)
{
    stiffness = s;
}

double spring(double length)
{
    return 0.5 * stiffness * length * length;
}
