// With libc++: unique_ptr to an object, to an array, moved and released.
#include "../memory/unique_ptr.cpp"
