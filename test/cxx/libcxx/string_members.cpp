// With libc++: structs with a string beside active numbers, in a vector that grows.
#include "../streams/string_members.cpp"
