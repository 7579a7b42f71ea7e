/* What the runtime needs of <math.h> where there is no C library. */
#ifndef ENZCC_DEVICE_MATH_H
#define ENZCC_DEVICE_MATH_H
#include <float.h> /* NAN, INFINITY */

#ifndef NAN
#define NAN      __builtin_nanf("")
#define INFINITY __builtin_inff()
#endif
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
double copysign(double x, double y);
float copysignf(float x, float y);
double cos(double x);
float cosf(float x);
double cospi(double x);
float cospif(float x);
double erfc(double x);
float erfcf(float x);
double erfcinv(double x);
float erfcinvf(float x);
double fabs(double x);
double floor(double x);
double fmod(double x, double y);
double frexp(double x, int *exponent);
double hypot(double x, double y);
float hypotf(float x, float y);
double j0(double x);
double j1(double x);
double ldexp(double x, int exponent);
double log(double x);
double pow(double x, double y);
double rhypot(double x, double y);
float rhypotf(float x, float y);
double round(double x);
double sin(double x);
float sinf(float x);
double sinpi(double x);
float sinpif(float x);
double tan(double x);
double tgamma(double x);
double trunc(double x);
float truncf(float x);
double y0(double x);
double y1(double x);
#endif
