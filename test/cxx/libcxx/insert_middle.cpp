// With libc++: insert in the middle and at the front: elements behind move up.
#include "../vector/insert_middle.cpp"
