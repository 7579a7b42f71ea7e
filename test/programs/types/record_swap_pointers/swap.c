#include <stddef.h>

void swap(void *a, void *b, size_t size);

void swap(void *a, void *b, size_t size)
{
    unsigned char *p = a, *q = b;
    for (size_t i = 0; i < size; i++) {
        unsigned char t = p[i];
        p[i] = q[i];
        q[i] = t;
    }
}
