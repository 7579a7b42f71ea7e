// With libc++: median by nth_element, partial_sort and trimmed means.
#include "../algorithms/nth_element.cpp"
