#include "model.h"
extern int enzyme_dup, enzyme_const;
size_t __enzyme_augmentsize(void *, ...);

size_t model_tape_size(void)
{
    return __enzyme_augmentsize((void *)model, enzyme_dup, enzyme_const);
}
