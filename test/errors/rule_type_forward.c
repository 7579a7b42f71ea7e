/* A forward rule that returns the tangent only. enzcc-text: Bad function type of custom forward
 * pass */
extern double __enzyme_fwddiff(void *, ...);

double square(double x)
{
    return x * x;
}
double forward(double x, double dx) /* enzcc-error: rule-type */
{
    return 2 * x * dx;
}
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)forward};

int main(void)
{
    return __enzyme_fwddiff((void *)square, 3.0, 1.0) > 0;
}
