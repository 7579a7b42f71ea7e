// With libc++: numbers as keys: the order of active keys decides what is multiplied with what.
#include "../maps/map_by_number.cpp"
