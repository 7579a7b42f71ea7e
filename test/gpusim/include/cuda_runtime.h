/* What a test needs of CUDA, where there is none: run by runtime.c on the CPU. Names and meanings
 * are those of the CUDA Runtime API. */
#ifndef ENZCC_TEST_GPUSIM_CUDA_RUNTIME_H
#define ENZCC_TEST_GPUSIM_CUDA_RUNTIME_H
#define GPUSIM 1
#include <stddef.h>

#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__        __inline__ __attribute__((always_inline))
#define __noinline__           __attribute__((noinline))

/* The standard headers, as some of Clang's for CUDA need them. */
#include <stdlib.h>

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z)
    {
    }
    __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    __host__ __device__ operator uint3() const
    {
        return {x, y, z};
    }
};
struct double2 {
    double x, y;
};
struct float4 {
    float x, y, z, w;
};
#define __DEVICE__ __device__
#include <__clang_cuda_builtin_vars.h>

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidDeviceFunction = 98 };
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

extern "C" {
cudaError_t cudaMalloc(void **p, size_t n);
cudaError_t cudaMallocAsync(void **p, size_t n, cudaStream_t stream);
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned flags);
cudaError_t cudaMallocHost(void **p, size_t n);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind,
                            cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *p, int value, size_t n);
cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset,
                               enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset,
                                 enum cudaMemcpyKind kind);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetLastError(void);
const char *cudaGetErrorString(cudaError_t e);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared, cudaStream_t stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
}

/* How often a thread has added to a number by an atomic instruction so far. */
extern "C" unsigned gpusim_additions;

template <class T> cudaError_t cudaMalloc(T **p, size_t n)
{
    return cudaMalloc((void **)p, n);
}
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n)
{
    return cudaMallocManaged((void **)p, n, 1);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, n, offset, cudaMemcpyHostToDevice);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, n, offset, cudaMemcpyDeviceToHost);
}

/* ---- functions of the device, as libdevice names them ---------------------------------------- */

#define GPUSIM_FUNCTION1(name)                                                                     \
    extern "C" __device__ double __nv_##name(double);                                              \
    extern "C" __device__ float __nv_##name##f(float);                                             \
    static __device__ __forceinline__ double name(double x)                                        \
    {                                                                                              \
        return __nv_##name(x);                                                                     \
    }                                                                                              \
    static __device__ __forceinline__ float name##f(float x)                                       \
    {                                                                                              \
        return __nv_##name##f(x);                                                                  \
    }
#define GPUSIM_FUNCTION2(name)                                                                     \
    extern "C" __device__ double __nv_##name(double, double);                                      \
    extern "C" __device__ float __nv_##name##f(float, float);                                      \
    static __device__ __forceinline__ double name(double x, double y)                              \
    {                                                                                              \
        return __nv_##name(x, y);                                                                  \
    }                                                                                              \
    static __device__ __forceinline__ float name##f(float x, float y)                              \
    {                                                                                              \
        return __nv_##name##f(x, y);                                                               \
    }
GPUSIM_FUNCTION1(acos)
GPUSIM_FUNCTION1(asin)
GPUSIM_FUNCTION1(atan)
GPUSIM_FUNCTION1(cbrt)
GPUSIM_FUNCTION1(cos)
GPUSIM_FUNCTION1(cosh)
GPUSIM_FUNCTION1(erf)
GPUSIM_FUNCTION1(exp)
GPUSIM_FUNCTION1(exp2)
GPUSIM_FUNCTION1(expm1)
GPUSIM_FUNCTION1(fabs)
GPUSIM_FUNCTION1(floor)
GPUSIM_FUNCTION1(log)
GPUSIM_FUNCTION1(log10)
GPUSIM_FUNCTION1(log1p)
GPUSIM_FUNCTION1(log2)
GPUSIM_FUNCTION1(rcbrt)
GPUSIM_FUNCTION1(rsqrt)
GPUSIM_FUNCTION1(sin)
GPUSIM_FUNCTION1(sinh)
GPUSIM_FUNCTION1(sinpi)
GPUSIM_FUNCTION1(cospi)
GPUSIM_FUNCTION1(sqrt)
GPUSIM_FUNCTION1(erfc)
GPUSIM_FUNCTION1(erfcinv)
GPUSIM_FUNCTION1(erfcx)
GPUSIM_FUNCTION1(erfinv)
GPUSIM_FUNCTION1(normcdfinv)
GPUSIM_FUNCTION1(cyl_bessel_i0)
GPUSIM_FUNCTION1(cyl_bessel_i1)
GPUSIM_FUNCTION1(j0)
GPUSIM_FUNCTION1(j1)
GPUSIM_FUNCTION1(y0)
GPUSIM_FUNCTION1(y1)
GPUSIM_FUNCTION1(tan)
GPUSIM_FUNCTION1(tanh)
GPUSIM_FUNCTION2(atan2)
GPUSIM_FUNCTION2(fmax)
GPUSIM_FUNCTION2(fmin)
GPUSIM_FUNCTION2(fmod)
GPUSIM_FUNCTION2(hypot)
GPUSIM_FUNCTION2(pow)
GPUSIM_FUNCTION2(rhypot)

extern "C" __device__ double __nv_jn(int n, double x);
extern "C" __device__ double __nv_yn(int n, double x);
extern "C" __device__ double __nv_fma(double x, double y, double z);
extern "C" __device__ float __nv_fmaf(float x, float y, float z);
static __device__ __forceinline__ double jn(int n, double x)
{
    return __nv_jn(n, x);
}
static __device__ __forceinline__ double yn(int n, double x)
{
    return __nv_yn(n, x);
}
static __device__ __forceinline__ double fma(double x, double y, double z)
{
    return __nv_fma(x, y, z);
}
static __device__ __forceinline__ float fmaf(float x, float y, float z)
{
    return __nv_fmaf(x, y, z);
}
extern "C" __device__ void __nv_sincos(double x, double *s, double *c);
extern "C" __device__ double __nv_modf(double x, double *whole);
extern "C" __device__ double __nv_norm3d(double x, double y, double z);
extern "C" __device__ double __nv_normcdf(double x);
static __device__ __forceinline__ void sincos(double x, double *s, double *c)
{
    __nv_sincos(x, s, c);
}
static __device__ __forceinline__ double modf(double x, double *whole)
{
    return __nv_modf(x, whole);
}
static __device__ __forceinline__ double norm3d(double x, double y, double z)
{
    return __nv_norm3d(x, y, z);
}
static __device__ __forceinline__ double normcdf(double x)
{
    return __nv_normcdf(x);
}

/* As clang's header has them: a double as two halves. */
#define GPUSIM_SHUFFLE(name, mode, bound, index)                                                   \
    inline __device__ float name(unsigned lanes, float v, index by, int width = 32)                \
    {                                                                                              \
        return __nvvm_shfl_sync_##mode##_f32(lanes, v, by, (32 - width) << 8 | bound);             \
    }                                                                                              \
    inline __device__ int name(unsigned lanes, int v, index by, int width = 32)                    \
    {                                                                                              \
        return __nvvm_shfl_sync_##mode##_i32(lanes, v, by, (32 - width) << 8 | bound);             \
    }                                                                                              \
    inline __device__ double name(unsigned lanes, double v, index by, int width = 32)              \
    {                                                                                              \
        int half[2];                                                                               \
        __builtin_memcpy(half, &v, sizeof v);                                                      \
        half[0] = name(lanes, half[0], by, width);                                                 \
        half[1] = name(lanes, half[1], by, width);                                                 \
        __builtin_memcpy(&v, half, sizeof v);                                                      \
        return v;                                                                                  \
    }
GPUSIM_SHUFFLE(__shfl_sync, idx, 31, int)
GPUSIM_SHUFFLE(__shfl_up_sync, up, 0, unsigned)
GPUSIM_SHUFFLE(__shfl_down_sync, down, 31, unsigned)
GPUSIM_SHUFFLE(__shfl_xor_sync, bfly, 31, int)

#define __syncthreads_count(vote) __nvvm_bar0_popc(vote)
#define __syncthreads_and(vote)   __nvvm_bar0_and(vote)
#define __syncthreads_or(vote)    __nvvm_bar0_or(vote)
#define __syncwarp(...)           gpusim_syncwarp(__VA_ARGS__)
static __device__ __forceinline__ void gpusim_syncwarp(unsigned lanes = ~0u)
{
    __nvvm_bar_warp_sync(lanes);
}
static __device__ __forceinline__ unsigned __ballot_sync(unsigned lanes, int vote)
{
    return __nvvm_vote_ballot_sync(lanes, vote);
}
static __device__ __forceinline__ unsigned __match_any_sync(unsigned lanes, unsigned value)
{
    return __nvvm_match_any_sync_i32(lanes, value);
}
static __device__ __forceinline__ unsigned __reduce_add_sync(unsigned lanes, unsigned value)
{
    return __nvvm_redux_sync_add((int)value, (int)lanes);
}
static __device__ __forceinline__ int __reduce_max_sync(unsigned lanes, int value)
{
    return __nvvm_redux_sync_max(value, (int)lanes);
}
static __device__ __forceinline__ void __nanosleep(unsigned time)
{
    __nvvm_nanosleep(time);
}
static __device__ __forceinline__ long long clock64()
{
    return __nvvm_read_ptx_sreg_clock64();
}

#define GPUSIM_BITS(name, from, to)                                                                \
    static __device__ __forceinline__ to name(from v)                                              \
    {                                                                                              \
        return __builtin_bit_cast(to, v);                                                          \
    }
GPUSIM_BITS(__double_as_longlong, double, long long)
GPUSIM_BITS(__longlong_as_double, long long, double)
GPUSIM_BITS(__float_as_int, float, int)
GPUSIM_BITS(__int_as_float, int, float)

static __device__ __forceinline__ int atomicCAS(int *p, int expected, int v)
{
    return __nvvm_atom_cas_gen_i(p, expected, v);
}
static __device__ __forceinline__ unsigned long long
atomicCAS(unsigned long long *p, unsigned long long expected, unsigned long long v)
{
    return __nvvm_atom_cas_gen_ll((long long *)p, expected, v);
}
static __device__ __forceinline__ int atomicMax(int *p, int v)
{
    return __nvvm_atom_max_gen_i(p, v);
}
static __device__ __forceinline__ float atomicExch(float *p, float v)
{
    return __int_as_float(__nvvm_atom_xchg_gen_i((int *)p, __float_as_int(v)));
}
static __device__ __forceinline__ double atomicAdd(double *p, double v)
{
    return __nvvm_atom_add_gen_d(p, v);
}
static __device__ __forceinline__ float atomicAdd(float *p, float v)
{
    return __nvvm_atom_add_gen_f(p, v);
}
static __device__ __forceinline__ int atomicAdd(int *p, int v)
{
    return __nvvm_atom_add_gen_i(p, v);
}
#endif
