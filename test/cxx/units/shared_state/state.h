#ifndef STATE_H
#define STATE_H
struct Counter {
    double total = 1;
    int calls = 0;
    Counter() : total(2)
    {
    }
};
inline Counter &counter()
{
    static Counter c;
    return c;
}
inline double gain = 3;
template <class T> struct Buffer {
    static T last[2];
};
template <class T> T Buffer<T>::last[2] = {1, 1};
void add(double x);
#endif
