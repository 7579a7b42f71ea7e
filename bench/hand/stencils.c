/*
 * Adjoints of stencils and time stepping, written by hand.
 *
 * Adjoints of a step are gathered, from arrays in which the boundary is zero. Linear steps keep
 * nothing; the heat equation with a varying conductivity keeps as many states as fit into a cache,
 * and runs again from them; shallow water and the lattice Boltzmann method keep all, the wave
 * equation runs backwards.
 */
#include "kernels.h"

#include "../primal/stencils.h"
#include "vector.h"

static void swap(double **a, double **b)
{
    double *c = *a;

    *a = *b;
    *b = c;
}

static void heat_1d_step(int n, const double *restrict k, const double *restrict now,
                         double *restrict next)
{
    next[0] = now[0];
    next[n - 1] = now[n - 1];
    for (int i = 1; i < n - 1; i++)
        next[i] = now[i] + k[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
}

static void heat_1d_back(int n, const double *restrict k, double *restrict dk,
                         const double *restrict now, double *restrict du, double *restrict g)
{
    for (int i = 1; i < n - 1; i++) {
        g[i] = k[i] * du[i];
        dk[i] += du[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
    }
    du[0] += g[1];
    du[n - 1] += g[n - 2];
    for (int i = 1; i < n - 1; i++)
        du[i] += g[i - 1] - 2.0 * g[i] + g[i + 1];
}

void heat_1d_adjoint(int n, int m, const double *restrict k, double *restrict dk,
                     double *restrict u, double *restrict du, double *restrict v,
                     double *restrict dv)
{
    int length = 1;

    while (length * length < m)
        length++;
    double *starts = new_numbers((size_t)(length + 1) * (size_t)n);
    double *states = new_numbers((size_t)(length + 1) * (size_t)n);

    for (int t = 0; t < m; t++) {
        if (t % length == 0)
            memcpy(starts + t / length * n, u, (size_t)n * sizeof *u);
        heat_1d_step(n, k, u, v);
        memcpy(u, v, (size_t)n * sizeof *u);
    }
    dv[0] = dv[n - 1] = 0.0;
    for (int first = (m - 1) / length * length; first >= 0; first -= length) {
        int steps = m - first < length ? m - first : length;
        memcpy(states, starts + first / length * n, (size_t)n * sizeof *states);
        for (int t = 0; t + 1 < steps; t++)
            heat_1d_step(n, k, states + t * n, states + (t + 1) * n);
        for (int t = steps - 1; t >= 0; t--)
            heat_1d_back(n, k, dk, states + t * n, du, dv);
    }
    free(starts);
    free(states);
}

/* Copies the inner points of a square; the boundary becomes zero. */
static void inner(int n, const double *restrict from, double *restrict to)
{
    memset(to, 0, (size_t)(n * n) * sizeof *to);
    for (int i = 1; i < n - 1; i++)
        memcpy(&to[i * n + 1], &from[i * n + 1], (size_t)(n - 2) * sizeof *to);
}

/* The boundary of d gets `by` times the inner neighbours in g. */
static void add_to_boundary(int n, double by, const double *restrict g, double *restrict d)
{
    int end = (n - 1) * n;

    for (int i = 1; i < n - 1; i++) {
        d[i] += by * g[n + i];
        d[end + i] += by * g[end - n + i];
        d[i * n] += by * g[i * n + 1];
        d[i * n + n - 1] += by * g[i * n + n - 2];
    }
}

void heat_2d_adjoint(int n, int m, double *restrict u, double *restrict du, double *restrict v,
                     double *restrict dv)
{
    double *g = new_numbers((size_t)(n * n)), *next = dv;

    heat_2d_restrict(n, m, u, v);
    memset(next, 0, (size_t)(n * n) * sizeof *next);
    inner(n, du, g);
    double *mine = g;
    for (int t = 0; t < m; t++) {
        const double *restrict a = g;
        double *restrict b = next;
        add_to_boundary(n, 0.1, a, du);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int x = i * n + j;
                b[x] = 0.6 * a[x] + 0.1 * (a[x - 1] + a[x + 1] + a[x - n] + a[x + n]);
            }
        swap(&g, &next);
    }
    for (int i = 1; i < n - 1; i++)
        memcpy(&du[i * n + 1], &g[i * n + 1], (size_t)(n - 2) * sizeof *du);
    free(mine);
}

/* The matrix of a step is symmetric. */
static void torus_step(int n, const double *restrict from, double *restrict to)
{
    for (int i = 0; i < n; i++) {
        const double *restrict a = from + i * n, *restrict up = from + (i ? i - 1 : n - 1) * n,
                               *restrict down = from + (i + 1 < n ? i + 1 : 0) * n;
        double *restrict b = to + i * n;
        for (int j = 1; j < n - 1; j++)
            b[j] = 0.6 * a[j] + 0.1 * (a[j - 1] + a[j + 1] + up[j] + down[j]);
        b[0] = 0.6 * a[0] + 0.1 * (a[n - 1] + a[1] + up[0] + down[0]);
        b[n - 1] = 0.6 * a[n - 1] + 0.1 * (a[n - 2] + a[0] + up[n - 1] + down[n - 1]);
    }
}

void torus_adjoint(int n, int m, double *restrict u, double *restrict du, double *restrict v,
                   double *restrict dv)
{
    double *g = du, *next = dv;

    torus_restrict(n, m, u, v);
    for (int t = 0; t < m; t++) {
        torus_step(n, g, next);
        swap(&g, &next);
    }
    if (g != du)
        memcpy(du, g, (size_t)(n * n) * sizeof *du);
}

void heat_vector_adjoint(int n, int m, double *restrict u, double *restrict du)
{
    double *v = new_numbers((size_t)(n * n)), *dv = new_numbers((size_t)(n * n));

    heat_2d_adjoint(n, m, u, du, v, dv);
    free(v);
    free(dv);
}

/* The same in three dimensions. */
static void add_to_faces(int n, double by, const double *restrict g, double *restrict d)
{
    int row = n, plane = n * n, end = n - 1;

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int x = i * row + j, y = i * plane + j, z = i * plane + j * row;
            d[x] += by * g[x + plane];
            d[x + end * plane] += by * g[x + (end - 1) * plane];
            d[y] += by * g[y + row];
            d[y + end * row] += by * g[y + (end - 1) * row];
            d[z] += by * g[z + 1];
            d[z + end] += by * g[z + end - 1];
        }
}

void heat_3d_adjoint(int n, int m, double *restrict u, double *restrict du, double *restrict v,
                     double *restrict dv)
{
    int row = n, plane = n * n;
    size_t bytes = (size_t)(n * plane) * sizeof(double), inside = (size_t)(n - 2) * sizeof(double);
    double *g = calloc(1, bytes), *mine = g, *next = dv;

    heat_3d_restrict(n, m, u, v);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            memcpy(&g[i * plane + j * row + 1], &du[i * plane + j * row + 1], inside);
    memset(next, 0, bytes);
    for (int t = 0; t < m; t++) {
        const double *restrict a = g;
        double *restrict b = next;
        add_to_faces(n, 0.1, a, du);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++) {
                    int x = i * plane + j * row + k;
                    b[x] = 0.4 * a[x] + 0.1 * (a[x - 1] + a[x + 1] + a[x - row] + a[x + row] +
                                               a[x - plane] + a[x + plane]);
                }
        swap(&g, &next);
    }
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            memcpy(&du[i * plane + j * row + 1], &g[i * plane + j * row + 1], inside);
    free(mine);
}

void wave_2d_adjoint(int n, int m, const double *restrict c, double *restrict dc,
                     double *restrict u, double *restrict du, double *restrict v,
                     double *restrict dv)
{
    wave_2d_restrict(n, m, c, u, v);
    double *first = saved((size_t)(n * n), u), *second = saved((size_t)(n * n), v);
    double *g = calloc((size_t)(n * n), sizeof *g);
    double *last = m % 2 ? second : first, *now = m % 2 ? first : second;
    double *d_last = m % 2 ? dv : du, *d_now = m % 2 ? du : dv;

    for (int t = 0; t < m; t++) {
        swap(&last, &now);
        swap(&d_last, &d_now);
        const double *restrict a = now;
        double *restrict b = last, *restrict da = d_now, *restrict db = d_last;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int x = i * n + j;
                double second_difference = a[x - 1] + a[x + 1] + a[x - n] + a[x + n] - 4.0 * a[x];
                b[x] = 2.0 * a[x] - b[x] + c[x] * second_difference;
                dc[x] += db[x] * second_difference;
                g[x] = c[x] * db[x];
            }
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int x = i * n + j;
                da[x] += 2.0 * db[x] + g[x - 1] + g[x + 1] + g[x - n] + g[x + n] - 4.0 * g[x];
                db[x] = -db[x];
            }
        add_to_boundary(n, 1.0, g, da);
    }
    free(first);
    free(second);
    free(g);
}

void fdtd_2d_adjoint(int n, int m, const double *restrict source, double *restrict d_source,
                     double *restrict ex, double *restrict dx, double *restrict ey,
                     double *restrict dy, double *restrict hz, double *restrict dz)
{
    fdtd_2d_restrict(n, m, source, ex, ey, hz);
    for (int t = m - 1; t >= 0; t--) {
        for (int i = 0; i < n - 1; i++) {
            for (int j = 0; j < n - 1; j++)
                dx[i * n + j + 1] -= 0.7 * dz[i * n + j];
            for (int j = 0; j < n - 1; j++) {
                double d = 0.7 * dz[i * n + j];
                dx[i * n + j] += d;
                dy[i * n + j] += d;
                dy[(i + 1) * n + j] -= d;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 1; j < n; j++)
                dz[i * n + j] -= 0.5 * dx[i * n + j];
            for (int j = 1; j < n; j++)
                dz[i * n + j - 1] += 0.5 * dx[i * n + j];
        }
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++) {
                dz[i * n + j] -= 0.5 * dy[i * n + j];
                dz[(i - 1) * n + j] += 0.5 * dy[i * n + j];
            }
        for (int j = 0; j < n; j++) {
            d_source[t] += dy[j];
            dy[j] = 0.0;
        }
    }
}

/* The implicit operator is symmetric, so its transposed is solved the same way. */
static void half_step_adjoint(int n, const double *restrict upper, const double *restrict pivot,
                              double *restrict du, double *restrict dv, double *restrict s)
{
    for (int i = 1; i < n - 1; i++) {
        s[0] = s[n - 1] = 0.0;
        for (int j = 1; j < n - 1; j++)
            s[j] = (dv[i * n + j] + 0.25 * s[j - 1]) / pivot[j];
        for (int j = n - 2; j > 0; j--) {
            double *x = &du[j * n + i];
            s[j] += upper[j] * s[j + 1];
            x[0] += 0.5 * s[j];
            x[-1] += 0.25 * s[j];
            x[1] += 0.25 * s[j];
        }
        memset(&dv[i * n + 1], 0, (size_t)(n - 2) * sizeof *dv);
    }
}

void adi_adjoint(int n, int m, const double *restrict upper, const double *restrict pivot,
                 double *restrict u, double *restrict du, double *restrict v, double *restrict dv,
                 double *restrict q, double *restrict dq)
{
    adi_restrict(n, m, upper, pivot, u, v, q);
    for (int t = 0; t < m; t++) {
        half_step_adjoint(n, upper, pivot, dv, du, dq);
        half_step_adjoint(n, upper, pivot, du, dv, dq);
    }
    for (int i = 0; i < n; i++)
        du[i] = du[(n - 1) * n + i] = du[i * n] = du[i * n + n - 1] = 0.0;
}

void gauss_seidel_adjoint(int n, int m, double *restrict u, double *restrict du)
{
    gauss_seidel_restrict(n, m, u);
    for (int t = 0; t < m; t++)
        for (int i = n - 2; i > 0; i--) {
            double *x = &du[i * n];
            for (int j = n - 2; j > 0; j--) {
                double d = x[j] / 9.0;
                x[j] = d;
                x[j - 1] += d;
                x[j + 1] += d;
                x[j - n - 1] += d;
                x[j - n] += d;
                x[j - n + 1] += d;
                x[j + n - 1] += d;
                x[j + n] += d;
                x[j + n + 1] += d;
            }
        }
}

/* Adjoints of the three fields, of the inner points; w, e, a and b are the neighbours of x in an
 * array with a ring more around it. */
static void water_cell(const double *restrict s, int x, int count, const double *restrict g, int y,
                       int pitch, int padded, double *restrict d)
{
    const double ratio = 0.05, gravity = 9.81;
    const double *gh = g, *gp = g + padded, *gq = g + 2 * padded;
    double h = s[x], p = s[count + x], q = s[2 * count + x], u = p / h, v = q / h;
    double xh = ratio * (gh[y + 1] - gh[y - 1]), yh = ratio * (gh[y + pitch] - gh[y - pitch]);
    double xp = ratio * (gp[y + 1] - gp[y - 1]), yp = ratio * (gp[y + pitch] - gp[y - pitch]);
    double xq = ratio * (gq[y + 1] - gq[y - 1]), yq = ratio * (gq[y + pitch] - gq[y - pitch]);

    d[0] = 0.25 * (gh[y - 1] + gh[y + 1] + gh[y - pitch] + gh[y + pitch]) +
           xp * (gravity * h - u * u) + yq * (gravity * h - v * v) - (yp + xq) * u * v;
    d[1] = 0.25 * (gp[y - 1] + gp[y + 1] + gp[y - pitch] + gp[y + pitch]) + xh + 2.0 * xp * u +
           (yp + xq) * v;
    d[2] = 0.25 * (gq[y - 1] + gq[y + 1] + gq[y - pitch] + gq[y + pitch]) + yh + 2.0 * yq * v +
           (yp + xq) * u;
}

void shallow_water_adjoint(int n, int m, double *restrict u, double *restrict du,
                           double *restrict v, double *restrict dv)
{
    int count = n * n, pitch = n + 2, padded = pitch * pitch;
    size_t bytes = 3 * (size_t)count * sizeof(double);
    double *states = malloc((size_t)(m + 1) * bytes), *g = calloc(3 * (size_t)padded, sizeof *g);

    (void)v, (void)dv;
    memcpy(states, u, bytes);
    for (int t = 0; t < m; t++) {
        double *next = states + 3 * (t + 1) * count;
        memcpy(next, u, bytes);
        water_step(n, states + 3 * t * count, next);
    }
    memcpy(u, states + 3 * m * count, bytes);
    for (int t = m - 1; t >= 0; t--) {
        for (int f = 0; f < 3; f++)
            for (int i = 1; i < n - 1; i++)
                memcpy(&g[f * padded + (i + 1) * pitch + 2], &du[f * count + i * n + 1],
                       (size_t)(n - 2) * sizeof *g);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int edge = i == 0 || j == 0 || i == n - 1 || j == n - 1;
                double d[3];
                water_cell(states + 3 * t * count, i * n + j, count, g, (i + 1) * pitch + j + 1,
                           pitch, padded, d);
                for (int f = 0; f < 3; f++)
                    du[f * count + i * n + j] = d[f] + (edge ? du[f * count + i * n + j] : 0.0);
            }
    }
    free(states);
    free(g);
}

/* In a row of n places: d becomes the adjoint of the nine densities f before the collision; those
 * of omega are added to d_omega. */
static void collide_adjoint(int n, double omega, const double *restrict f, double *restrict d,
                            double *restrict d_omega)
{
    for (int j = 0; j < n; j++) {
        double density = 0.0, x = 0.0, y = 0.0, d_density = 0.0, dx = 0.0, dy = 0.0;
        for (int k = 0; k < 9; k++) {
            density += f[k * n + j];
            x += lattice_x[k] * f[k * n + j];
            y += lattice_y[k] * f[k * n + j];
        }
        x /= density;
        y /= density;
#pragma GCC unroll 9 /* so that the loop over places is vectorised */
        for (int k = 0; k < 9; k++) {
            double along = lattice_x[k] * x + lattice_y[k] * y, weight = lattice_weight[k];
            double shape =
                weight * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * (x * x + y * y));
            double e = omega * d[k * n + j], slope = e * weight * density * (3.0 + 9.0 * along);
            double flat = 3.0 * e * weight * density;
            d_omega[j] += d[k * n + j] * (density * shape - f[k * n + j]);
            d_density += e * shape;
            dx += slope * lattice_x[k] - flat * x;
            dy += slope * lattice_y[k] - flat * y;
        }
        d_density -= (dx * x + dy * y) / density;
        dx /= density;
        dy /= density;
        for (int k = 0; k < 9; k++)
            d[k * n + j] +=
                d_density + lattice_x[k] * dx + lattice_y[k] * dy - omega * d[k * n + j];
    }
}

/* to[j + by] = from[j] on a ring, by is -1, 0 or 1 */
static void rotate(int n, int by, const double *restrict from, double *restrict to)
{
    int first = by > 0, end = by < 0;

    memcpy(to + first, from + end, (size_t)(n - first - end) * sizeof *to);
    if (first)
        to[0] = from[n - 1];
    if (end)
        to[n - 1] = from[0];
}

/* One step back, a row at a time; work has room for 18 rows. */
static void lattice_back(int n, double omega, const double *restrict state,
                         const double *restrict now, double *restrict before, double *restrict work,
                         double *restrict d_omega)
{
    double *f = work, *d = work + 9 * n;

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 9; k++) {
            int from = (i - lattice_y[k] + n) % n;
            rotate(n, lattice_x[k], &state[(k * n + from) * n], &f[k * n]);
            memcpy(&d[k * n], &now[(k * n + i) * n], (size_t)n * sizeof *d);
        }
        collide_adjoint(n, omega, f, d, d_omega);
        for (int k = 0; k < 9; k++) {
            int from = (i - lattice_y[k] + n) % n;
            rotate(n, -lattice_x[k], &d[k * n], &before[(k * n + from) * n]);
        }
    }
}

void lattice_boltzmann_adjoint(int n, int m, const double *restrict omega, double *restrict d_omega,
                               double *restrict u, double *restrict du, double *restrict v,
                               double *restrict dv)
{
    int count = 9 * n * n;
    size_t bytes = (size_t)count * sizeof(double);
    double *states = malloc((size_t)(m + 1) * bytes), *now = du, *before = dv;
    double *work = calloc(19 * (size_t)n, sizeof *work), *sum = work + 18 * n;

    (void)v;
    memcpy(states, u, bytes);
    for (int t = 0; t < m; t++)
        lattice_step(n, omega[0], states + t * count, states + (t + 1) * count);
    memcpy(u, states + m * count, bytes);
    for (int t = m - 1; t >= 0; t--) {
        lattice_back(n, omega[0], states + t * count, now, before, work, sum);
        swap(&now, &before);
    }
    for (int j = 0; j < n; j++)
        d_omega[0] += sum[j];
    if (now != du)
        memcpy(du, now, bytes);
    free(work);
    free(states);
}
