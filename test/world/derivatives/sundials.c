/* SUNDIALS: what CVODE integrates, by the start and the parameters, and the root that KINSOL finds
 * by the parameters. Steps and iterations are differentiated; they follow the solution to their
 * tolerances, and so does the derivative. */
#include <cvode/cvode.h>
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "oracle.h"

/* y0' = -k y0, y1' = k y0 - l y1. */
static int decay(realtype t, N_Vector y, N_Vector derivative, void *data)
{
    const double *k = data, *x = N_VGetArrayPointer(y);
    double *d = N_VGetArrayPointer(derivative);
    (void)t;
    d[0] = -k[0] * x[0];
    d[1] = k[0] * x[0] - k[1] * x[1];
    return 0;
}

/* in: two rates and two values at the start; the second value at t = 1. */
static double integrated(const double *in, int method)
{
    SUNContext context;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(2, context);
    N_VGetArrayPointer(y)[0] = in[2];
    N_VGetArrayPointer(y)[1] = in[3];
    void *solver = CVodeCreate(method, context);
    CVodeInit(solver, decay, 0, y);
    CVodeSStolerances(solver, 1e-9, 1e-11);
    CVodeSetUserData(solver, (void *)in);
    CVodeSetMaxNumSteps(solver, 5000);
    SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
    SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
    SUNNonlinearSolver fixed = SUNNonlinSol_FixedPoint(y, 0, context);
    if (method == CV_BDF)
        CVodeSetLinearSolver(solver, linear, matrix);
    else
        CVodeSetNonlinearSolver(solver, fixed);
    realtype reached;
    CVodeSetStopTime(solver, 1);
    CVode(solver, 1, y, &reached, CV_NORMAL);
    double value = N_VGetArrayPointer(y)[1];
    CVodeFree(&solver);
    SUNLinSolFree(linear);
    SUNNonlinSolFree(fixed);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return value;
}
static double stiff(const double *in, int n)
{
    (void)n;
    return integrated(in, CV_BDF);
}
static double adams(const double *in, int n)
{
    (void)n;
    return integrated(in, CV_ADAMS);
}

/* The root of u^2 v = p0, u + v^2 = p1. */
static int pair(N_Vector at, N_Vector residual, void *data)
{
    const double *p = data, *x = N_VGetArrayPointer(at);
    double *f = N_VGetArrayPointer(residual);
    f[0] = x[0] * x[0] * x[1] - p[0];
    f[1] = x[0] + x[1] * x[1] - p[1];
    return 0;
}
static double root(const double *p, int n)
{
    SUNContext context;
    SUNContext_Create(NULL, &context);
    N_Vector x = N_VNew_Serial(n, context), scale = N_VNew_Serial(n, context);
    N_VGetArrayPointer(x)[0] = 1.1;
    N_VGetArrayPointer(x)[1] = 1.9;
    N_VConst(1, scale);
    void *solver = KINCreate(context);
    KINInit(solver, pair, x);
    KINSetUserData(solver, (void *)p);
    KINSetFuncNormTol(solver, 1e-13);
    KINSetMaxSetupCalls(solver, 1);
    SUNMatrix matrix = SUNDenseMatrix(n, n, context);
    SUNLinearSolver linear = SUNLinSol_Dense(x, matrix, context);
    KINSetLinearSolver(solver, linear, matrix);
    KINSol(solver, x, KIN_LINESEARCH, scale, scale);
    double value = N_VGetArrayPointer(x)[0] + 3 * N_VGetArrayPointer(x)[1];
    KINFree(&solver);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
    N_VDestroy(scale);
    SUNContext_Free(&context);
    return value;
}

/* Reverse and forward mode against want, each up to the tolerance. */
#define AGREE(f, at, n, want, tolerance)                                                           \
    do {                                                                                           \
        double reverse[n] = {0};                                                                   \
        GRADIENT(f, at, reverse, n);                                                               \
        for (int i = 0; i < (n); i++) {                                                            \
            double seed[n] = {0};                                                                  \
            seed[i] = 1;                                                                           \
            CHECK_TOL(reverse[i], (want)[i], tolerance);                                           \
            CHECK_TOL(ORACLE_TANGENT_CALL(f, at, seed, n), (want)[i], tolerance);                  \
        }                                                                                          \
    } while (0)

int main(void)
{
    double k = 0.7, l = 1.9, a = 1.3, b = 0.4, in[4] = {k, l, a, b};
    /* y1 = b e^-l + a k / (l - k) (e^-k - e^-l) at t = 1. */
    double d = exp(-k) - exp(-l), r = l - k;
    double want[4] = {a * l / (r * r) * d - a * k / r * exp(-k),
                      -b * exp(-l) - a * k / (r * r) * d + a * k / r * exp(-l), k / r * d,
                      exp(-l)};
    AGREE(stiff, in, 4, want, 1e-5);
    AGREE(adams, in, 4, want, 1e-5);
    double p[2] = {2, 5}, slopes[2] = {(4. - 3.) / 15, (-1. + 12.) / 15};
    AGREE(root, p, 2, slopes, 1e-5);
    return oracle_result();
}
