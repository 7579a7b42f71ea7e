/* See trips.h. */
#include "ir/trips.h"

/* Iterations of a loop of which nothing is known, and the most that are counted. */
enum { TRIPS_ASSUMED = 100, TRIPS_MAX = 1 << 20 };

/* Scalar evolution knows bounds, too; a small one says more than the assumption. */
static uint64_t find_trips(const struct func *f, const struct func_loop *loop)
{
    if (loop->trips && LLVMIsAConstantInt(loop->trips))
        return LLVMConstIntGetZExtValue(loop->trips);
    unsigned measured = ezb_loop_profiled_trips(loop->handle);
    if (measured)
        return measured;
    int known;
    uint64_t bound = ezb_scev_const_max_backedge(f->cx, loop->handle, &known);
    return known && bound < TRIPS_ASSUMED ? bound + 1 : TRIPS_ASSUMED;
}

unsigned trips_expected(const struct func *f, unsigned loop)
{
    uint64_t n = find_trips(f, &f->loops[loop]);
    return n < 1 ? 1 : n > TRIPS_MAX ? TRIPS_MAX : (unsigned)n;
}

uint64_t trips_times(uint64_t runs, uint64_t n)
{
    return runs * n > UINT32_MAX ? UINT32_MAX : runs * n;
}

uint64_t trips_runs(const struct func *f, unsigned loop)
{
    uint64_t runs = 1;
    for (; loop != NO_ID; loop = f->loops[loop].parent)
        runs = trips_times(runs, trips_expected(f, loop));
    return runs;
}
