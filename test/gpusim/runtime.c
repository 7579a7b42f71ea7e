/* Runs kernels on the CPU: a thread of a block is a fiber, which goes on until it waits for others.
 * Blocks run one after the other. GPUSIM_ORDER=down starts with the last thread and block, so that
 * what depends on an order shows; with GPUSIM_ORDER=steps each access of memory is made by all
 * threads before any goes on, as lanes of a warp do. Memory is poisoned where a device leaves it
 * undefined. */
#define _GNU_SOURCE
#include "memory.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

struct dim {
    unsigned x, y, z;
};
struct gpusim_entry {
    const char *name;
    void *address;
    uint64_t size;
};
extern const struct gpusim_entry gpusim_kernels[], gpusim_variables[], gpusim_shared[];

/* What the compiler tells of kernels and variables (LLVM, __tgt_offload_entry). */
struct offload_entry {
    uint64_t reserved;
    uint16_t version, kind;
    uint32_t flags;
    void *address;
    const char *name;
    uint64_t size, data;
    void *aux;
};
extern const struct offload_entry __start_llvm_offload_entries[], __stop_llvm_offload_entries[];

enum { STACK = 1 << 18, WARP = 32, MOST_THREADS = 1024, POISON = 0xff };
enum waiting { RUNS, WAITS_BLOCK, WAITS_WARP, WAITS_ACTIVE, ENDED };

struct fiber {
    ucontext_t context;
    enum waiting waiting;
    unsigned group; /* the barrier, the mask of lanes, or the place in the code */
    struct dim index;
    /* For other threads; what was posted when they went on together, which stays until all of them
     * have looked: they run before any is released again. */
    uint64_t posted, shown;
    void *stack;
};

static struct {
    struct fiber fibers[MOST_THREADS];
    unsigned count, current;
    struct dim grid, block, at;
    ucontext_t scheduler;
    void (*run)(void **);
    void **arguments;
    size_t shared; /* dynamic */
    bool down, steps;
} sim;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "gpusim: %s %s\n", what, name);
    exit(3);
}

/* ---- threads --------------------------------------------------------------------------------- */

static struct fiber *self(void)
{
    return &sim.fibers[sim.current];
}

static void fiber_main(void)
{
    sim.run(sim.arguments);
    self()->waiting = ENDED;
    swapcontext(&self()->context, &sim.scheduler);
}

static void wait_for(enum waiting kind, unsigned group)
{
    self()->waiting = kind;
    self()->group = group;
    swapcontext(&self()->context, &sim.scheduler);
}

static bool waits_with(const struct fiber *f, enum waiting kind, unsigned group)
{
    return f->waiting == ENDED || (f->waiting == kind && f->group == group);
}

static void go_on(struct fiber *f)
{
    f->shown = f->posted;
    f->waiting = RUNS;
}

/* Whether all that take part wait; then they go on. */
static bool release(unsigned first, unsigned count, enum waiting kind, unsigned group,
                    unsigned lanes)
{
    for (unsigned i = 0; i < count; i++)
        if ((kind == WAITS_BLOCK || lanes >> i & 1) &&
            !waits_with(&sim.fibers[first + i], kind, group))
            return false;
    for (unsigned i = 0; i < count; i++)
        if ((kind == WAITS_BLOCK || lanes >> i & 1) && sim.fibers[first + i].waiting != ENDED)
            go_on(&sim.fibers[first + i]);
    return true;
}

/* A barrier of so many threads, whichever they are: the number stands above that of the barrier. */
enum { COUNT_SHIFT = 8 };
static bool release_count(unsigned group)
{
    unsigned waiting = 0;
    for (unsigned i = 0; i < sim.count; i++)
        waiting += waits_with(&sim.fibers[i], WAITS_BLOCK, group) && sim.fibers[i].waiting != ENDED;
    if (waiting < group >> COUNT_SHIFT)
        return false;
    for (unsigned i = 0; i < sim.count; i++)
        if (sim.fibers[i].waiting == WAITS_BLOCK && sim.fibers[i].group == group)
            sim.fibers[i].waiting = RUNS;
    return true;
}

static unsigned warp_size_at(unsigned first)
{
    return sim.count - first < WARP ? sim.count - first : WARP;
}

/* Lanes that have come to one place while the others wait are active there together; threads
 * downwards, those with even numbers and those with odd ones, each without the others. */
static bool release_active(unsigned i)
{
    unsigned first = i / WARP * WARP, count = warp_size_at(first), lanes = 0;
    for (unsigned k = 0; k < count; k++) {
        const struct fiber *f = &sim.fibers[first + k];
        if (f->waiting == RUNS)
            return false;
        if (f->waiting == WAITS_ACTIVE && f->group == sim.fibers[i].group &&
            (!sim.down || (first + k - i) % 2 == 0))
            lanes |= 1u << k;
    }
    for (unsigned k = 0; k < count; k++)
        if (lanes >> k & 1)
            sim.fibers[first + k].waiting = RUNS, sim.fibers[first + k].posted = lanes;
    return true;
}

/* False if nobody can go on. */
static bool release_some(void)
{
    bool any = false;
    for (unsigned i = 0; i < sim.count; i++) {
        struct fiber *f = &sim.fibers[i];
        if (f->waiting == WAITS_BLOCK)
            any |= f->group >> COUNT_SHIFT ? release_count(f->group)
                                           : release(0, sim.count, WAITS_BLOCK, f->group, ~0u);
        else if (f->waiting == WAITS_WARP)
            any |= release(i / WARP * WARP, warp_size_at(i / WARP * WARP), WAITS_WARP, f->group,
                           f->group);
        else if (f->waiting == WAITS_ACTIVE)
            any |= release_active(i);
    }
    return any;
}

static bool all_ended(void)
{
    for (unsigned i = 0; i < sim.count; i++)
        if (sim.fibers[i].waiting != ENDED)
            return false;
    return true;
}

static void run_all(void)
{
    while (!all_ended()) {
        bool ran = false;
        for (unsigned k = 0; k < sim.count; k++) {
            sim.current = sim.down ? sim.count - 1 - k : k;
            if (self()->waiting != RUNS)
                continue;
            ran = true;
            swapcontext(&sim.scheduler, &self()->context);
        }
        if (!release_some() && !ran)
            fail("threads wait for each other for ever in", "a block");
    }
}

static void start_fiber(unsigned i)
{
    struct fiber *f = &sim.fibers[i];
    if (!f->stack)
        f->stack = malloc(STACK);
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = STACK;
    f->context.uc_link = NULL;
    makecontext(&f->context, fiber_main, 0);
    f->waiting = RUNS;
    f->index = (struct dim){i % sim.block.x, i / sim.block.x % sim.block.y,
                            i / (sim.block.x * sim.block.y)};
}

static void run_block(unsigned number)
{
    sim.at = (struct dim){number % sim.grid.x, number / sim.grid.x % sim.grid.y,
                          number / (sim.grid.x * sim.grid.y)};
    for (const struct gpusim_entry *e = gpusim_shared; e->name; e++)
        memset(e->address, POISON, e->size);
    for (unsigned i = 0; i < sim.count; i++)
        start_fiber(i);
    run_all();
}

/* ---- the runtime library --------------------------------------------------------------------- */

static const char *name_of(const void *host)
{
    for (const struct offload_entry *e = __start_llvm_offload_entries;
         e < __stop_llvm_offload_entries; e++)
        if (e->address == host)
            return e->name;
    return NULL;
}

static const struct gpusim_entry *find(const struct gpusim_entry *list, const void *host)
{
    const char *name = name_of(host);
    for (; name && list->name; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    fail("no code for", name ? name : "an unknown symbol");
    return NULL;
}

int cudaLaunchKernel(const void *kernel, struct dim grid, struct dim block, void **arguments,
                     size_t shared, void *stream)
{
    const char *order = getenv("GPUSIM_ORDER");
    (void)stream;
    sim.shared = shared;
    sim.run = (void (*)(void **))(uintptr_t)find(gpusim_kernels, kernel)->address;
    sim.arguments = arguments, sim.grid = grid, sim.block = block;
    sim.count = block.x * block.y * block.z;
    sim.down = order && strcmp(order, "down") == 0;
    sim.steps = order && strcmp(order, "steps") == 0;
    if (sim.count == 0 || sim.count > MOST_THREADS)
        fail("a block of so many threads in", name_of(kernel));
    unsigned blocks = grid.x * grid.y * grid.z;
    gpusim_open_memory();
    for (unsigned i = 0; i < blocks; i++)
        run_block(sim.down ? blocks - 1 - i : i);
    gpusim_close_memory(false);
    return 0;
}

static struct {
    struct dim grid, block;
    size_t shared;
    void *stream;
} pushed;

unsigned __cudaPushCallConfiguration(struct dim grid, struct dim block, size_t shared, void *stream)
{
    pushed.grid = grid, pushed.block = block, pushed.shared = shared, pushed.stream = stream;
    return 0;
}

int __cudaPopCallConfiguration(struct dim *grid, struct dim *block, size_t *shared, void **stream)
{
    *grid = pushed.grid, *block = pushed.block, *shared = pushed.shared, *stream = pushed.stream;
    return 0;
}

int cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset, int kind)
{
    return cudaMemcpy((char *)find(gpusim_variables, symbol)->address + offset, from, n, kind);
}

int cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset, int kind)
{
    return cudaMemcpy(to, (char *)find(gpusim_variables, symbol)->address + offset, n, kind);
}

/* ---- intrinsics ------------------------------------------------------------------------------ */

#define INDEX(name, value)                                                                         \
    unsigned gpusim_##name##_x(void)                                                               \
    {                                                                                              \
        return (value).x;                                                                          \
    }                                                                                              \
    unsigned gpusim_##name##_y(void)                                                               \
    {                                                                                              \
        return (value).y;                                                                          \
    }                                                                                              \
    unsigned gpusim_##name##_z(void)                                                               \
    {                                                                                              \
        return (value).z;                                                                          \
    }
INDEX(read_ptx_sreg_tid, self()->index)
INDEX(read_ptx_sreg_ntid, sim.block)
INDEX(read_ptx_sreg_ctaid, sim.at)
INDEX(read_ptx_sreg_nctaid, sim.grid)
INDEX(workitem_id, self()->index)
INDEX(workgroup_id, sim.at)

/* What AMD's devices have in memory: the dispatch packet (HSA Platform System Architecture
 * Specification), and implicit arguments ("User Guide for AMDGPU Backend", code object V5). */
struct dispatch {
    uint16_t header, setup, block[3], reserved;
    uint32_t grid[3]; /* threads */
};
const struct dispatch *gpusim_dispatch_ptr(void)
{
    static struct dispatch d;
    d.block[0] = (uint16_t)sim.block.x, d.grid[0] = sim.grid.x * sim.block.x;
    d.block[1] = (uint16_t)sim.block.y, d.grid[1] = sim.grid.y * sim.block.y;
    d.block[2] = (uint16_t)sim.block.z, d.grid[2] = sim.grid.z * sim.block.z;
    return &d;
}

struct implicit {
    uint32_t blocks[3];
    uint16_t size[3];
    char others[102];
    uint32_t dynamic_shared; /* at 120 */
};
const struct implicit *gpusim_implicitarg_ptr(void)
{
    static struct implicit i;
    _Static_assert(offsetof(struct implicit, dynamic_shared) == 120, "its place");
    i.blocks[0] = sim.grid.x, i.size[0] = (uint16_t)sim.block.x;
    i.blocks[1] = sim.grid.y, i.size[1] = (uint16_t)sim.block.y;
    i.blocks[2] = sim.grid.z, i.size[2] = (uint16_t)sim.block.z;
    i.dynamic_shared = (uint32_t)sim.shared;
    return &i;
}

unsigned gpusim_read_ptx_sreg_dynamic_smem_size(void)
{
    return (unsigned)sim.shared;
}
unsigned gpusim_read_ptx_sreg_laneid(void)
{
    return sim.current % WARP;
}
unsigned gpusim_read_ptx_sreg_lanemask_lt(void)
{
    return (1u << sim.current % WARP) - 1;
}
unsigned gpusim_read_ptx_sreg_lanemask_gt(void)
{
    return ~gpusim_read_ptx_sreg_lanemask_lt() << 1;
}
unsigned gpusim_read_ptx_sreg_lanemask_eq(void)
{
    return 1u << sim.current % WARP;
}
unsigned gpusim_read_ptx_sreg_lanemask_le(void)
{
    return ~gpusim_read_ptx_sreg_lanemask_gt();
}
unsigned gpusim_read_ptx_sreg_lanemask_ge(void)
{
    return ~gpusim_read_ptx_sreg_lanemask_lt();
}
/* What cooperative groups have of shared memory for themselves. */
uint64_t gpusim_reserved_shared(void)
{
    static char reserved[1024];
    return (uint64_t)(uintptr_t)reserved;
}
/* PTX ISA, fns: the place of the bit that is number `offset` from `base` on, upwards or downwards.
 */
unsigned gpusim_fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return mask >> base & 1 ? base : ~0u;
    for (int k = (int)base; k >= 0 && k < WARP; k += step)
        if (mask >> k & 1 && --left == 0)
            return (unsigned)k;
    return ~0u;
}
unsigned gpusim_bfind_shiftamt(unsigned n)
{
    return n ? (unsigned)__builtin_clz(n) : ~0u;
}
unsigned gpusim_read_ptx_sreg_warpid(void)
{
    return sim.current / WARP;
}
unsigned gpusim_read_ptx_sreg_warpsize(void)
{
    return WARP;
}

unsigned gpusim_activemask(void)
{
    wait_for(WAITS_ACTIVE, (unsigned)(uintptr_t)__builtin_return_address(0));
    return (unsigned)self()->posted;
}

/* Memory of a thread is its stack. */
bool gpusim_isspacep_local(const void *p)
{
    const char *stack = self()->stack;
    return (const char *)p >= stack && (const char *)p < stack + STACK;
}

void gpusim_barrier_cta_sync_aligned_all(unsigned barrier)
{
    wait_for(WAITS_BLOCK, barrier);
}
void gpusim_barrier_cta_sync_all(unsigned barrier)
{
    wait_for(WAITS_BLOCK, barrier);
}

void gpusim_barrier_cta_sync_aligned_count(unsigned barrier, unsigned count)
{
    wait_for(WAITS_BLOCK, barrier | count << COUNT_SHIFT);
}
void gpusim_s_barrier(void)
{
    wait_for(WAITS_BLOCK, 0);
}
void gpusim_barrier_cta_sync_count(unsigned barrier, unsigned count)
{
    wait_for(WAITS_BLOCK, barrier | count << COUNT_SHIFT);
}

static unsigned count_of(unsigned barrier, bool vote)
{
    unsigned n = 0;
    self()->posted = vote;
    wait_for(WAITS_BLOCK, barrier);
    for (unsigned i = 0; i < sim.count; i++)
        n += sim.fibers[i].shown != 0;
    return n;
}
#define BARRIER_VOTES(kind)                                                                        \
    unsigned gpusim_barrier_cta_red_popc_##kind(unsigned barrier, bool vote)                       \
    {                                                                                              \
        return count_of(barrier, vote);                                                            \
    }                                                                                              \
    bool gpusim_barrier_cta_red_and_##kind(unsigned barrier, bool vote)                            \
    {                                                                                              \
        return count_of(barrier, vote) == sim.count;                                               \
    }                                                                                              \
    bool gpusim_barrier_cta_red_or_##kind(unsigned barrier, bool vote)                             \
    {                                                                                              \
        return count_of(barrier, vote) != 0;                                                       \
    }
BARRIER_VOTES(aligned_all)
BARRIER_VOTES(all)

void gpusim_bar_warp_sync(unsigned lanes)
{
    wait_for(WAITS_WARP, lanes);
}

unsigned gpusim_additions;
void gpusim_count_addition(void)
{
    gpusim_additions++;
}

void gpusim_step(void);
void gpusim_step(void)
{
    if (sim.steps)
        swapcontext(&self()->context, &sim.scheduler);
}

/* The value that the lane has posted, which is one of its warp. */
static uint64_t exchange(unsigned lanes, uint64_t value, unsigned lane)
{
    unsigned first = sim.current / WARP * WARP;
    self()->posted = value;
    wait_for(WAITS_WARP, lanes);
    return sim.fibers[first + lane].shown;
}

unsigned gpusim_vote_ballot_sync(unsigned lanes, bool vote)
{
    unsigned first = sim.current / WARP * WARP, votes = 0;
    self()->posted = vote;
    wait_for(WAITS_WARP, lanes);
    for (unsigned i = 0; i < warp_size_at(first); i++)
        votes |= (lanes >> i & 1 && sim.fibers[first + i].shown) ? 1u << i : 0;
    return votes;
}
bool gpusim_vote_any_sync(unsigned lanes, bool vote)
{
    return gpusim_vote_ballot_sync(lanes, vote) != 0;
}
bool gpusim_vote_all_sync(unsigned lanes, bool vote)
{
    return gpusim_vote_ballot_sync(lanes, vote) == lanes;
}

/* What the lane has posted, for each lane that takes part: fn(sum, value, lane). */
static uint64_t over_lanes(unsigned lanes, uint64_t value, uint64_t start,
                           uint64_t (*fn)(uint64_t, uint64_t, unsigned))
{
    unsigned first = sim.current / WARP * WARP;
    self()->posted = value;
    wait_for(WAITS_WARP, lanes);
    for (unsigned i = 0; i < warp_size_at(first); i++)
        if (lanes >> i & 1)
            start = fn(start, sim.fibers[first + i].shown, i);
    return start;
}

static uint64_t mark_equal(uint64_t mask, uint64_t value, unsigned lane)
{
    return mask | (uint64_t)(value == self()->shown) << lane;
}
unsigned gpusim_match_any_sync_i32(unsigned lanes, unsigned value)
{
    return (unsigned)over_lanes(lanes, value, 0, mark_equal);
}
unsigned gpusim_match_any_sync_i64(unsigned lanes, uint64_t value)
{
    return (unsigned)over_lanes(lanes, value, 0, mark_equal);
}

#define REDUX(name, type, start, more)                                                             \
    static uint64_t redux_##name(uint64_t sum, uint64_t value, unsigned lane)                      \
    {                                                                                              \
        type a = (type)sum, b = (type)value;                                                       \
        (void)lane;                                                                                \
        return (uint64_t)(more);                                                                   \
    }                                                                                              \
    type gpusim_redux_sync_##name(type value, unsigned lanes)                                      \
    {                                                                                              \
        return (type)over_lanes(lanes, (uint64_t)value, (uint64_t)(start), redux_##name);          \
    }
REDUX(add, unsigned, 0, a + b)
REDUX(and, unsigned, ~0u, a &b)
REDUX(or, unsigned, 0, a | b)
REDUX(xor, unsigned, 0, a ^ b)
REDUX(umin, unsigned, ~0u, a < b ? a : b)
REDUX(umax, unsigned, 0, a > b ? a : b)
REDUX(min, int, INT32_MAX, a < b ? a : b)
REDUX(max, int, INT32_MIN, a > b ? a : b)

/* A clock that counts how often it was asked. */
static uint64_t ticks;
uint64_t gpusim_read_ptx_sreg_clock64(void)
{
    return ++ticks;
}
unsigned gpusim_read_ptx_sreg_clock(void)
{
    return (unsigned)++ticks;
}
uint64_t gpusim_read_ptx_sreg_globaltimer(void)
{
    return ++ticks;
}
void gpusim_nanosleep(unsigned time)
{
    (void)time;
    gpusim_step();
}

/* PTX ISA, shfl.sync: `clamp` has the segment in bits 8 to 12 and the last lane in bits 0 to 4. */
static unsigned source_lane(int mode, unsigned by, unsigned clamp)
{
    unsigned lane = sim.current % WARP, segment = clamp >> 8 & 31, last = clamp & 31;
    unsigned low = lane & segment, most = low | (last & ~segment);
    int j;
    by &= WARP - 1;
    switch (mode) {
    case 'u': j = (int)lane - (int)by; return j >= (int)most ? (unsigned)j : lane;
    case 'd': j = (int)(lane + by); return j <= (int)most ? (unsigned)j : lane;
    case 'b': j = (int)(lane ^ by); return j <= (int)most ? (unsigned)j : lane;
    default: j = (int)(low | (by & ~segment)); return j <= (int)most ? (unsigned)j : lane;
    }
}

#define SHUFFLE(name, mode)                                                                        \
    int gpusim_shfl_sync_##name##_i32(unsigned lanes, int v, unsigned by, unsigned clamp)          \
    {                                                                                              \
        return (int)exchange(lanes, (unsigned)v, source_lane(mode, by, clamp));                    \
    }                                                                                              \
    float gpusim_shfl_sync_##name##_f32(unsigned lanes, float v, unsigned by, unsigned clamp)      \
    {                                                                                              \
        unsigned bits;                                                                             \
        memcpy(&bits, &v, sizeof v);                                                               \
        bits = (unsigned)exchange(lanes, bits, source_lane(mode, by, clamp));                      \
        memcpy(&v, &bits, sizeof v);                                                               \
        return v;                                                                                  \
    }
SHUFFLE(up, 'u')
SHUFFLE(down, 'd')
SHUFFLE(bfly, 'b')
SHUFFLE(idx, 'i')

/* The compiler's library has it from GCC 13 on: to the nearest number of bfloat16, whose bits are
 * the lower ones of the register of the result. */
float __truncsfbf2(float x);
float __truncsfbf2(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- functions of libdevice ------------------------------------------------------------------ */

#define FUNCTION1(name)                                                                            \
    double gpusim_nv_##name(double x)                                                              \
    {                                                                                              \
        return name(x);                                                                            \
    }                                                                                              \
    float gpusim_nv_##name##f(float x)                                                             \
    {                                                                                              \
        return name##f(x);                                                                         \
    }
#define FUNCTION2(name)                                                                            \
    double gpusim_nv_##name(double x, double y)                                                    \
    {                                                                                              \
        return name(x, y);                                                                         \
    }                                                                                              \
    float gpusim_nv_##name##f(float x, float y)                                                    \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }
FUNCTION1(acos)
FUNCTION1(asin)
FUNCTION1(atan)
FUNCTION1(cbrt)
FUNCTION1(cos)
FUNCTION1(cosh)
FUNCTION1(erf)
FUNCTION1(exp)
FUNCTION1(exp2)
FUNCTION1(expm1)
FUNCTION1(fabs)
FUNCTION1(floor)
FUNCTION1(log)
FUNCTION1(log10)
FUNCTION1(log1p)
FUNCTION1(log2)
FUNCTION1(sin)
FUNCTION1(sinh)
FUNCTION1(sqrt)
FUNCTION1(tan)
FUNCTION1(tanh)
FUNCTION2(atan2)
FUNCTION2(fmax)
FUNCTION2(fmin)
FUNCTION2(fmod)
FUNCTION2(hypot)
FUNCTION2(pow)

/* Those that approximate, as exactly as it goes. */
#define APPROXIMATION(name, value)                                                                 \
    float gpusim_##name(float x)                                                                   \
    {                                                                                              \
        return value;                                                                              \
    }
APPROXIMATION(ex2_approx_f32, exp2f(x))
APPROXIMATION(ex2_approx_ftz_f32, exp2f(x))
APPROXIMATION(lg2_approx_f, log2f(x))
APPROXIMATION(lg2_approx_ftz_f, log2f(x))
APPROXIMATION(sin_approx_f, sinf(x))
APPROXIMATION(sin_approx_ftz_f, sinf(x))
APPROXIMATION(cos_approx_f, cosf(x))
APPROXIMATION(cos_approx_ftz_f, cosf(x))
APPROXIMATION(rsqrt_approx_f, 1 / sqrtf(x))
APPROXIMATION(rsqrt_approx_ftz_f, 1 / sqrtf(x))
APPROXIMATION(sqrt_approx_f, sqrtf(x))
APPROXIMATION(rcp_approx_ftz_f, 1 / x)
double gpusim_rsqrt_approx_d(double x)
{
    return 1 / sqrt(x);
}
double gpusim_rcp_approx_ftz_d(double x)
{
    return 1 / x;
}

int gpusim_mulhi_i(int a, int b)
{
    return (int)((int64_t)a * b >> 32);
}
unsigned gpusim_mulhi_ui(unsigned a, unsigned b)
{
    return (unsigned)((uint64_t)a * b >> 32);
}
int64_t gpusim_mulhi_ll(int64_t a, int64_t b)
{
    return (int64_t)((__int128)a * b >> 64);
}
uint64_t gpusim_mulhi_ull(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

void __assertfail(const char *what, const char *file, unsigned line, const char *function,
                  size_t size);
void __assertfail(const char *what, const char *file, unsigned line, const char *function,
                  size_t size)
{
    (void)size;
    fprintf(stderr, "%s:%u: in %s: assertion `%s' failed\n", file, line, function, what);
    abort();
}
double gpusim_nv_fma(double x, double y, double z)
{
    return fma(x, y, z);
}
float gpusim_nv_fmaf(float x, float y, float z)
{
    return fmaf(x, y, z);
}

#define OWN1(name, value, value_of_float)                                                          \
    double gpusim_nv_##name(double x)                                                              \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    float gpusim_nv_##name##f(float x)                                                             \
    {                                                                                              \
        return value_of_float;                                                                     \
    }
OWN1(rsqrt, 1 / sqrt(x), 1 / sqrtf(x))
OWN1(rcbrt, 1 / cbrt(x), 1 / cbrtf(x))
OWN1(sinpi, sin(M_PI *fmod(x, 2)), sinf((float)M_PI *fmodf(x, 2)))
OWN1(cospi, cos(M_PI *fmod(x, 2)), cosf((float)M_PI *fmodf(x, 2)))

double gpusim_nv_rhypot(double x, double y)
{
    return 1 / hypot(x, y);
}
float gpusim_nv_rhypotf(float x, float y)
{
    return 1 / hypotf(x, y);
}

FUNCTION1(erfc)
FUNCTION1(j0)
FUNCTION1(j1)
FUNCTION1(y0)
FUNCTION1(y1)

double gpusim_nv_jn(int n, double x)
{
    return jn(n, x);
}
double gpusim_nv_yn(int n, double x)
{
    return yn(n, x);
}

static double scaled_erfc(double x)
{
    return (double)(expl((long double)x * x) * erfcl(x));
}
/* Newton's method, from 0. */
static double inverse_erf(double x)
{
    double y = 0;
    for (int k = 0; k < 60; k++)
        y += (x - erf(y)) * exp(y * y) * sqrt(M_PI) / 2;
    return y;
}
static double inverse_erfc(double x)
{
    return inverse_erf(1 - x);
}
static double inverse_normcdf(double p)
{
    return -M_SQRT2 * inverse_erfc(2 * p);
}
static double bessel_i(int n, double x)
{
    double term = n ? x / 2 : 1, sum = term;
    for (int k = 1; k < 100; k++)
        sum += term *= x * x / 4 / (k * (k + n));
    return sum;
}
OWN1(erfcx, scaled_erfc(x), (float)scaled_erfc((double)x))
OWN1(erfinv, inverse_erf(x), (float)inverse_erf((double)x))
OWN1(erfcinv, inverse_erfc(x), (float)inverse_erfc((double)x))
OWN1(normcdfinv, inverse_normcdf(x), (float)inverse_normcdf((double)x))
OWN1(cyl_bessel_i0, bessel_i(0, x), (float)bessel_i(0, (double)x))
OWN1(cyl_bessel_i1, bessel_i(1, x), (float)bessel_i(1, (double)x))
FUNCTION1(trunc)
FUNCTION2(copysign)

/* Of ockl: the heap, and lines of text that strings are appended to. */
uint64_t __ockl_dm_alloc(uint64_t size);
uint64_t __ockl_dm_alloc(uint64_t size)
{
    return (uintptr_t)malloc(size);
}
void __ockl_dm_dealloc(uint64_t block);
void __ockl_dm_dealloc(uint64_t block)
{
    free((void *)(uintptr_t)block);
}
uint64_t __ockl_fprintf_stderr_begin(void);
uint64_t __ockl_fprintf_stderr_begin(void)
{
    return 0;
}
uint64_t __ockl_fprintf_append_string_n(uint64_t count, const char *text, uint64_t n, uint32_t end);
uint64_t __ockl_fprintf_append_string_n(uint64_t count, const char *text, uint64_t n, uint32_t end)
{
    if (count) /* behind the format */
        fprintf(stderr, "%s%.*s", count > 1 ? ": " : "", (int)n, text);
    if (end)
        fprintf(stderr, "\n");
    return count + 1;
}

/* Those of ocml that have another form. */
double gpusim_ocml_sincos_f64(double x, double *c)
{
    *c = cos(x);
    return sin(x);
}

void gpusim_nv_sincos(double x, double *s, double *c)
{
    sincos(x, s, c);
}
double gpusim_nv_modf(double x, double *whole)
{
    return modf(x, whole);
}
double gpusim_nv_norm3d(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}
double gpusim_nv_normcdf(double x)
{
    return erfc(-x * M_SQRT1_2) / 2;
}
