/*
 * Adjoints of particles, random paths and dynamic programming, written by hand.
 *
 * Particles keep their positions; a path is run and reversed before the next one; the table of time
 * warping says which way was taken.
 */
#include "kernels.h"

#include "vector.h"

#include <math.h>

/* Adjoints of the accelerations, at positions x. */
static void attraction_adjoint(int n, const double *restrict mass, double *restrict d_mass,
                               const double *restrict x, double *restrict dx,
                               const double *restrict da)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double d[3], e[3], square = 0.01, on_i = 0.0, on_j = 0.0, along = 0.0;
            for (int k = 0; k < 3; k++) {
                d[k] = x[3 * j + k] - x[3 * i + k];
                square += d[k] * d[k];
            }
            double inverse = 1.0 / (square * sqrt(square));
            for (int k = 0; k < 3; k++) {
                on_i += da[3 * i + k] * d[k];
                on_j += da[3 * j + k] * d[k];
                e[k] = mass[j] * da[3 * i + k] - mass[i] * da[3 * j + k];
            }
            d_mass[j] += inverse * on_i;
            d_mass[i] -= inverse * on_j;
            along = -3.0 * inverse / square * (mass[j] * on_i - mass[i] * on_j);
            for (int k = 0; k < 3; k++) {
                double f = inverse * e[k] + along * d[k];
                dx[3 * j + k] += f;
                dx[3 * i + k] -= f;
            }
        }
}

void n_body_adjoint(int n, int m, const double *restrict mass, double *restrict d_mass,
                    double *restrict x, double *restrict dx, double *restrict v,
                    double *restrict dv, double *restrict a, double *restrict da)
{
    double *kept = new_numbers((size_t)m * 3 * (size_t)n);

    for (int t = 0; t < m; t++) {
        memcpy(kept + t * 3 * n, x, 3 * (size_t)n * sizeof *kept);
        n_body_restrict(n, 1, mass, x, v, a);
    }
    for (int t = m - 1; t >= 0; t--) {
        for (int i = 0; i < 3 * n; i++) {
            dv[i] += 0.001 * dx[i];
            da[i] = 0.001 * dv[i];
        }
        attraction_adjoint(n, mass, d_mass, kept + t * 3 * n, dx, da);
    }
    free(kept);
}

void n_body_class_adjoint(int n, int m, const double *restrict mass, double *restrict d_mass,
                          double *restrict x, double *restrict dx, double *restrict v,
                          double *restrict dv)
{
    double *a = new_numbers(6 * (size_t)n);

    n_body_adjoint(n, m, mass, d_mass, x, dx, v, dv, a, a + 3 * n);
    free(a);
}

void monte_carlo_adjoint(int n, int m, const double *restrict normal, const double *restrict market,
                         double *restrict d_market)
{
    double volatility = market[2], step = 1.0 / m, root = sqrt(step), discount = exp(-market[1]);
    double drift = (market[1] - 0.5 * volatility * volatility) * step, spread = volatility * root;
    double total = 0.0, d_start = 0.0, d_drift = 0.0, d_spread = 0.0, d_strike = 0.0;
    double *price = new_numbers((size_t)m + 1), part = discount / n;

    price[0] = market[0];
    for (int i = 0; i < n; i++) {
        const double *z = &normal[i * m];
        double sum = 0.0, d = 0.0;
        for (int j = 0; j < m; j++) {
            price[j + 1] = price[j] * exp(drift + spread * z[j]);
            sum += price[j + 1];
        }
        if (sum / m <= market[3])
            continue;
        total += sum / m - market[3];
        d_strike -= part;
        for (int j = m; j > 0; j--) {
            d += part * step * price[j];
            d_drift += d;
            d_spread += d * z[j - 1];
        }
        d_start += d / price[0];
    }
    d_market[0] += d_start;
    d_market[1] += d_drift * step - part * total;
    d_market[2] += d_spread * root - d_drift * volatility * step;
    d_market[3] += d_strike;
    free(price);
}

void time_warp_adjoint(int n, int m, const double *restrict x, double *restrict dx,
                       const double *restrict y, double *restrict dy, double *restrict table,
                       double *restrict d_table)
{
    int row = m + 1;

    (void)d_table;
    time_warp_restrict(n, m, x, y, table);
    for (int i = n, j = m; i > 0 && j > 0;) {
        double corner = table[(i - 1) * row + j - 1], above = table[(i - 1) * row + j];
        double left = table[i * row + j - 1], d = 2.0 * (x[i - 1] - y[j - 1]);
        dx[i - 1] += d;
        dy[j - 1] -= d;
        int up = corner <= left || above <= left, back = corner <= above || left < above;
        i -= up;
        j -= back;
    }
}

void soft_time_warp_adjoint(int n, int m, const double *restrict x, double *restrict dx,
                            const double *restrict y, double *restrict dy, double *restrict table,
                            double *restrict d_table)
{
    const double sharpness = 2.0;
    int row = m + 1;

    soft_time_warp_restrict(n, m, x, y, table);
    d_table[n * row + m] = 1.0;
    for (int i = n; i > 0; i--)
        for (int j = m; j > 0; j--) {
            double *above = &table[(i - 1) * row + j], d = d_table[i * row + j];
            double apart = x[i - 1] - y[j - 1];
            double least = table[i * row + j] - apart * apart;
            d_table[(i - 1) * row + j - 1] += d * exp(sharpness * (least - above[-1]));
            d_table[(i - 1) * row + j] += d * exp(sharpness * (least - above[0]));
            d_table[i * row + j - 1] += d * exp(sharpness * (least - table[i * row + j - 1]));
            dx[i - 1] += 2.0 * d * apart;
            dy[j - 1] -= 2.0 * d * apart;
        }
}

/* Tendencies of reaction and diffusion, as in primal/vectors.cpp. */
static void reaction(int n, const double *restrict rate, const double *restrict u,
                     double *restrict du)
{
    for (int i = 0; i < n; i++) {
        double left = u[i > 0 ? i - 1 : n - 1], right = u[i + 1 < n ? i + 1 : 0];
        du[i] = rate[0] * (left - 2.0 * u[i] + right) + rate[1] * u[i] * (1.0 - u[i]);
    }
}

/* d is the adjoint of the tendencies at u; du gets that of u. */
static void reaction_adjoint(int n, const double *restrict rate, double *restrict d_rate,
                             const double *restrict u, const double *restrict d,
                             double *restrict du)
{
    double diffusion = 0.0, growth = 0.0;

    for (int i = 0; i < n; i++) {
        int w = i > 0 ? i - 1 : n - 1, e = i + 1 < n ? i + 1 : 0;
        diffusion += d[i] * (u[w] - 2.0 * u[i] + u[e]);
        growth += d[i] * u[i] * (1.0 - u[i]);
        du[i] = rate[0] * (d[w] - 2.0 * d[i] + d[e]) + rate[1] * d[i] * (1.0 - 2.0 * u[i]);
    }
    d_rate[0] += diffusion;
    d_rate[1] += growth;
}

void ode_vector_adjoint(int n, int m, const double *restrict rate, double *restrict d_rate,
                        const double *restrict start, double *restrict d_start,
                        double *restrict end, double *restrict d_end)
{
    static const double fraction[4] = {0.0, 0.5, 0.5, 1.0}, part[4] = {1.0, 2.0, 2.0, 1.0};
    const double h = 0.01;
    double *kept = new_numbers((4 * (size_t)m + 1) * (size_t)n), *k = new_numbers((size_t)n);
    double *d = new_numbers((size_t)n), *later = new_numbers((size_t)n);

    memcpy(kept, start, (size_t)n * sizeof *kept);
    for (int t = 0; t < m; t++) {
        double *u = kept + 4 * t * n, *next = u + 4 * n;
        memcpy(next, u, (size_t)n * sizeof *next);
        for (int s = 0; s < 4; s++) {
            reaction(n, rate, u + s * n, k);
            add(n, h / 6.0 * part[s], k, next);
            for (int i = 0; s < 3 && i < n; i++)
                u[(s + 1) * n + i] = u[i] + fraction[s + 1] * h * k[i];
        }
    }
    memcpy(end, kept + 4 * m * n, (size_t)n * sizeof *end);
    memcpy(d_start, d_end, (size_t)n * sizeof *d_start);
    for (int t = m - 1; t >= 0; t--) {
        fill(n, 0.0, later);
        memcpy(k, d_start, (size_t)n * sizeof *k);
        for (int s = 3; s >= 0; s--) {
            double c = s < 3 ? fraction[s + 1] * h : 0.0;
            for (int i = 0; i < n; i++)
                d[i] = h / 6.0 * part[s] * k[i] + c * later[i];
            reaction_adjoint(n, rate, d_rate, kept + (4 * t + s) * n, d, later);
            add(n, 1.0, later, d_start);
        }
    }
    free(kept);
    free(k);
    free(d);
    free(later);
}
