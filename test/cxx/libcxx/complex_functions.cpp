// With libc++: std::complex functions: exp, log, sqrt, pow, sin, polar, abs, arg, conj.
#include "../numeric/complex_functions.cpp"
