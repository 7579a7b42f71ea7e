/* nbody [N]: forces between N bodies (a multiple of 128), which are read by tiles. */
#include "measure.h"

enum { TILE = 128 };

__device__ void forces(const double *__restrict__ x, const double *__restrict__ mass,
                       double *__restrict__ f, int n)
{
    __shared__ double px[TILE], py[TILE], pz[TILE], m[TILE];
    int k = threadIdx.x, i = blockIdx.x * TILE + k;
    double x0 = x[3 * i], x1 = x[3 * i + 1], x2 = x[3 * i + 2], fx = 0, fy = 0, fz = 0;
    for (int tile = 0; tile < n; tile += TILE) {
        int j = tile + k;
        px[k] = x[3 * j], py[k] = x[3 * j + 1], pz[k] = x[3 * j + 2], m[k] = mass[j];
        __syncthreads();
        for (int l = 0; l < TILE; l++) {
            double dx = px[l] - x0, dy = py[l] - x1, dz = pz[l] - x2,
                   r = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3), by = m[l] * r * r * r;
            fx += by * dx, fy += by * dy, fz += by * dz;
        }
        __syncthreads();
    }
    f[3 * i] = fx, f[3 * i + 1] = fy, f[3 * i + 2] = fz;
}

__global__ void kernel(const double *x, const double *mass, double *f, int n)
{
    forces(x, mass, f, n);
}

__global__ void gradient(const double *x, double *dx, const double *mass, double *dmass, double *f,
                         double *df, int n)
{
    __enzyme_autodiff<void>((void *)forces, enzyme_dup, x, dx, enzyme_dup, mass, dmass, enzyme_dup,
                            f, df, enzyme_const, n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 2 * TILE, blocks = n / TILE;
    std::vector<double> x = random_numbers(3 * n, -1, 1, 1), w = random_numbers(3 * n, -1, 1, 2),
                        v = random_numbers(3 * n, -1, 1, 3), near[2] = {x, x};
    double value[2];
    const double h = 1e-6;
    array<double> at(x), dx(3 * n), mass(random_numbers(n, 0.5, 1, 4)), dmass(n), f(3 * n),
        df(3 * n);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3 * n; i++)
            near[k][i] += (k ? h : -h) * v[i];
        at.set(near[k]);
        kernel<<<blocks, TILE>>>(at.at, mass.at, f.at, n);
        value[k] = dot(w, f.get());
    }
    at.set(x), df.set(w);
    gradient<<<blocks, TILE>>>(at.at, dx.at, mass.at, dmass.at, f.at, df.at, n);
    bool good =
        agree("derivative of the forces", dot(dx.get(), v), (value[1] - value[0]) / (2 * h), 1e-4);
    if (argc == 1)
        return !good;
    auto plain = [&] __host__() { kernel<<<blocks, TILE>>>(at.at, mass.at, f.at, n); };
    array<double> seed(w);
    auto seeds = [&] __host__() { df.copy(seed); };
    auto both = [&] __host__() {
        seeds();
        gradient<<<blocks, TILE>>>(at.at, dx.at, mass.at, dmass.at, f.at, df.at, n);
    };
    print_ratio("forces", milliseconds(plain), milliseconds(both) - milliseconds(seeds));
    return !good;
}
