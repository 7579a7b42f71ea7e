/* tiles [N]: one step of a nonlinear diffusion on a plate of N x N cells (N a multiple of 16), by
 * tiles with a border in shared memory. */
#include "measure.h"

enum { TILE = 16 };

__device__ int inside(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

__device__ void step(const double *__restrict__ u, double *__restrict__ v, int n)
{
    __shared__ double t[TILE + 2][TILE + 2];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * TILE + x, j = blockIdx.y * TILE + y;
    t[y + 1][x + 1] = u[j * n + i];
    if (x == 0)
        t[y + 1][0] = u[j * n + inside(i - 1, n)];
    if (x == TILE - 1)
        t[y + 1][TILE + 1] = u[j * n + inside(i + 1, n)];
    if (y == 0)
        t[0][x + 1] = u[inside(j - 1, n) * n + i];
    if (y == TILE - 1)
        t[TILE + 1][x + 1] = u[inside(j + 1, n) * n + i];
    __syncthreads();
    double c = t[y + 1][x + 1], w = t[y + 1][x], e = t[y + 1][x + 2], s = t[y][x + 1],
           o = t[y + 2][x + 1];
    v[j * n + i] = c + 0.1 * (1 + 0.25 * c * c) * (w + e + s + o - 4 * c);
}

__global__ void kernel(const double *u, double *v, int n)
{
    step(u, v, n);
}

__global__ void gradient(const double *u, double *du, double *v, double *dv, int n)
{
    __enzyme_autodiff<void>((void *)step, enzyme_dup, u, du, enzyme_dup, v, dv, enzyme_const, n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 2 * TILE;
    std::size_t size = (std::size_t)n * n;
    std::vector<double> u = random_numbers(size, 0, 1, 1), w = random_numbers(size, -1, 1, 2),
                        along = random_numbers(size, -1, 1, 3), near[2] = {u, u};
    double value[2];
    const double h = 1e-6;
    array<double> at(u), du(size), v(size), dv(size);
    dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    for (int k = 0; k < 2; k++) {
        for (std::size_t i = 0; i < size; i++)
            near[k][i] += (k ? h : -h) * along[i];
        at.set(near[k]);
        kernel<<<grid, block>>>(at.at, v.at, n);
        value[k] = dot(w, v.get());
    }
    at.set(u), dv.set(w);
    gradient<<<grid, block>>>(at.at, du.at, v.at, dv.at, n);
    bool good = agree("derivative of the step", dot(du.get(), along),
                      (value[1] - value[0]) / (2 * h), 1e-5);
    if (argc == 1)
        return !good;
    auto plain = [&] __host__() { kernel<<<grid, block>>>(at.at, v.at, n); };
    array<double> seed(w);
    auto seeds = [&] __host__() { dv.copy(seed); };
    auto both = [&] __host__() {
        seeds();
        gradient<<<grid, block>>>(at.at, du.at, v.at, dv.at, n);
    };
    print_ratio("step", milliseconds(plain), milliseconds(both) - milliseconds(seeds));
    return !good;
}
