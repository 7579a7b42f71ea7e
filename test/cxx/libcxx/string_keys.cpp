// With libc++: a std::map with string keys, looked up by name.
#include "../maps/string_keys.cpp"
