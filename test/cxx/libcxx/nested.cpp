// With libc++: a vector of vectors: rows of different lengths, grown inside.
#include "../vector/nested.cpp"
