/* Where was the plate heated? The temperature is measured after some time; gradient descent finds
 * the initial one, through all steps of the heat equation, whose conductivity grows with the
 * temperature. */
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

extern int enzyme_const, enzyme_dup;
template <class R, class... T> R __enzyme_autodiff(void *, T...);

enum { SIDE = 16, CELLS = SIDE * SIDE, STEPS = 10, ROUNDS = 120 };

__device__ double flow(double here, double there)
{
    return (there - here) * (1 + 0.25 * (there + here));
}

__global__ void step(const double *u, double *v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= SIDE || j >= SIDE)
        return;
    double here = u[j * SIDE + i], in = 0;
    if (i > 0)
        in += flow(here, u[j * SIDE + i - 1]);
    if (i + 1 < SIDE)
        in += flow(here, u[j * SIDE + i + 1]);
    if (j > 0)
        in += flow(here, u[(j - 1) * SIDE + i]);
    if (j + 1 < SIDE)
        in += flow(here, u[(j + 1) * SIDE + i]);
    v[j * SIDE + i] = here + 0.1 * in;
}

static void diffuse(const double *start, double *end)
{
    double *u, *v;
    cudaMalloc(&u, CELLS * sizeof *u);
    cudaMalloc(&v, CELLS * sizeof *v);
    cudaMemcpy(u, start, CELLS * sizeof *u, cudaMemcpyHostToDevice);
    for (int t = 0; t < STEPS; t++) {
        step<<<dim3(SIDE / 8, SIDE / 8), dim3(8, 8)>>>(u, v);
        double *before = u;
        u = v, v = before;
    }
    cudaMemcpy(end, u, CELLS * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}

static double misfit(const double *start, const double *measured)
{
    std::vector<double> end(CELLS);
    double sum = 0;
    diffuse(start, end.data());
    for (int i = 0; i < CELLS; i++)
        sum += (end[i] - measured[i]) * (end[i] - measured[i]);
    return sum;
}

int main()
{
    std::vector<double> truth(CELLS, 0), measured(CELLS), guess(CELLS, 0.1);
    for (int j = 4; j < 8; j++)
        for (int i = 5; i < 11; i++)
            truth[j * SIDE + i] = 1;
    diffuse(truth.data(), measured.data());
    double first = misfit(guess.data(), measured.data());
    for (int round = 0; round < ROUNDS; round++) {
        std::vector<double> gradient(CELLS, 0);
        __enzyme_autodiff<double>((void *)misfit, enzyme_dup, guess.data(), gradient.data(),
                                  enzyme_const, measured.data());
        for (int i = 0; i < CELLS; i++)
            guess[i] -= 0.4 * gradient[i];
    }
    double last = misfit(guess.data(), measured.data());
    std::printf("misfit %.4f, then %.6f\n", first, last);
    for (int j = 1; j < SIDE; j += 2) {
        for (int i = 1; i < SIDE; i += 2)
            std::printf(" %4.1f", std::fabs(guess[j * SIDE + i]));
        std::printf("\n");
    }
    return !(last < 0.01 * first);
}
