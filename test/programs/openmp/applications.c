/* Loops as programs have them: hydrodynamics, a solver, particles with lists of neighbours, an
 * unstructured mesh, clusters, samples by each thread's generator, pipelines and sorting. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 24, CELLS = 12, PAIRS = 3, STAGES = 3 };

/* Nodes move by forces of zones, which are added up for each node over its zones. */
static double hydrodynamics(const double *x, int n)
{
    double position[N + 1], speed[N + 1] = {0}, energy[N], pressure[N];
    for (int i = 0; i <= n; i++)
        position[i] = i;
    for (int i = 0; i < n; i++)
        energy[i] = 1 + 0.1 * x[i];
    for (int step = 0; step < 3; step++) {
        const double dt = 0.05;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++) {
                double volume = position[i + 1] - position[i];
                pressure[i] = 0.4 * energy[i] / volume;
            }
#pragma omp for
            for (int i = 1; i < n; i++)
                speed[i] += dt * (pressure[i - 1] - pressure[i]);
#pragma omp for nowait
            for (int i = 0; i < n; i++)
                energy[i] -= dt * pressure[i] * (speed[i + 1] - speed[i]);
#pragma omp for
            for (int i = 0; i <= n; i++)
                position[i] += dt * speed[i];
        }
    }
    double total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += energy[i] * (i % 3 + 1) + 0.5 * speed[i] * speed[i];
    return total;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void multiply(const double *diagonal, const double *v, double *out, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = (4 + diagonal[i] * diagonal[i]) * v[i] - (i ? v[i - 1] : 0) -
                 (i + 1 < n ? v[i + 1] : 0);
}

static double conjugate_gradients(const double *x, int n)
{
    double solution[N] = {0}, rest[N], direction[N], image[N];
    for (int i = 0; i < n; i++)
        direction[i] = rest[i] = 1 + x[n - 1 - i];
    double now = dot(rest, rest, n);
    for (int k = 0; k < 4; k++) {
        multiply(x, direction, image, n);
        double step = now / dot(direction, image, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            solution[i] += step * direction[i];
            rest[i] -= step * image[i];
        }
        double next = dot(rest, rest, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            direction[i] = rest[i] + next / now * direction[i];
        now = next;
    }
    return dot(solution, x, n);
}

/* Each particle has a list of others, and forces act on both. */
static double particles(const double *x, int n)
{
    int *begin = malloc((size_t)(n + 1) * sizeof *begin),
        *other = malloc((size_t)n * 3 * sizeof *other);
    double *force = calloc((size_t)n, sizeof *force), energy = 0;
    begin[0] = 0;
    for (int i = 0; i < n; i++) {
        begin[i + 1] = begin[i];
        for (int k = 1; k <= 1 + i % 3; k++)
            other[begin[i + 1]++] = (i + k * k) % n;
    }
#pragma omp parallel for schedule(monotonic : dynamic, 3) reduction(+ : energy)
    for (int i = 0; i < n; i++)
        for (int k = begin[i]; k < begin[i + 1]; k++) {
            int j = other[k];
            double distance = x[i] - x[j] + 0.3 * (i - j), f = exp(-distance * distance);
            energy += f;
#pragma omp atomic
            force[i] += 2 * distance * f;
#pragma omp atomic
            force[j] -= 2 * distance * f;
        }
#pragma omp parallel for reduction(+ : energy)
    for (int i = 0; i < n; i++)
        energy += force[i] * force[i];
    free(begin), free(other), free(force);
    return energy;
}

/* Edges of a mesh in colours: those of one have no node in common. */
static double mesh(const double *x, int n)
{
    double flux[N] = {0}, state[N];
    memcpy(state, x, (size_t)n * sizeof *x);
    for (int step = 0; step < 2; step++) {
        for (int colour = 0; colour < 2; colour++)
#pragma omp parallel for
            for (int e = 0; e < n / 2; e++) {
                int a = (2 * e + colour) % n, b = (2 * e + colour + 1) % n;
                double f = 0.5 * (state[a] * state[a] - state[b] * state[b]);
                flux[a] -= f;
                flux[b] += f;
            }
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            state[i] += 0.1 * flux[i];
            flux[i] = 0;
        }
    }
    return dot(state, state, n);
}

/* Sums over the members of clusters are sections of arrays that are reduced. */
static double clusters(const double *x, int n)
{
    double centre[PAIRS] = {-0.5, 0.1, 0.6}, inertia = 0;
    for (int round = 0; round < 2; round++) {
        double sum[PAIRS] = {0};
        int count[PAIRS] = {0};
#pragma omp parallel for reduction(+ : sum[ : PAIRS], count)
        for (int i = 0; i < n; i++) {
            int best = 0;
            for (int k = 1; k < PAIRS; k++)
                if (fabs(x[i] - centre[k]) < fabs(x[i] - centre[best]))
                    best = k;
            sum[best] += x[i];
            count[best]++;
        }
        for (int k = 0; k < PAIRS; k++)
            if (count[k])
                centre[k] = sum[k] / count[k];
    }
#pragma omp parallel for reduction(+ : inertia)
    for (int i = 0; i < n; i++) {
        double least = 1e9;
        for (int k = 0; k < PAIRS; k++)
            least = fmin(least, (x[i] - centre[k]) * (x[i] - centre[k]));
        inertia += least;
    }
    return inertia;
}

/* Each sample has a seed of its own, each thread a generator. */
static double samples(const double *x, int n)
{
    double sum = 0, most = -1e9;
#pragma omp parallel reduction(+ : sum) reduction(max : most)
    {
        unsigned long long state;
#pragma omp for schedule(static, 5)
        for (int i = 0; i < 4 * n; i++) {
            state = 88172645463325252ull + 77777ull * (unsigned long long)i;
            double path = x[i % n];
            for (int k = 0; k < 4; k++) {
                state ^= state << 13, state ^= state >> 7, state ^= state << 17;
                path += 0.1 * path * ((double)(state >> 11) / 9007199254740992.0 - 0.5);
            }
            sum += path > 0 ? path * path : 0.5 * path;
            most = path > most ? path : most;
        }
    }
    return sum / n + most;
}

/* Stages of a pipeline: each block goes through them one after the other. */
static double pipeline(const double *x, int n)
{
    double block[CELLS], carry[STAGES] = {1, 0.5, 0.25}, sum = 0;
#pragma omp parallel
#pragma omp single
    for (int b = 0; b < CELLS; b++) {
#pragma omp task depend(out : block[b]) firstprivate(b)
        block[b] = x[b % n];
        for (int s = 0; s < STAGES; s++) {
#pragma omp task depend(inout : block[b], carry[s]) firstprivate(b, s)
            {
                carry[s] = 0.5 * carry[s] + sin(block[b]);
                block[b] *= carry[s];
            }
        }
    }
    for (int b = 0; b < CELLS; b++)
        sum += block[b];
    return sum;
}

static void merge(double *a, double *b, int n)
{
    for (int i = 0, j = n / 2, k = 0; k < n; k++)
        b[k] = j >= n || (i < n / 2 && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, b, (size_t)n * sizeof *a);
}

static void sort(double *a, double *b, int n)
{
    if (n < 2)
        return;
#pragma omp task if (n > 4)
    sort(a, b, n / 2);
#pragma omp task if (n > 4)
    sort(a + n / 2, b + n / 2, n - n / 2);
#pragma omp taskwait
    merge(a, b, n);
}

static double sorted(const double *x, int n)
{
    double a[N], b[N], sum = 0;
    memcpy(a, x, (size_t)n * sizeof *a);
#pragma omp parallel
#pragma omp single nowait
    sort(a, b, n);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * a[i] * a[i];
    return sum;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 11);
    FOR_TEAMS(ORACLE_GRADIENT(hydrodynamics, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(conjugate_gradients, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(particles, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(mesh, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(clusters, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(samples, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(pipeline, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sorted, x, N));
    return oracle_result();
}
