/* What a test needs of HIP, where there is no ROCm: run by runtime.c on the CPU. Names and meanings
 * are those of the HIP runtime; what threads ask of the device, and the functions of ocml, are as
 * AMD's headers have them. */
#ifndef ENZCC_TEST_GPUSIM_HIP_RUNTIME_H
#define ENZCC_TEST_GPUSIM_HIP_RUNTIME_H
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

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
        : x(x), y(y), z(z)
    {
    }
};
struct double2 {
    double x, y;
};
struct float4 {
    float x, y, z, w;
};

enum hipError_t { hipSuccess = 0, hipErrorInvalidDeviceFunction = 98 };
enum hipMemcpyKind {
    hipMemcpyHostToHost,
    hipMemcpyHostToDevice,
    hipMemcpyDeviceToHost,
    hipMemcpyDeviceToDevice,
    hipMemcpyDefault
};
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;

extern "C" {
hipError_t hipMalloc(void **p, size_t n);
hipError_t hipMallocAsync(void **p, size_t n, hipStream_t stream);
hipError_t hipMallocManaged(void **p, size_t n, unsigned flags);
hipError_t hipHostMalloc(void **p, size_t n, unsigned flags);
hipError_t hipFree(void *p);
hipError_t hipFreeAsync(void *p, hipStream_t stream);
hipError_t hipHostFree(void *p);
hipError_t hipMemcpy(void *to, const void *from, size_t n, enum hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void *to, const void *from, size_t n, enum hipMemcpyKind kind,
                          hipStream_t stream = 0);
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t n, enum hipMemcpyKind kind,
                               hipStream_t stream);
hipError_t hipMemcpyHtoD(void *to, void *from, size_t n);
hipError_t hipMemcpyDtoH(void *to, void *from, size_t n);
hipError_t hipMemcpyDtoD(void *to, void *from, size_t n);
hipError_t hipMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                       size_t height, enum hipMemcpyKind kind);
hipError_t hipMemset(void *p, int value, size_t n);
hipError_t hipMemsetAsync(void *p, int value, size_t n, hipStream_t stream = 0);
hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset,
                             enum hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset,
                               enum hipMemcpyKind kind);
hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = 0);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipDeviceSynchronize(void);
hipError_t hipGetLastError(void);
const char *hipGetErrorString(hipError_t e);
hipError_t hipLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                           size_t shared, hipStream_t stream);
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                      hipStream_t stream = 0);
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream);
}
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
    (kernel)<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__)

/* How often a thread has added to a number by an atomic instruction so far. */
extern "C" unsigned gpusim_additions;

template <class T> hipError_t hipMalloc(T **p, size_t n)
{
    return hipMalloc((void **)p, n);
}
template <class T> hipError_t hipMallocManaged(T **p, size_t n, unsigned flags = 1)
{
    return hipMallocManaged((void **)p, n, flags);
}
template <class T> hipError_t hipHostMalloc(T **p, size_t n, unsigned flags = 0)
{
    return hipHostMalloc((void **)p, n, flags);
}
template <class T>
hipError_t hipMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0)
{
    return hipMemcpyToSymbol((const void *)&symbol, from, n, offset, hipMemcpyHostToDevice);
}
template <class T>
hipError_t hipMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0)
{
    return hipMemcpyFromSymbol(to, (const void *)&symbol, n, offset, hipMemcpyDeviceToHost);
}

/* ---- places ---------------------------------------------------------------------------------- */

#define GPUSIM_PLACE(axis, value)                                                                  \
    __declspec(property(get = get_##axis)) unsigned axis;                                          \
    static __device__ __forceinline__ unsigned get_##axis()                                        \
    {                                                                                              \
        return value;                                                                              \
    }
#define GPUSIM_PLACES(name, of)                                                                    \
    struct gpusim_##name {                                                                         \
        GPUSIM_PLACE(x, of(x))                                                                     \
        GPUSIM_PLACE(y, of(y))                                                                     \
        GPUSIM_PLACE(z, of(z))                                                                     \
    };                                                                                             \
    static constexpr __device__ gpusim_##name name{};
#define GPUSIM_THREAD(axis) __builtin_amdgcn_workitem_id_##axis()
#define GPUSIM_BLOCK(axis)  __builtin_amdgcn_workgroup_id_##axis()
#define GPUSIM_SIZE(axis)   __builtin_amdgcn_workgroup_size_##axis()
#define GPUSIM_COUNT(axis)                                                                         \
    (__builtin_amdgcn_grid_size_##axis() / __builtin_amdgcn_workgroup_size_##axis())
GPUSIM_PLACES(threadIdx, GPUSIM_THREAD)
GPUSIM_PLACES(blockIdx, GPUSIM_BLOCK)
GPUSIM_PLACES(blockDim, GPUSIM_SIZE)
GPUSIM_PLACES(gridDim, GPUSIM_COUNT)

static __device__ __forceinline__ void __syncthreads()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/* ---- functions of the device, as ocml names them --------------------------------------------- */

#define GPUSIM_FUNCTION1(name, ocml)                                                               \
    extern "C" __device__ double __ocml_##ocml##_f64(double);                                      \
    extern "C" __device__ float __ocml_##ocml##_f32(float);                                        \
    static __device__ __forceinline__ double name(double x)                                        \
    {                                                                                              \
        return __ocml_##ocml##_f64(x);                                                             \
    }                                                                                              \
    static __device__ __forceinline__ float name##f(float x)                                       \
    {                                                                                              \
        return __ocml_##ocml##_f32(x);                                                             \
    }
#define GPUSIM_FUNCTION2(name, ocml)                                                               \
    extern "C" __device__ double __ocml_##ocml##_f64(double, double);                              \
    extern "C" __device__ float __ocml_##ocml##_f32(float, float);                                 \
    static __device__ __forceinline__ double name(double x, double y)                              \
    {                                                                                              \
        return __ocml_##ocml##_f64(x, y);                                                          \
    }                                                                                              \
    static __device__ __forceinline__ float name##f(float x, float y)                              \
    {                                                                                              \
        return __ocml_##ocml##_f32(x, y);                                                          \
    }
GPUSIM_FUNCTION1(acos, acos)
GPUSIM_FUNCTION1(asin, asin)
GPUSIM_FUNCTION1(atan, atan)
GPUSIM_FUNCTION1(cbrt, cbrt)
GPUSIM_FUNCTION1(cos, cos)
GPUSIM_FUNCTION1(cosh, cosh)
GPUSIM_FUNCTION1(cospi, cospi)
GPUSIM_FUNCTION1(cyl_bessel_i0, i0)
GPUSIM_FUNCTION1(cyl_bessel_i1, i1)
GPUSIM_FUNCTION1(erf, erf)
GPUSIM_FUNCTION1(erfc, erfc)
GPUSIM_FUNCTION1(erfcinv, erfcinv)
GPUSIM_FUNCTION1(erfcx, erfcx)
GPUSIM_FUNCTION1(erfinv, erfinv)
GPUSIM_FUNCTION1(exp, exp)
GPUSIM_FUNCTION1(exp2, exp2)
GPUSIM_FUNCTION1(expm1, expm1)
GPUSIM_FUNCTION1(fabs, fabs)
GPUSIM_FUNCTION1(floor, floor)
GPUSIM_FUNCTION1(j0, j0)
GPUSIM_FUNCTION1(j1, j1)
GPUSIM_FUNCTION1(log, log)
GPUSIM_FUNCTION1(log10, log10)
GPUSIM_FUNCTION1(log1p, log1p)
GPUSIM_FUNCTION1(log2, log2)
GPUSIM_FUNCTION1(normcdf, ncdf)
GPUSIM_FUNCTION1(normcdfinv, ncdfinv)
GPUSIM_FUNCTION1(rcbrt, rcbrt)
GPUSIM_FUNCTION1(rsqrt, rsqrt)
GPUSIM_FUNCTION1(sin, sin)
GPUSIM_FUNCTION1(sinh, sinh)
GPUSIM_FUNCTION1(sinpi, sinpi)
GPUSIM_FUNCTION1(sqrt, sqrt)
GPUSIM_FUNCTION1(tan, tan)
GPUSIM_FUNCTION1(tanh, tanh)
GPUSIM_FUNCTION1(y0, y0)
GPUSIM_FUNCTION1(y1, y1)
GPUSIM_FUNCTION2(atan2, atan2)
GPUSIM_FUNCTION2(fmax, fmax)
GPUSIM_FUNCTION2(fmin, fmin)
GPUSIM_FUNCTION2(fmod, fmod)
GPUSIM_FUNCTION2(hypot, hypot)
GPUSIM_FUNCTION2(pow, pow)
GPUSIM_FUNCTION2(rhypot, rhypot)

extern "C" {
__device__ double __ocml_fma_f64(double x, double y, double z);
__device__ float __ocml_fma_f32(float x, float y, float z);
__device__ double __ocml_len3_f64(double x, double y, double z);
__device__ double __ocml_sincos_f64(double x, __attribute__((opencl_private)) double *c);
__device__ double __ocml_modf_f64(double x, __attribute__((opencl_private)) double *whole);
}
static __device__ __forceinline__ double fma(double x, double y, double z)
{
    return __ocml_fma_f64(x, y, z);
}
static __device__ __forceinline__ float fmaf(float x, float y, float z)
{
    return __ocml_fma_f32(x, y, z);
}
static __device__ __forceinline__ double norm3d(double x, double y, double z)
{
    return __ocml_len3_f64(x, y, z);
}
static __device__ __forceinline__ void sincos(double x, double *s, double *c)
{
    double cosine;
    *s = __ocml_sincos_f64(x, (__attribute__((opencl_private)) double *)&cosine);
    *c = cosine;
}
static __device__ __forceinline__ double modf(double x, double *whole)
{
    double part;
    double rest = __ocml_modf_f64(x, (__attribute__((opencl_private)) double *)&part);
    *whole = part;
    return rest;
}
/* By recurrence, upwards. */
#define GPUSIM_BESSEL(name, start, next)                                                           \
    static __device__ __forceinline__ double name(int n, double x)                                 \
    {                                                                                              \
        double before = start(x), at = next(x);                                                    \
        if (n == 0)                                                                                \
            return before;                                                                         \
        for (int k = 1; k < n; k++) {                                                              \
            double then = 2 * k / x * at - before;                                                 \
            before = at, at = then;                                                                \
        }                                                                                          \
        return at;                                                                                 \
    }
GPUSIM_BESSEL(jn, j0, j1)
GPUSIM_BESSEL(yn, y0, y1)

#define GPUSIM_BITS(name, from, to)                                                                \
    static __device__ __forceinline__ to name(from v)                                              \
    {                                                                                              \
        return __builtin_bit_cast(to, v);                                                          \
    }
GPUSIM_BITS(__double_as_longlong, double, long long)
GPUSIM_BITS(__longlong_as_double, long long, double)
GPUSIM_BITS(__float_as_int, float, int)
GPUSIM_BITS(__int_as_float, int, float)

template <class T> static __device__ __forceinline__ T atomicAdd(T *p, T v)
{
    return __hip_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <class T> static __device__ __forceinline__ T atomicMax(T *p, T v)
{
    return __hip_atomic_fetch_max(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <class T> static __device__ __forceinline__ T atomicExch(T *p, T v)
{
    return __hip_atomic_exchange(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
static __device__ __forceinline__ int atomicCAS(int *p, int expected, int v)
{
    __hip_atomic_compare_exchange_strong(p, &expected, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}
static __device__ __forceinline__ unsigned long long
atomicCAS(unsigned long long *p, unsigned long long expected, unsigned long long v)
{
    __hip_atomic_compare_exchange_strong(p, &expected, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}
#endif
