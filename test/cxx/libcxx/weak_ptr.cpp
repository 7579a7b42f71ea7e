// With libc++: weak_ptr: lock while alive and after the end.
#include "../memory/weak_ptr.cpp"
