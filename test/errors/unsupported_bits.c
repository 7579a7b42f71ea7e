/* Half the exponent by a shift of the bits: no arithmetic on whole numbers. */
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

static float f(float x)
{
  int bits;
  float y;
  memcpy(&bits, &x, sizeof bits);
  bits = 0x5f3759df - (bits >> 1); /* enzcc-error: unsupported */
  memcpy(&y, &bits, sizeof y);
  return y * (1.5f - 0.5f * x * y * y);
}

int main(int argc, char **argv)
{
  (void)argv;
  extern float __enzyme_autodiff_float(void *, ...);
  return (int)__enzyme_autodiff_float((void *)f, (float)argc);
}
