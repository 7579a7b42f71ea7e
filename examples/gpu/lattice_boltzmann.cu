/* lattice_boltzmann [NX NY NZ STEPS]: flow on a periodic lattice (D3Q19, one relaxation time), and
 * the derivative of where the momentum goes with respect to the state at the beginning. A function
 * of the host launches a kernel for each step, and is differentiated as a whole.
 *
 * Y. H. Qian, D. d'Humieres, P. Lallemand: "Lattice BGK models for Navier-Stokes equation",
 * Europhysics Letters 17 (1992). */
#include "measure.h"

template <class R, class... T> R __enzyme_autodiff(void *, T...);

enum { DIRECTIONS = 19, BLOCK = 128 };

struct lattice {
    int nx, ny, nz;
};

__device__ constexpr int CX[DIRECTIONS] = {0,  1, -1, 0, 0,  0, 0, 1, -1, 1,
                                           -1, 1, -1, 1, -1, 0, 0, 0, 0};
__device__ constexpr int CY[DIRECTIONS] = {0, 0, 0, 1, -1, 0, 0,  1, -1, -1,
                                           1, 0, 0, 0, 0,  1, -1, 1, -1};
__device__ constexpr int CZ[DIRECTIONS] = {0, 0, 0,  0,  0, 1, -1, 0,  0, 0,
                                           0, 1, -1, -1, 1, 1, -1, -1, 1};

/* Collides what is in a cell, and streams it to the neighbours. */
__global__ void step(const double *f, double *g, lattice l)
{
    long cells = (long)l.nx * l.ny * l.nz, i = blockIdx.x * (long)BLOCK + threadIdx.x;
    if (i >= cells)
        return;
    int x = (int)(i % l.nx), y = (int)(i / l.nx % l.ny), z = (int)(i / l.nx / l.ny);
    double in[DIRECTIONS], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
        in[d] = f[d * cells + i];
        rho += in[d];
        ux += CX[d] * in[d], uy += CY[d] * in[d], uz += CZ[d] * in[d];
    }
    ux /= rho, uy /= rho, uz /= rho;
    double still = 1 - 1.5 * (ux * ux + uy * uy + uz * uz);
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
        double weight = d == 0  ? 1.0 / 3
                        : d < 7 ? 1.0 / 18
                                : 1.0 / 36,
               along = CX[d] * ux + CY[d] * uy + CZ[d] * uz,
               rest = weight * rho * (still + 3 * along + 4.5 * along * along);
        int tx = (x + CX[d] + l.nx) % l.nx, ty = (y + CY[d] + l.ny) % l.ny,
            tz = (z + CZ[d] + l.nz) % l.nz;
        g[d * cells + ((long)tz * l.ny + ty) * l.nx + tx] = in[d] + 1.2 * (rest - in[d]);
    }
}

/* `f` and `g` are arrays of the device; the result is in `f` if the number of steps is even. */
static void flow(double *f, double *g, int nx, int ny, int nz, int steps)
{
    unsigned blocks = (unsigned)(((long)nx * ny * nz + BLOCK - 1) / BLOCK);
    for (int t = 0; t < steps; t++) {
        step<<<blocks, BLOCK>>>(f, g, lattice{nx, ny, nz});
        double *other = f;
        f = g, g = other;
    }
}

int main(int argc, char **argv)
{
    const bool given = argc > 4;
    const int nx = given ? std::atoi(argv[1]) : 4, ny = given ? std::atoi(argv[2]) : 3,
              nz = given ? std::atoi(argv[3]) : 5, steps = given ? std::atoi(argv[4]) : 4;
    const std::size_t size = (std::size_t)DIRECTIONS * nx * ny * nz;
    std::vector<double> start = random_numbers(size, 0.9, 1.1, 1),
                        w = random_numbers(size, -1, 1, 2), v = random_numbers(size, -1, 1, 3),
                        near[2] = {start, start};
    const double h = 1e-5;
    double value[2];
    array<double> f(size), df(size), g(size), dg(size);
    for (int k = 0; k < 2; k++) {
        for (std::size_t i = 0; i < size; i++)
            near[k][i] += (k ? h : -h) * v[i];
        f.set(near[k]);
        flow(f.at, g.at, nx, ny, nz, steps);
        value[k] = dot(w, f.get());
    }
    auto gradient = [&] __host__() {
        __enzyme_autodiff<void>((void *)flow, enzyme_dup, f.at, df.at, enzyme_dup, g.at, dg.at,
                                enzyme_const, nx, enzyme_const, ny, enzyme_const, nz, enzyme_const,
                                steps);
    };
    f.set(start), df.set(w);
    gradient();
    bool good =
        agree("derivative of the flow", dot(df.get(), v), (value[1] - value[0]) / (2 * h), 1e-4);
    if (argc == 1)
        return !good;
    f.set(start), dg.clear();
    double primal = milliseconds([&] __host__() { flow(f.at, g.at, nx, ny, nz, steps); });
    f.set(start), df.set(w);
    print_ratio("flow", primal, milliseconds(gradient));
    return !good;
}
