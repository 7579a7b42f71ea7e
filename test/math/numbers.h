/* Conversions between the machine's FP types and multi-precision numbers. */
#ifndef MATH_NUMBERS_H
#define MATH_NUMBERS_H
#include <mpfr.h>
#include "math_test.h"

__extension__ typedef __float128 quad;

void number_set_long(mpfr_t r, long double x);
void number_set_quad(mpfr_t r, quad x);
float number_get_float(mpfr_t x);
double number_get_double(mpfr_t x);
long double number_get_long(mpfr_t x);
quad number_get_quad(mpfr_t x);

/* What memory holds for a test type: half and bfloat travel as float. */
size_t number_size(enum test_type type);
void number_store(void *at, mpfr_t x, enum test_type type);
void number_load(mpfr_t r, const void *at, enum test_type type);
#endif
