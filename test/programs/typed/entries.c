/* <enzcc/typed.h>: split mode and forward sweeps, estimates of errors, batches and truncated
 * functions. */
#include "oracle.h"
#include <enzcc/typed.h>
#include <math.h>

static double power(double x, double y)
{
    return x * x * sin(y);
}
static void in_memory(double *x, const double *w, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= x[i] * w[i];
}
static int counted(double *x, double factor)
{
    x[0] *= x[0] * factor;
    return 7;
}
static float single(float x)
{
    return x * x * x;
}
static double weighted(double x, const double *w, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * x + w[i];
    return sum;
}
static double third(double x)
{
    return x / 3;
}

ENZ_SPLIT(power_first, power_second, power, ENZ_ACTIVE(double), ENZ_ACTIVE(double),
          ENZ_ACTIVE(double));
ENZ_SPLIT(memory_first, memory_second, in_memory, ENZ_VOID, ENZ_DUP(double *),
          ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_SPLIT(counted_first, counted_second, counted, ENZ_CONST(int), ENZ_DUP(double *),
          ENZ_ACTIVE(double));
ENZ_SPLIT(single_first, single_second, single, ENZ_ACTIVE(float), ENZ_ACTIVE(float));
ENZ_ERRORS(third_error, third, ENZ_DUP(double), ENZ_DUP(double));
ENZ_BATCH(weighted_lanes, 3, weighted, double, ENZ_EACH_LANE(double), ENZ_STRIDED(const double *),
          ENZ_ALL_LANES(int));
ENZ_BATCH(single_lanes, 2, single, float, ENZ_EACH_LANE(float));
ENZ_TRUNCATED(third_as_float, third, 64, 32);
ENZ_TRUNCATED(third_rounded, third, 64, 8, 23);
ENZ_TRUNCATED_MEMORY(third_in_memory, third, 64, 32);
ENZ_SWEEP_FIRST(power_along, power_first, power, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(double));
ENZ_SWEEP(power_last, power_first, power, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(double));
ENZ_SWEEP(memory_along, memory_first, in_memory, ENZ_VOID, ENZ_DUP(double *),
          ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_SWEEP(counted_along, counted_first, counted, ENZ_CONST(int), ENZ_DUP(double *),
          ENZ_DUP(double));
ENZ_SWEEP(single_along, single_first, single, ENZ_DUP(float), ENZ_DUP(float));

int main(void)
{
    void *tape;
    double dx = 0, dy = 0;
    CHECK(power_first(1.5, 0.5, &tape), power(1.5, 0.5));
    power_second(1.5, &dx, 0.5, &dy, 2, tape);
    CHECK(dx, 2 * 2 * 1.5 * sin(0.5));
    CHECK(dy, 2 * 1.5 * 1.5 * cos(0.5));
    power_first(1.5, 0.5, &tape);
    power_second(1.5, &dx, 0.5, NULL, 1, tape);
    CHECK(dx, 2 * 1.5 * sin(0.5));

    double x[2] = {2, 3}, d[2] = {1, 10};
    const double w[2] = {0.5, 4};
    double dw[2] = {0, 0};
    memory_first(x, d, w, dw, 2, &tape);
    CHECK_ARRAY(x, ORACLE_LIST(2, 36), 2);
    memory_second(x, d, w, dw, 2, tape);
    CHECK_ARRAY(d, ORACLE_LIST(2, 10 * 24), 2);
    CHECK_ARRAY(dw, ORACLE_LIST(4, 90), 2);

    x[0] = 3, d[0] = 1;
    CHECK_THAT(counted_first(x, d, 5, &tape) == 7);
    counted_second(x, d, 5, &dy, tape);
    CHECK(d[0], 30);
    CHECK(dy, 9);

    float df;
    CHECK_FLOAT(single_first(2, &tape), 8);
    single_second(2, &df, 0.5F, tape);
    CHECK_FLOAT(df, 6);

    double t;
    power_first(1.5, 0.5, &tape);
    power_along(1.5, 1, 0.5, 0, &t, tape);
    CHECK(t, 2 * 1.5 * sin(0.5));
    power_last(1.5, 0, 0.5, 10, &t, tape);
    CHECK(t, 10 * 1.5 * 1.5 * cos(0.5));
    x[0] = 2, x[1] = 3, d[0] = 0, d[1] = 1, dw[0] = 1, dw[1] = 0;
    memory_first(x, d, w, dw, 2, &tape);
    memory_along(x, d, w, dw, 2, tape);
    CHECK_ARRAY(d, ORACLE_LIST(4, 24), 2);
    x[0] = 3, d[0] = 1;
    counted_first(x, d, 5, &tape);
    counted_along(x, d, 5, 1, tape);
    CHECK(d[0], 39);
    float ft;
    single_first(2, &tape);
    single_along(2, 0.5F, &ft, tape);
    CHECK_FLOAT(ft, 6);

    double error;
    CHECK(third_error(1, 3e-4, &error), 1 / 3.);
    CHECK_THAT(error >= 1e-4 && error < 1.001e-4);

    const double points[3] = {0.5, 1.5, 2.5}, rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    double values[3];
    weighted_lanes(values, points, rows[0], sizeof rows[0], 2);
    CHECK_ARRAY(values, ORACLE_LIST(2.5, 8.5, 18.5), 3);
    float cubes[2];
    single_lanes(cubes, (const float[]){2, 3});
    CHECK_FLOAT(cubes[1], 27);

    CHECK(third_as_float()(1), (double)(1 / 3.F));
    CHECK(third_rounded()(1), (double)(1 / 3.F));
    CHECK(third_in_memory()(1), (double)(1 / 3.F));
    return oracle_result();
}
