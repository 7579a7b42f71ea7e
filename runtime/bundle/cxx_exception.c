/* std::exception_ptr: a pointer to the thrown object, which counts its owners. What the headers of libstdc++ and libc++ only declare. */
#include <stddef.h>

struct pointer {
    void *object;
};

/* libstdc++ */
void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(struct pointer *p);
void enz_body__ZNSt15__exception_ptr13exception_ptrC1EPv(struct pointer *p, void *object);

void enz_body__ZNSt15__exception_ptr13exception_ptrC1EPv(struct pointer *p, void *object)
{
    p->object = object;
    if (object)
        _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(p);
}

/* libc++ */
void __cxa_increment_exception_refcount(void *object);
void __cxa_decrement_exception_refcount(void *object);
void enz_body__ZNSt13exception_ptrC1ERKS_(struct pointer *p, const struct pointer *q);
void enz_body__ZNSt13exception_ptrD1Ev(struct pointer *p);
struct pointer *enz_body__ZNSt13exception_ptraSERKS_(struct pointer *p, const struct pointer *q);
void enz_body__ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct pointer *result, void *object);

void enz_body__ZNSt13exception_ptrC1ERKS_(struct pointer *p, const struct pointer *q)
{
    p->object = q->object;
    __cxa_increment_exception_refcount(q->object);
}

void enz_body__ZNSt13exception_ptrD1Ev(struct pointer *p)
{
    __cxa_decrement_exception_refcount(p->object);
}

struct pointer *enz_body__ZNSt13exception_ptraSERKS_(struct pointer *p, const struct pointer *q)
{
    void *old = p->object;
    p->object = q->object;
    __cxa_increment_exception_refcount(q->object);
    __cxa_decrement_exception_refcount(old);
    return p;
}

void enz_body__ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct pointer *result, void *object)
{
    result->object = object;
    __cxa_increment_exception_refcount(object);
}
