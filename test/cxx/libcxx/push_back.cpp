// With libc++: a vector that grows by push_back, reallocating on the way.
#include "../vector/push_back.cpp"
