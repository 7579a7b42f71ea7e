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
double fabs(double x);
double floor(double x);
double fmod(double x, double y);
double frexp(double x, int *exponent);
double ldexp(double x, int exponent);
double log(double x);
double pow(double x, double y);
double round(double x);
double tan(double x);
double tgamma(double x);
#endif
