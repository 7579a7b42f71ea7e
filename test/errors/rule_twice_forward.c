/* Two different forward rules: by variable and by attribute. */
struct pair {
    double v, d;
};
extern double __enzyme_fwddiff(void *, ...);

struct pair forward1(double x, double dx)
{
    return (struct pair){x * x, 2 * x * dx};
}
struct pair forward2(double x, double dx)
{
    return (struct pair){x * x, 3 * x * dx};
}
/* enzcc-error: rule-twice */
__attribute__((enzyme("derivative", forward1))) double square(double x)
{
    return x * x;
}
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)forward2};

int main(void)
{
    return __enzyme_fwddiff((void *)square, 3.0, 1.0) > 0;
}
