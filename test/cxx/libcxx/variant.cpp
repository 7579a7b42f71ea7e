// With libc++: variant of shapes, visited; a vector of them grows.
#include "../utility/variant.cpp"
