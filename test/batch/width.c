/* Several directions of one derivative are calculated on vectors, in forward and in reverse mode.
 */
#include <math.h>

extern int enzyme_width, enzyme_const, enzyme_dup;
struct four {
    double at[4];
};
struct four __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_none(void *, ...);
void __enzyme_autodiff(void *, ...);

static double horner(double x, const double *c, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * x - c[i] / x;
    return s;
}

/* A step of a state of three numbers, repeated. */
static void walk(double *x, int n)
{
    for (int i = 0; i < n; i++) {
        double a = x[0], b = x[1], c = x[2];
        x[0] = a + 0.01 * (b - a) * c;
        x[1] = b + 0.01 * (a * (2 - c) - b);
        x[2] = c + 0.01 * (a * b - c * c);
    }
}

/* simd: forward_horner has vmulpd.*ymm vaddpd.*ymm lacks vdivpd.*ymm */
__attribute__((noinline)) struct four forward_horner(double x, const double *dx, const double *c,
                                                     int n)
{
    return __enzyme_fwddiff((void *)horner, enzyme_width, 4, x, dx[0], dx[1], dx[2], dx[3],
                            enzyme_const, c, n);
}

/* simd: forward_walk has vmulpd.*ymm */
__attribute__((noinline)) void forward_walk(double *x, double *const *dx, int n)
{
    __enzyme_fwddiff_none((void *)walk, enzyme_width, 4, enzyme_dup, x, dx[0], dx[1], dx[2], dx[3],
                          n);
}

/* simd: enz.grad.walk has vmulpd.*ymm vaddpd.*ymm */
__attribute__((noinline)) void reverse_walk(double *x, double *const *dx, int n)
{
    __enzyme_autodiff((void *)walk, enzyme_width, 4, enzyme_dup, x, dx[0], dx[1], dx[2], dx[3], n);
}

static volatile double one = 1;

static int differ(double a, double b)
{
    return !(fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b)));
}

int main(void)
{
    enum { STEPS = 50 };
    double u = one, c[3] = {u, 2 * u, -u}, dx[4] = {u, -2 * u, 0.5 * u, 3 * u};
    struct four all = forward_horner(1.5 * u, dx, c, 3);
    int wrong = 0;
    for (int i = 0; i < 4; i++)
        wrong |= differ(all.at[i] / dx[i], all.at[0] / dx[0]);

    /* w . (J v) = (J^T w) . v in all 16 pairs of directions */
    double v[4][3], w[4][3], x[3] = {0.3 * u, 0.2, 0.9}, again[3] = {0.3 * u, 0.2, 0.9};
    double forward[4][3], back[4][3];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            forward[i][k] = v[i][k] = sin(1 + i + 4 * k);
            back[i][k] = w[i][k] = cos(2 + 3 * i + k);
        }
    forward_walk(x, (double *[]){forward[0], forward[1], forward[2], forward[3]}, STEPS);
    reverse_walk(again, (double *[]){back[0], back[1], back[2], back[3]}, STEPS);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double left = 0, right = 0;
            for (int k = 0; k < 3; k++) {
                left += w[i][k] * forward[j][k];
                right += back[i][k] * v[j][k];
            }
            wrong |= !(fabs(left - right) <= 1e-12 * (1 + fabs(left)));
        }
    return wrong;
}
