/* Registrations with the wrong things in them. enzcc-file-error: rule-initializer */
extern double __enzyme_autodiff(void *, ...);

double square(double x)
{
    return x * x;
}
double reverse(double x, double seed)
{
    return 2 * x * seed;
}
int number = 3;

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)reverse};
void *__enzyme_inactivefn_nothing = 0;
void *__enzyme_allocation_like_square[] = {(void *)square, (void *)0, (void *)reverse,
                                           (void *)"-1"};
void *__enzyme_register_derivative_square[] = {(void *)&number, (void *)reverse};
void *__enzyme_register_gradient_by[] = {(void *)square, (void *)square, (void *)reverse,
                                         (void *)"byref_x"};

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) > 0;
}
