/* See object_set.h. */
#include "facts/object_set.h"
#include "facts/types.h"

void object_set_init(struct object_set *s, struct arena *a)
{
    *s = (struct object_set){0};
    map_init(&s->objects, a);
}

bool object_set_is_empty(const struct object_set *s)
{
    return !s->all && !s->count;
}

/* Of other values nothing says where they lead. */
static unsigned count_of(struct types *t, LLVMValueRef v)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    return pointer ? types_object_count(t, v) : 0;
}

static void *name_of(struct types *t, LLVMValueRef pointer, unsigned i)
{
    unsigned object = types_object(t, pointer, i);
    return object == TYPES_NO_OBJECT ? NULL : (void *)((uintptr_t)object + 1);
}

bool object_set_put_all(struct object_set *s)
{
    bool new = !s->all;
    s->all = true;
    return new;
}

bool object_set_put(struct object_set *s, struct types *t, LLVMValueRef pointer)
{
    unsigned before = s->count, n = count_of(t, pointer);
    bool all = s->all;
    s->all |= n == 0;
    for (unsigned i = 0; i < n; i++) {
        void *object = name_of(t, pointer, i);
        s->all |= !object;
        if (object && !map_get(&s->objects, object)) {
            map_put(&s->objects, object, object);
            s->count++;
        }
    }
    return s->count != before || s->all != all;
}

bool object_set_has(const struct object_set *s, struct types *t, LLVMValueRef pointer)
{
    unsigned n = count_of(t, pointer);
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMIntegerTypeKind)
        return s->all;
    if (object_set_is_empty(s) || s->all || !n)
        return !object_set_is_empty(s);
    for (unsigned i = 0; i < n; i++) {
        void *object = name_of(t, pointer, i);
        if (!object || map_get(&s->objects, object))
            return true;
    }
    return false;
}
