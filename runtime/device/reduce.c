/* Additions of a warp to one place, as one: 32 of them, one after the other, take 30 times as long.
 *
 * The lanes that come here together look whether they have one place. If not, each adds its own.
 * The last step of a sum over some lanes only is after Westphal, "Voting and Shuffling to Optimize
 * Atomic Operations" (NVIDIA Developer Blog, 2015): in each round the lanes that have an odd number
 * among those that are left give theirs to the one in front, and are done. */
#ifdef __NVPTX__
enum { WARP = 32 };
#define ALL_LANES (~0u)
/* A call takes longer than what is called. */
#define INLINE static __attribute__((always_inline)) inline

INLINE int lanes_before(unsigned lanes)
{
    return __builtin_popcount(lanes & __nvvm_read_ptx_sreg_lanemask_lt());
}

static unsigned lanes_behind(unsigned lanes)
{
    return lanes & __nvvm_read_ptx_sreg_lanemask_gt();
}

INLINE float from_lane_f32(unsigned lanes, float v, int lane)
{
    return __nvvm_shfl_sync_idx_f32(lanes, v, lane, WARP - 1);
}

INLINE double from_lane_f64(unsigned lanes, double v, int lane)
{
    union {
        double number;
        int half[2];
    } u = {v};
    for (int k = 0; k < 2; k++)
        u.half[k] = __nvvm_shfl_sync_idx_i32(lanes, u.half[k], lane, WARP - 1);
    return u.number;
}

INLINE int is_same(unsigned lanes, const void *p)
{
    union {
        const void *address;
        int half[2];
    } mine = {p}, first;
    for (int k = 0; k < 2; k++)
        first.half[k] =
            __nvvm_shfl_sync_idx_i32(lanes, mine.half[k], __builtin_ctz(lanes), WARP - 1);
    return __nvvm_vote_all_sync(lanes, mine.address == first.address);
}

#define REDUCTION(T, suffix)                                                                       \
    int enz_rt_reduce_##suffix(const T *p, T *v);                                                  \
                                                                                                   \
    INLINE T sum_of_all_##suffix(T v)                                                              \
    {                                                                                              \
        int lane = __nvvm_read_ptx_sreg_laneid();                                                  \
        for (int by = WARP / 2; by; by /= 2)                                                       \
            v += from_lane_##suffix(ALL_LANES, v, lane ^ by);                                      \
        return v;                                                                                  \
    }                                                                                              \
    /* The first lane has the sum. */                                                              \
    static T sum_of_some_##suffix(unsigned lanes, T v)                                             \
    {                                                                                              \
        unsigned behind = lanes_behind(lanes);                                                     \
        int number = lanes_before(lanes);                                                          \
        while (__nvvm_vote_any_sync(lanes, behind != 0)) {                                         \
            int next = behind ? __builtin_ctz(behind) : __nvvm_read_ptx_sreg_laneid();             \
            T more = from_lane_##suffix(lanes, v, next);                                           \
            v += behind ? more : 0;                                                                \
            behind &= __nvvm_vote_ballot_sync(lanes, number % 2 == 0);                             \
            number /= 2;                                                                           \
        }                                                                                          \
        return v;                                                                                  \
    }                                                                                              \
    __attribute__((always_inline)) int enz_rt_reduce_##suffix(const T *p, T *v)                    \
    {                                                                                              \
        if (__nvvm_isspacep_local(p)) /* equal addresses there are not one place */                \
            return 1;                                                                              \
        unsigned lanes = __nvvm_activemask();                                                      \
        if (!is_same(lanes, p))                                                                    \
            return 1;                                                                              \
        *v = lanes == ALL_LANES ? sum_of_all_##suffix(*v) : sum_of_some_##suffix(lanes, *v);       \
        return lanes_before(lanes) == 0;                                                           \
    }
REDUCTION(float, f32)
REDUCTION(double, f64)
#endif
