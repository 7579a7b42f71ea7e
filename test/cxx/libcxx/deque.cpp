// With libc++: a deque grown at both ends and taken from both ends.
#include "../containers/deque.cpp"
