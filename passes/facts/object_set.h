/* Sets of memory objects, as far as the types of a request tell them apart. */
#ifndef ENZCC_FACTS_OBJECT_SET_H
#define ENZCC_FACTS_OBJECT_SET_H
#include "base/map.h"
#include "bridge/ezb.h"

struct types;
struct object_set {
    struct map objects; /* number of an object, as a pointer -> itself */
    unsigned count;
    bool all; /* an object that is not known was put in: it may be any */
};

void object_set_init(struct object_set *s, struct arena *a);
bool object_set_is_empty(const struct object_set *s);
/* Puts in whatever the pointer leads to; false if all of it was there. */
bool object_set_put(struct object_set *s, struct types *t, LLVMValueRef pointer);
bool object_set_put_all(struct object_set *s);
/* The pointer may lead to an object of the set. */
bool object_set_has(const struct object_set *s, struct types *t, LLVMValueRef pointer);
#endif
