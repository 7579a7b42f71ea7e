/* Functions of the device that have no rule, as bodies to differentiate in their place
 * (passes/rules/bundle.h). They are called by the names of ISO C, or those without prefix. */
#include <math.h>

#define BODIES(T, f, half, sqrt_half)                                                              \
    void enz_body_sincos##f(T x, T *s, T *c);                                                      \
    void enz_body_sincos##f(T x, T *s, T *c)                                                       \
    {                                                                                              \
        T sine = sin##f(x), cosine = cos##f(x);                                                    \
        *s = sine;                                                                                 \
        *c = cosine;                                                                               \
    }                                                                                              \
    void enz_body_sincospi##f(T x, T *s, T *c);                                                    \
    void enz_body_sincospi##f(T x, T *s, T *c)                                                     \
    {                                                                                              \
        T sine = sinpi##f(x), cosine = cospi##f(x);                                                \
        *s = sine;                                                                                 \
        *c = cosine;                                                                               \
    }                                                                                              \
    T enz_body_modf##f(T x, T *whole);                                                             \
    T enz_body_modf##f(T x, T *whole)                                                              \
    {                                                                                              \
        T rest = copysign##f(isinf(x) ? 0 : x - trunc##f(x), x);                                   \
        *whole = trunc##f(x);                                                                      \
        return rest;                                                                               \
    }                                                                                              \
    T enz_body_norm3d##f(T x, T y, T z);                                                           \
    T enz_body_norm3d##f(T x, T y, T z)                                                            \
    {                                                                                              \
        return hypot##f(hypot##f(x, y), z);                                                        \
    }                                                                                              \
    T enz_body_rnorm3d##f(T x, T y, T z);                                                          \
    T enz_body_rnorm3d##f(T x, T y, T z)                                                           \
    {                                                                                              \
        return rhypot##f(hypot##f(x, y), z);                                                       \
    }                                                                                              \
    T enz_body_norm4d##f(T x, T y, T z, T w);                                                      \
    T enz_body_norm4d##f(T x, T y, T z, T w)                                                       \
    {                                                                                              \
        return hypot##f(hypot##f(x, y), hypot##f(z, w));                                           \
    }                                                                                              \
    T enz_body_rnorm4d##f(T x, T y, T z, T w);                                                     \
    T enz_body_rnorm4d##f(T x, T y, T z, T w)                                                      \
    {                                                                                              \
        return rhypot##f(hypot##f(x, y), hypot##f(z, w));                                          \
    }                                                                                              \
    T enz_body_normcdf##f(T x);                                                                    \
    T enz_body_normcdf##f(T x)                                                                     \
    {                                                                                              \
        return half * erfc##f(-(x * sqrt_half));                                                   \
    }                                                                                              \
    T enz_body_normcdfinv##f(T p);                                                                 \
    T enz_body_normcdfinv##f(T p)                                                                  \
    {                                                                                              \
        return -(erfcinv##f(2 * p) / sqrt_half);                                                   \
    }
BODIES(double, , 0.5, 0.70710678118654752440)
BODIES(float, f, 0.5f, 0.70710678118654752440f)

/* Those of ocml whose second result is in memory of the thread have names of their own. */
#ifdef __AMDGCN__
#define PRIVATE __attribute__((opencl_private))
#define OCML_BODIES(T, f, bits)                                                                    \
    T enz_body___ocml_sincos_##bits(T x, PRIVATE T *c);                                            \
    T enz_body___ocml_sincos_##bits(T x, PRIVATE T *c)                                             \
    {                                                                                              \
        *c = cos##f(x);                                                                            \
        return sin##f(x);                                                                          \
    }                                                                                              \
    T enz_body___ocml_sincospi_##bits(T x, PRIVATE T *c);                                          \
    T enz_body___ocml_sincospi_##bits(T x, PRIVATE T *c)                                           \
    {                                                                                              \
        *c = cospi##f(x);                                                                          \
        return sinpi##f(x);                                                                        \
    }                                                                                              \
    T enz_body___ocml_modf_##bits(T x, PRIVATE T *whole);                                          \
    T enz_body___ocml_modf_##bits(T x, PRIVATE T *whole)                                           \
    {                                                                                              \
        *whole = trunc##f(x);                                                                      \
        return copysign##f(isinf(x) ? 0 : x - trunc##f(x), x);                                     \
    }
OCML_BODIES(double, , f64)
OCML_BODIES(float, f, f32)
#endif
