/* gemm [N]: C = A B of N x N matrices (N a multiple of 16), by tiles in shared memory. */
#include "measure.h"

enum { TILE = 16 };

__device__ void multiply(const double *__restrict__ a, const double *__restrict__ b,
                         double *__restrict__ c, int n)
{
    __shared__ double s[TILE][TILE], t[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y,
        column = blockIdx.x * TILE + x;
    double sum = 0;
    for (int k = 0; k < n; k += TILE) {
        s[y][x] = a[row * n + k + x];
        t[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += s[y][l] * t[l][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void product(const double *a, const double *b, double *c, int n)
{
    multiply(a, b, c, n);
}

__global__ void gradient(const double *a, double *da, const double *b, double *db, double *c,
                         double *dc, int n)
{
    __enzyme_autodiff<void>((void *)multiply, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, c,
                            dc, enzyme_const, n);
}

/* The derivative of <W, A B> along a change V of A, from its definition. */
static double expected(const std::vector<double> &w, const std::vector<double> &b,
                       const std::vector<double> &v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double by = 0;
            for (int j = 0; j < n; j++)
                by += w[i * n + j] * b[k * n + j];
            sum += v[i * n + k] * by;
        }
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 2 * TILE;
    std::size_t size = (std::size_t)n * n;
    std::vector<double> b = random_numbers(size, -1, 1, 2), w = random_numbers(size, -1, 1, 3),
                        v = random_numbers(size, -1, 1, 4);
    array<double> a(random_numbers(size, -1, 1, 1)), da(size), bb(b), db(size), c(size), dc(w);
    dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    gradient<<<grid, block>>>(a.at, da.at, bb.at, db.at, c.at, dc.at, n);
    bool good = agree("derivative of the product", dot(da.get(), v), expected(w, b, v, n), 1e-9);
    if (argc == 1)
        return !good;
    auto plain = [&] __host__() { product<<<grid, block>>>(a.at, bb.at, c.at, n); };
    array<double> seed(w);
    auto seeds = [&] __host__() { dc.copy(seed); };
    auto both = [&] __host__() {
        seeds();
        gradient<<<grid, block>>>(a.at, da.at, bb.at, db.at, c.at, dc.at, n);
    };
    print_ratio("product", milliseconds(plain), milliseconds(both) - milliseconds(seeds));
    return !good;
}
