/* What lanes decide together is not followed.
 * expect: No reverse pass found for llvm.nvvm.vote */
#include "device_test.h"

__device__ void vote(const double *x, double *y, int n)
{
    bool all = __nvvm_vote_all_sync(~0u, x[threadIdx.x] > 0);
    y[threadIdx.x] = all ? x[threadIdx.x] : 0;
}
DEVICE_TEST(vote, double, 32, 32, 1, 32, 0)
