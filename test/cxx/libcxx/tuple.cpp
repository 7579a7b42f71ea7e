// With libc++: tuples and pairs: structured bindings, tie, apply, get by type, tuple_cat.
#include "../utility/tuple.cpp"
