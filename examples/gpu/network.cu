/* A neural network with one hidden layer learns a wave, on the device: each thread has one sample,
 * the gradient with respect to the weights, which all threads share, comes from reverse mode. */
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

enum { HIDDEN = 8, WEIGHTS = 3 * HIDDEN + 1, SAMPLES = 64, STEPS = 400 };

extern __device__ int enzyme_const, enzyme_dup, enzyme_dupnoneed;
template <class R, class... T> __device__ R __enzyme_autodiff(void *, T...);

__device__ double predict(const double *w, double x)
{
    double y = w[3 * HIDDEN];
    for (int h = 0; h < HIDDEN; h++)
        y += w[2 * HIDDEN + h] * tanh(w[h] * x + w[HIDDEN + h]);
    return y;
}

/* Adds the sample's share of the mean square error. */
__device__ void add_error(const double *w, const double *x, const double *wanted, double *loss)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double e = predict(w, x[i]) - wanted[i];
    atomicAdd(loss, e * e / SAMPLES);
}

__global__ void gradient(const double *w, double *dw, const double *x, const double *wanted,
                         double *loss, double *dloss)
{
    __enzyme_autodiff<void>((void *)add_error, enzyme_dup, w, dw, enzyme_const, x, enzyme_const,
                            wanted, enzyme_dup, loss, dloss);
}

/* Gradient descent with momentum; the gradient starts at zero again. */
__global__ void step(double *w, double *dw, double *speed)
{
    int i = threadIdx.x;
    speed[i] = 0.9 * speed[i] - 0.05 * dw[i];
    w[i] += speed[i];
    dw[i] = 0;
}

int main()
{
    double *w, *dw, *speed, *x, *wanted, *loss, *dloss, first = 0;
    cudaMallocManaged(&w, WEIGHTS * sizeof *w);
    cudaMallocManaged(&dw, WEIGHTS * sizeof *dw);
    cudaMallocManaged(&speed, WEIGHTS * sizeof *speed);
    cudaMallocManaged(&x, SAMPLES * sizeof *x);
    cudaMallocManaged(&wanted, SAMPLES * sizeof *wanted);
    cudaMallocManaged(&loss, sizeof *loss);
    cudaMallocManaged(&dloss, sizeof *dloss);
    for (int i = 0; i < WEIGHTS; i++)
        w[i] = std::sin(3.0 * i + 1), dw[i] = speed[i] = 0;
    for (int i = 0; i < SAMPLES; i++)
        x[i] = 4.0 * i / SAMPLES - 2, wanted[i] = std::sin(2 * x[i]);
    *dloss = 1;
    for (int k = 0; k < STEPS; k++) {
        *loss = 0;
        gradient<<<SAMPLES / 32, 32>>>(w, dw, x, wanted, loss, dloss);
        step<<<1, WEIGHTS>>>(w, dw, speed);
        cudaDeviceSynchronize();
        if (k == 0)
            first = *loss;
    }
    std::printf("mean square error: %.3f at the start, %.5f after %d steps\n", first, *loss,
                (int)STEPS);
    return !(*loss < first / 20);
}
