/* Struct types of generated programs. */
#ifndef FUZZ_STRUCT_H
#define FUZZ_STRUCT_H

#include "gen.h"

/* Invents the struct types of the program and writes their definitions. */
void struct_make_types(struct gen *g);

/* Declares and initialises a variable of a struct type. */
void struct_declare(struct gen *g, int type);

#endif
