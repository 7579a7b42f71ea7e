// With libc++: list::sort, merge and unique relink nodes.
#include "../containers/list_sort.cpp"
