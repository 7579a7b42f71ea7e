__attribute__((noinline)) double saturate(double x);
double twice_saturated(double x);
