// With libc++: std::sort of few and of many numbers (introsort with its insertion sort).
#include "../algorithms/sort.cpp"
