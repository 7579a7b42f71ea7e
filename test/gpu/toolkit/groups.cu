/* Cooperative groups: blocks, tiles of them, and sums over tiles. */
#include "device_test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ void block(const double *x, double *y, int n)
{
    __shared__ double a[64];
    cg::thread_block all = cg::this_thread_block();
    int k = all.thread_rank();
    a[k] = x[k] * x[k];
    all.sync();
    double v = a[(k + 1) % all.size()] * x[k];
    all.sync();
    a[k] = v;
    cg::sync(all);
    y[k] = a[63 - k] * v;
}
DEVICE_PROBLEM(block, 64, 64, 1, 64)

__device__ void tiles(const double *x, double *y, int n)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int k = threadIdx.x;
    double v = sin(x[k]) * x[k];
    for (int by = tile.size() / 2; by; by /= 2)
        v += tile.shfl_down(v, by) * x[k];
    v = tile.shfl(v, 0) + tile.shfl_xor(x[k], 3);
    if (tile.any(x[k] > 1.4))
        v *= x[k];
    tile.sync();
    y[k] = v * (1 + tile.meta_group_rank());
}
DEVICE_PROBLEM(tiles, 64, 64, 1, 64)

__device__ void sums(const double *x, double *y, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int k = threadIdx.x;
    double sum = cg::reduce(warp, x[k] * x[k], cg::plus<double>());
    y[k] = sum * x[k];
}
DEVICE_PROBLEM(sums, 64, 64, 1, 64)

/* The lanes that take a branch. */
__device__ void some(const double *x, double *y, int n)
{
    int k = threadIdx.x;
    double v = x[k] * x[k];
    if (x[k] > 1) {
        cg::coalesced_group group = cg::coalesced_threads();
        v *= cg::reduce(group, v, cg::plus<double>());
        v += group.shfl(x[k], 0);
    }
    y[k] = v;
}
DEVICE_PROBLEM(some, 32, 32, 1, 32)

int main()
{
    return test_block() | test_tiles() | test_sums() | test_some();
}
