double square(double x);
double model(double x);

__attribute__((always_inline)) inline double square(double x)
{
    return x * x;
}
extern inline double square(double x);

double model(double x)
{
    return square(x) + 1;
}
