// With libc++: memoised recursion through a map that is filled on the way.
#include "../maps/memo.cpp"
