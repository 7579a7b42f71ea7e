double spring(double length)
{
    return 0.5 * length * length;
}
