#include <stddef.h>
void *bytes_new(size_t n);
void bytes_free(void *p);
void bytes_copy(void *dst, const void *src, size_t n);
void bytes_move(void *dst, const void *src, size_t n);
