/* What the examples have in common: arrays, times, and a check of gradients. */
#ifndef ENZCC_EXAMPLES_GPU_MEASURE_H
#define ENZCC_EXAMPLES_GPU_MEASURE_H
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern __device__ int enzyme_const, enzyme_dup, enzyme_dupnoneed;
template <class R, class... T> __device__ R __enzyme_autodiff(void *, T...);

/* n numbers on the device. */
template <class T> struct array {
    T *at;
    std::size_t n;
    explicit array(std::size_t n) : n(n)
    {
        if (cudaMalloc(&at, n * sizeof(T)) != cudaSuccess) {
            std::fprintf(stderr, "the device has too little memory\n");
            std::exit(2);
        }
        clear();
    }
    explicit array(const std::vector<T> &from) : array(from.size())
    {
        set(from);
    }
    array(const array &) = delete;
    ~array()
    {
        cudaFree(at);
    }
    void clear()
    {
        cudaMemset(at, 0, n * sizeof(T));
    }
    void set(const std::vector<T> &from)
    {
        cudaMemcpy(at, from.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    std::vector<T> get() const
    {
        std::vector<T> all(n);
        cudaMemcpy(all.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
        return all;
    }
};

inline std::vector<double> random_numbers(std::size_t n, double from, double to, unsigned seed)
{
    std::vector<double> all(n);
    unsigned long long state = seed;
    for (double &x : all) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x = from + (to - from) * (double)(state >> 11) / 9007199254740992.0;
    }
    return all;
}

inline double dot(const std::vector<double> &a, const std::vector<double> &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); i++)
        sum += a[i] * b[i];
    return sum;
}

/* The median of some runs, in milliseconds. */
template <class Run> double milliseconds(Run run)
{
    std::vector<double> times;
    run();
    cudaDeviceSynchronize();
    for (int k = 0; k < 5; k++) {
        auto start = std::chrono::steady_clock::now();
        run();
        cudaDeviceSynchronize();
        std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
        times.push_back(passed.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

inline void print_ratio(const char *what, double primal, double gradient)
{
    std::printf("%s: %.3f ms, gradient %.3f ms, ratio %.2f\n", what, primal, gradient,
                gradient / primal);
}

/* Prints both; true if they are about the same. */
inline bool agree(const char *what, double got, double wanted, double tolerance)
{
    bool good = std::fabs(got - wanted) <= tolerance * (1 + std::fabs(wanted));
    std::printf("%s: %.8g, expected %.8g%s\n", what, got, wanted, good ? "" : ": WRONG");
    return good && cudaGetLastError() == cudaSuccess;
}
#endif
