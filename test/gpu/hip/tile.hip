/* A derivative with shared memory, a barrier, a tape, functions of ocml and atomic additions. */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern "C" {
int hipLaunchKernel(const void *f, dim3 grid, dim3 block, void **arguments, unsigned long shared,
                    void *stream);
int __hipPushCallConfiguration(dim3 grid, dim3 block, unsigned long shared = 0, void *stream = 0);
int __hipPopCallConfiguration(dim3 *grid, dim3 *block, unsigned long *shared, void **stream);
__device__ double __ocml_sin_f64(double);
__device__ float __ocml_exp_f32(float);
}
extern __device__ int enzyme_dup, enzyme_const;
template <class R, class... T> __device__ R __enzyme_autodiff(void *, T...);
template <class R, class... T> __device__ R __enzyme_fwddiff(void *, T...);

__device__ void tile(const double *x, double *y, int n)
{
    __shared__ double t[64];
    int k = __builtin_amdgcn_workitem_id_x(), i = __builtin_amdgcn_workgroup_id_x() * 64 + k;
    t[k] = x[i] * x[i];
    __builtin_amdgcn_s_barrier();
    double s = t[(k + 1) % 64];
    for (int j = 0; j < n % 7; j++)
        s = __ocml_sin_f64(s) * x[i] + __ocml_exp_f32((float)s);
    y[i] = s;
}
__global__ void reverse(const double *x, double *dx, double *y, double *dy, int n)
{
    __enzyme_autodiff<void>((void *)tile, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
__global__ void forward(const double *x, double *dx, double *y, double *dy, int n)
{
    __enzyme_fwddiff<void>((void *)tile, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}

int main()
{
    reverse<<<1, 64>>>(0, 0, 0, 0, 3);
    forward<<<1, 64>>>(0, 0, 0, 0, 3);
    return 0;
}
