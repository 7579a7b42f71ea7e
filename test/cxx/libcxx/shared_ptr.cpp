// With libc++: shared_ptr: make_shared, copies, reset, use_count, aliasing constructor.
#include "../memory/shared_ptr.cpp"
