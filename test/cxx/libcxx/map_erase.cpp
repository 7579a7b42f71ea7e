// With libc++: erase from a map while walking it, lower_bound, reverse walk.
#include "../maps/map_erase.cpp"
