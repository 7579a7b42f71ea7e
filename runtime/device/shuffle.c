/* Adjoints of shuffles: PTX ISA, shfl.sync.
 *
 * A shuffle gives lane i the value of lane source(i); its adjoint gives lane j the sum of what the
 * lanes i with source(i) = j have. Where the source is outside of the segment, a lane gets its own
 * value. `clamp` has the segments in bits 8 to 12, and in bits 0 to 4 the last lane of one. Lanes
 * that are not in `lanes` take no part, and nothing may be read from them. */
#ifdef __NVPTX__
enum { WARP = 32 };

struct place {
    int lane, low, high; /* of the segment */
};

static struct place place_of(int clamp)
{
    int lane = __nvvm_read_ptx_sreg_laneid(), segment = clamp >> 8 & (WARP - 1);
    int low = lane & segment;
    return (struct place){lane, low, low | ((WARP - 1) & ~segment)};
}

/* Of the segment of a lane. */
static int last_of(int lane, int clamp)
{
    int segment = clamp >> 8 & (WARP - 1);
    return (lane & segment) | (clamp & (WARP - 1) & ~segment);
}

static int takes_part(unsigned lanes, int lane)
{
    return lanes >> (lane & (WARP - 1)) & 1;
}

/* Of the segment alone, with all of its lanes. */
static int upwards(int clamp)
{
    return clamp & ~(WARP - 1);
}
static int downwards(int clamp)
{
    return clamp | (WARP - 1);
}

#define SHUFFLES(T, suffix)                                                                        \
    T enz_rt_shfl_down_##suffix(unsigned lanes, T d, int by, int clamp)                            \
    {                                                                                              \
        struct place p = place_of(clamp);                                                          \
        by &= WARP - 1;                                                                            \
        int most = last_of(p.lane, clamp), from = p.lane - by;                                     \
        T moved = shuffle_up_##suffix(lanes, d, by, upwards(clamp)),                               \
          sum = from >= p.low && p.lane <= most && takes_part(lanes, from) ? moved : 0;            \
        return p.lane + by > most ? sum + d : sum;                                                 \
    }                                                                                              \
    T enz_rt_shfl_up_##suffix(unsigned lanes, T d, int by, int clamp)                              \
    {                                                                                              \
        struct place p = place_of(clamp);                                                          \
        by &= WARP - 1;                                                                            \
        int least = last_of(p.lane, clamp), from = p.lane + by;                                    \
        T moved = shuffle_down_##suffix(lanes, d, by, downwards(clamp)),                           \
          sum = from <= p.high && p.lane >= least && takes_part(lanes, from) ? moved : 0;          \
        return p.lane - by < least ? sum + d : sum;                                                \
    }                                                                                              \
    T enz_rt_shfl_idx_##suffix(unsigned lanes, T d, int by, int clamp)                             \
    {                                                                                              \
        struct place p = place_of(clamp);                                                          \
        int most = last_of(p.lane, clamp), wanted = p.low | (by & (p.high - p.low)),               \
            source = wanted <= most ? wanted : p.lane;                                             \
        T sum = 0;                                                                                 \
        for (int lane = 0; lane < WARP; lane++) {                                                  \
            if (!takes_part(lanes, lane))                                                          \
                continue;                                                                          \
            int to = shuffle_number(lanes, source, lane, WARP - 1);                                \
            T value = shuffle_idx_##suffix(lanes, d, lane, WARP - 1);                              \
            if (to == p.lane)                                                                      \
                sum += value;                                                                      \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
    T enz_rt_shfl_bfly_##suffix(unsigned lanes, T d, int by, int clamp)                            \
    {                                                                                              \
        struct place p = place_of(clamp);                                                          \
        by &= WARP - 1;                                                                            \
        int from = p.lane ^ by;                                                                    \
        T moved = shuffle_bfly_##suffix(lanes, d, by, WARP - 1),                                   \
          sum = p.lane <= last_of(from, clamp) && takes_part(lanes, from) ? moved : 0;             \
        return from > last_of(p.lane, clamp) ? sum + d : sum;                                      \
    }

static int shuffle_number(unsigned lanes, int v, int by, int clamp)
{
    return __nvvm_shfl_sync_idx_i32(lanes, v, by, clamp);
}

#define SHUFFLE(mode)                                                                              \
    static float shuffle_##mode##_f32(unsigned lanes, float v, int by, int clamp)                  \
    {                                                                                              \
        return __nvvm_shfl_sync_##mode##_f32(lanes, v, by, clamp);                                 \
    }                                                                                              \
    static double shuffle_##mode##_f64(unsigned lanes, double v, int by, int clamp)                \
    {                                                                                              \
        union {                                                                                    \
            double number;                                                                         \
            int half[2];                                                                           \
        } u = {v};                                                                                 \
        for (int k = 0; k < 2; k++)                                                                \
            u.half[k] = __nvvm_shfl_sync_##mode##_i32(lanes, u.half[k], by, clamp);                \
        return u.number;                                                                           \
    }
SHUFFLE(up)
SHUFFLE(down)
SHUFFLE(idx)
SHUFFLE(bfly)
SHUFFLES(float, f32)
SHUFFLES(double, f64)

/* Shuffles of double, which the device has for 32 bits. */
#define PRIMAL(mode)                                                                               \
    double enz_rt_shuffle_##mode(unsigned lanes, double v, int by, int clamp)                      \
    {                                                                                              \
        return shuffle_##mode##_f64(lanes, v, by, clamp);                                          \
    }
PRIMAL(up)
PRIMAL(down)
PRIMAL(idx)
PRIMAL(bfly)
#endif
