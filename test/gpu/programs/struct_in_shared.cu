/* Structs with an integer beside numbers, in shared memory: written and read by members, and whole.
 */
#include "device_test.h"

struct item {
    double value, weight;
    int next;
};

__device__ void members(const double *x, double *y, int n)
{
    __shared__ item items[32];
    int k = threadIdx.x;
    items[k].value = x[k] * x[k];
    items[k].weight = sin(x[k]);
    items[k].next = (k + 7) % 32;
    __syncthreads();
    const item &other = items[items[k].next];
    y[k] = other.value * other.weight * x[k];
}
DEVICE_PROBLEM(members, 32, 32, 1, 32)

__device__ void whole(const double *x, double *y, int n)
{
    __shared__ item items[32];
    int k = threadIdx.x;
    item own = {x[k] * x[k], sin(x[k]), (k + 7) % 32};
    items[k] = own;
    __syncthreads();
    item other = items[own.next];
    y[k] = other.value * other.weight * x[items[other.next].next];
}
DEVICE_PROBLEM(whole, 32, 32, 1, 32)

int main()
{
    return test_members() | test_whole();
}
