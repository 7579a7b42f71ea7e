/* Rule functions with too few and too many parameters, with the expected prototypes.
 * enzcc-text: expected struct { TAPE; double; double; } (pointer, pointer, int, int)
 * enzcc-text: expected void (pointer, pointer, int, int, double)
 */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

double sum(double *x, int n)
{
    return n ? x[0] : 0;
}
double sum_augmented(double *x, double *dx, int n) /* enzcc-error: rule-type */
{
    return sum(x, n);
}
/* enzcc-error: rule-type */
void sum_reverse(double *x, double *dx, int n, int dn, double seed, int more)
{
}
void *__enzyme_register_gradient_sum[] = {(void *)sum, (void *)sum_augmented, (void *)sum_reverse};

int main(void)
{
    double x[1] = {1}, dx[1] = {0};
    __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, 1);
    return 0;
}
