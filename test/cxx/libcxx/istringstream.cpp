// With libc++: numbers read from an istringstream are constants.
#include "../streams/istringstream.cpp"
