/* std::exception_ptr: a pointer to the thrown object, which counts its owners. What the headers of
 * libstdc++ and libc++ only declare. */
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
void enz_body__ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct pointer *result,
                                                                       void *object);

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

void enz_body__ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct pointer *result,
                                                                       void *object)
{
    result->object = object;
    __cxa_increment_exception_refcount(object);
}

/* libc++'s std::nested_exception */
struct nested {
    void *const *virtual_functions;
    struct pointer thrown;
};
extern void *const _ZTVSt16nested_exception[];
void _ZSt17current_exceptionv(struct pointer *result);
void _ZSt17rethrow_exceptionSt13exception_ptr(struct pointer *p);
void _ZSt9terminatev(void);
void enz_body__ZNSt16nested_exceptionC2Ev(struct nested *n);
void enz_body__ZNKSt16nested_exception14rethrow_nestedEv(const struct nested *n);

void enz_body__ZNSt16nested_exceptionC2Ev(struct nested *n)
{
    n->virtual_functions = _ZTVSt16nested_exception + 2;
    _ZSt17current_exceptionv(&n->thrown);
}

void enz_body__ZNKSt16nested_exception14rethrow_nestedEv(const struct nested *n)
{
    struct pointer p = n->thrown;
    if (!p.object)
        _ZSt9terminatev();
    __cxa_increment_exception_refcount(p.object);
    _ZSt17rethrow_exceptionSt13exception_ptr(&p);
}
