double ratio(double x, double y);
int logged;
int errors_logged(void);

int errors_logged(void)
{
    return logged;
}

double ratio(double x, double y)
{
    return x / y;
}
