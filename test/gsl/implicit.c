/* GSL: root finders, of one equation and of several, whose derivative is that of the root, by the
 * implicit function theorem (<enzcc/implicit.h>): the iterations are not differentiated. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multiroots.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_vector.h>
#include <enzcc/implicit.h>
#include <math.h>

#include "oracle.h"

/* ---- Kepler's equation ---- */

struct orbit {
    double mean_anomaly, eccentricity;
};
static double kepler(double x, void *params)
{
    const struct orbit *orbit = params;
    return x - orbit->eccentricity * sin(x) - orbit->mean_anomaly;
}

static int iterations;

static void kepler_residual(const double *x, double *r, size_t n, const double *p, size_t np,
                            const void *nothing)
{
    struct orbit orbit = {p[0], p[1]};
    r[0] = kepler(x[0], &orbit);
}
void find_anomaly(double *x, size_t n, const double *p, size_t np, const void *nothing)
{
    struct orbit orbit = {p[0], p[1]};
    gsl_function f = {kepler, &orbit};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_root_fsolver_set(solver, &f, p[0] - 1, p[0] + 1);
    do {
        iterations++;
        gsl_root_fsolver_iterate(solver);
    } while (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                    gsl_root_fsolver_x_upper(solver), 0, 1e-15) == GSL_CONTINUE);
    x[0] = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
}
ENZ_IMPLICIT(find_anomaly, kepler_residual, enz_solve_dense, void);

static double anomaly(double mean_anomaly, double eccentricity)
{
    double x = mean_anomaly, p[] = {mean_anomaly, eccentricity};
    find_anomaly(&x, 1, p, 2, NULL);
    return x;
}

/* ---- two equations: the circle of radius r, and the line with slope s through 0 ---- */

static void meet(const double *x, double *r, size_t n, const double *p, size_t np,
                 const void *nothing)
{
    r[0] = x[0] * x[0] + x[1] * x[1] - p[0] * p[0];
    r[1] = x[1] - p[1] * x[0];
}
static int meet_of_gsl(const gsl_vector *x, void *params, gsl_vector *f)
{
    meet(gsl_vector_const_ptr(x, 0), gsl_vector_ptr(f, 0), 2, params, 2, NULL);
    return GSL_SUCCESS;
}
void find_meeting(double *x, size_t n, const double *p, size_t np, const void *nothing)
{
    gsl_multiroot_function f = {meet_of_gsl, n, (void *)p};
    gsl_vector_view start = gsl_vector_view_array(x, n);
    gsl_multiroot_fsolver *solver = gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_hybrids, n);
    gsl_multiroot_fsolver_set(solver, &f, &start.vector);
    do
        iterations++;
    while (gsl_multiroot_fsolver_iterate(solver) == GSL_SUCCESS &&
           gsl_multiroot_test_residual(solver->f, 1e-14) == GSL_CONTINUE);
    gsl_vector_memcpy(&start.vector, solver->x);
    gsl_multiroot_fsolver_free(solver);
}
ENZ_IMPLICIT(find_meeting, meet, enz_solve_dense, void);

static double meeting(double radius, double slope)
{
    double x[] = {1, 1}, p[] = {radius, slope};
    find_meeting(x, 2, p, 2, NULL);
    return x[0] + 3 * x[1];
}

static double meeting_by_hand(double radius, double slope)
{
    return radius / sqrt(1 + slope * slope) * (1 + 3 * slope);
}

int main(void)
{
    double m = 1.2, e = 0.4, x = anomaly(m, e);
    CHECK(x - e * sin(x), m);
    CHECK(__enzyme_fwddiff((void *)anomaly, m, 1.0, e, 0.0), 1 / (1 - e * cos(x)));
    CHECK(__enzyme_fwddiff((void *)anomaly, m, 0.0, e, 1.0), sin(x) / (1 - e * cos(x)));
    ORACLE_SCALAR2(anomaly, m, e);
    CHECK(meeting(2, 0.5), meeting_by_hand(2, 0.5));
    ORACLE_SCALAR2(meeting, 2.0, 0.5);
    iterations = 0;
    CHECK(__enzyme_fwddiff((void *)meeting, 2.0, 1.0, 0.5, 0.0), meeting_by_hand(1, 0.5));
    int once = iterations;
    meeting(2, 0.5);
    CHECK_THAT(iterations == 2 * once); /* the derivative has not iterated */
    return oracle_result();
}
