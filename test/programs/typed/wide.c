/* <enzcc/typed.h>: several directions at once, and tapes in memory of the program's own. */
#include "oracle.h"
#include <enzcc/typed.h>
#include <math.h>
#include <stdalign.h>

enum { N = 3, WIDTH = 4 };

static double power(double x, double y)
{
    return x * x * sin(y);
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
static void squares(const double *x, double *y, int n, double factor)
{
    for (int i = 0; i < n; i++)
        y[i] = factor * x[i] * x[(i + 1) % n];
}
static int counted(double *x, double factor)
{
    x[0] *= x[0] * factor;
    return 7;
}
struct pair {
    double a, b;
};
static struct pair turned(struct pair p, double s)
{
    return (struct pair){p.a * p.b, s * p.a};
}

/* ---- forward ---- */

ENZ_FORWARD_WIDE(power_tangents, WIDTH, power, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(double));
ENZ_FORWARD_WIDE(single_tangents, 2, single, ENZ_DUP(float), ENZ_DUP(float));
ENZ_FORWARD_WIDE(weighted_tangents, 2, weighted, ENZ_DUP(double), ENZ_DUP(double),
                 ENZ_STRIDED(const double *), ENZ_CONST(int));
ENZ_FORWARD_WIDE(squares_tangents, N, squares, ENZ_VOID, ENZ_STRIDED(const double *),
                 ENZ_STRIDED_NONEED(double *), ENZ_CONST(int), ENZ_CONST(double));
ENZ_FORWARD_WIDE(counted_tangents, 2, counted, ENZ_CONST(int), ENZ_STRIDED(double *),
                 ENZ_DUP(double));
ENZ_FORWARD_WIDE(turned_tangents, 3, turned, ENZ_DUP(struct pair), ENZ_DUP(struct pair),
                 ENZ_DUP(double));

static void forward(void)
{
    const double dx[WIDTH] = {1, 0, 2, -1}, dy[WIDTH] = {0, 1, 3, 0.5};
    double t[WIDTH], x = 1.5, y = 0.5;
    CHECK(power_tangents(x, dx, y, dy, t), power(x, y));
    for (int v = 0; v < WIDTH; v++)
        CHECK(t[v], dx[v] * 2 * x * sin(y) + dy[v] * x * x * cos(y));

    float ft[2];
    CHECK_FLOAT(single_tangents(2, (const float[]){1, 0.5F}, ft), 8);
    CHECK_FLOAT(ft[0], 12);
    CHECK_FLOAT(ft[1], 6);

    const double w[N] = {1, 2, 3};
    double dw[2][4] = {{0, 1, 0}, {1, 0, 1}};
    CHECK(weighted_tangents(2, (const double[]){1, 0}, w, dw[0], sizeof dw[0], N, t), 11);
    CHECK_ARRAY(t, ORACLE_LIST(6 + 2, 4 + 1), 2);

    double in[N] = {2, 3, 5}, unit[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, out[N], d[N][N];
    squares_tangents(in, unit[0], sizeof unit[0], out, d[0], sizeof d[0], N, 10);
    for (int v = 0; v < N; v++)
        for (int i = 0; i < N; i++) {
            int next = (i + 1) % N;
            CHECK(d[v][i], 10 * ((i == v) * in[next] + (next == v) * in[i]));
        }

    double one[2] = {1, 0}, at = 3;
    CHECK_THAT(counted_tangents(&at, one, sizeof *one, 5, (const double[]){0, 1}) == 7);
    CHECK(at, 45);
    CHECK_ARRAY(one, ORACLE_LIST(30, 9), 2);

    const struct pair p = {2, 3}, dp[3] = {{1, 0}, {0, 1}, {0, 0}};
    struct pair dr[3], r = turned_tangents(p, dp, 7, (const double[]){0, 0, 1}, dr);
    CHECK(r.a, 6);
    CHECK(r.b, 14);
    const struct pair wanted[3] = {{3, 7}, {2, 0}, {0, 2}};
    for (int v = 0; v < 3; v++) {
        CHECK(dr[v].a, wanted[v].a);
        CHECK(dr[v].b, wanted[v].b);
    }
}

/* ---- reverse ---- */

ENZ_REVERSE_WIDE(power_gradients, WIDTH, power, ENZ_ACTIVE(double), ENZ_ACTIVE(double),
                 ENZ_ACTIVE(double));
ENZ_REVERSE_WIDE(single_gradients, 2, single, ENZ_ACTIVE(float), ENZ_ACTIVE(float));
ENZ_REVERSE_WIDE(weighted_gradients, 2, weighted, ENZ_ACTIVE(double), ENZ_ACTIVE(double),
                 ENZ_STRIDED(const double *), ENZ_CONST(int));
ENZ_REVERSE_WIDE(squares_gradients, N, squares, ENZ_VOID, ENZ_STRIDED(const double *),
                 ENZ_STRIDED_NONEED(double *), ENZ_CONST(int), ENZ_ACTIVE(double));
ENZ_REVERSE_WIDE(counted_gradients, 2, counted, ENZ_CONST(int), ENZ_STRIDED(double *),
                 ENZ_ACTIVE(double));
ENZ_REVERSE_WIDE(turned_gradients, 2, turned, ENZ_ACTIVE(struct pair), ENZ_ACTIVE(struct pair),
                 ENZ_ACTIVE(double));

static void reverse(void)
{
    const double seeds[WIDTH] = {1, 2, 0, -3};
    double dx[WIDTH], dy[WIDTH], x = 1.5, y = 0.5;
    CHECK(power_gradients(x, dx, y, dy, seeds), power(x, y));
    for (int v = 0; v < WIDTH; v++) {
        CHECK(dx[v], seeds[v] * 2 * x * sin(y));
        CHECK(dy[v], seeds[v] * x * x * cos(y));
    }
    CHECK(power_gradients(x, NULL, y, dy, seeds), power(x, y));
    CHECK(seeds[3], -3);

    float df[2];
    CHECK_FLOAT(single_gradients(2, df, (const float[]){1, 0.5F}), 8);
    CHECK_FLOAT(df[0], 12);
    CHECK_FLOAT(df[1], 6);

    const double w[N] = {1, 2, 3};
    double dw[2][4] = {{0, 100, 0}};
    CHECK(weighted_gradients(2, dx, w, dw[0], sizeof dw[0], N, (const double[]){1, 10}), 11);
    CHECK_ARRAY(dx, ORACLE_LIST(6, 60), 2);
    CHECK_ARRAY(dw[0], ORACLE_LIST(4, 102, 1), N);
    CHECK_ARRAY(dw[1], ORACLE_LIST(40, 20, 10), N);

    double in[N] = {2, 3, 5}, seed[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, out[N],
           d[N][N] = {{0}};
    squares_gradients(in, d[0], sizeof d[0], out, seed[0], sizeof seed[0], N, 10, dx);
    for (int v = 0; v < N; v++) {
        int next = (v + 1) % N;
        for (int i = 0; i < N; i++)
            CHECK(d[v][i], 10 * ((i == v) * in[next] + (i == next) * in[v]));
        CHECK(dx[v], in[v] * in[next]);
    }

    double one[2] = {1, 10}, at = 3;
    CHECK_THAT(counted_gradients(&at, one, sizeof *one, 5, dx) == 7);
    CHECK_ARRAY(one, ORACLE_LIST(30, 300), 2);
    CHECK_ARRAY(dx, ORACLE_LIST(9, 90), 2);

    const struct pair p = {2, 3}, dr[2] = {{1, 0}, {10, 1}};
    struct pair dp[2], r = turned_gradients(p, dp, 7, dx, dr);
    CHECK(r.b, 14);
    CHECK(dp[0].a, 3);
    CHECK(dp[0].b, 2);
    CHECK(dp[1].a, 37);
    CHECK(dp[1].b, 20);
    CHECK_ARRAY(dx, ORACLE_LIST(0, 2), 2);
}

/* ---- tapes ---- */

ENZ_SPLIT_IN(power_first, power_second, power_tape, power, ENZ_ACTIVE(double), ENZ_ACTIVE(double),
             ENZ_ACTIVE(double));
ENZ_SPLIT_IN(weighted_first, weighted_second, weighted_tape, weighted, ENZ_ACTIVE(double),
             ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_SPLIT_IN(counted_first, counted_second, counted_tape, counted, ENZ_CONST(int),
             ENZ_DUP(double *), ENZ_ACTIVE(double));
ENZ_SPLIT_IN(squares_first, squares_second, squares_tape, squares, ENZ_VOID,
             ENZ_DUP(const double *), ENZ_DUP(double *), ENZ_CONST(int), ENZ_CONST(double));

static void tapes(void)
{
    alignas(16) char tape[256], other[256];
    double dx, dy;
    CHECK_THAT(power_tape() <= sizeof tape && weighted_tape() <= sizeof tape);
    CHECK_THAT(counted_tape() >= sizeof(double) && counted_tape() <= sizeof tape);
    CHECK(power_first(1.5, 0.5, tape), power(1.5, 0.5));
    CHECK(power_first(0.5, 1.5, other), power(0.5, 1.5));
    power_second(1.5, &dx, 0.5, &dy, 2, tape);
    CHECK(dx, 2 * 2 * 1.5 * sin(0.5));
    CHECK(dy, 2 * 1.5 * 1.5 * cos(0.5));
    power_second(0.5, &dx, 1.5, NULL, 1, other);
    CHECK(dx, sin(1.5));

    double w[N] = {1, 2, 3}, dw[N] = {0};
    CHECK(weighted_first(2, w, dw, N, tape), 11);
    w[0] = w[1] = 100; /* what the second half needs is on the tape */
    weighted_second(2, &dx, w, dw, N, 10, tape);
    CHECK(dx, 60);
    CHECK_ARRAY(dw, ORACLE_LIST(40, 20, 10), N);

    double x = 3, d = 1;
    CHECK_THAT(counted_first(&x, &d, 5, tape) == 7);
    CHECK(x, 45);
    counted_second(&x, &d, 5, &dy, tape);
    CHECK(d, 30);
    CHECK(dy, 9);

    double in[N] = {2, 3, 5}, din[N] = {0}, out[N], dout[N] = {1, 0, 0};
    CHECK_THAT(squares_tape() <= sizeof tape);
    squares_first(in, din, out, dout, N, 10, tape);
    in[0] = in[1] = 100;
    squares_second(in, din, out, dout, N, 10, tape);
    CHECK_ARRAY(din, ORACLE_LIST(30, 20, 0), N);
}

int main(void)
{
    forward();
    reverse();
    tapes();
    return oracle_result();
}
