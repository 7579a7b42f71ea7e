// With libc++: reading into active memory ends the derivative of what was there.
#include "../streams/input_overwrites.cpp"
