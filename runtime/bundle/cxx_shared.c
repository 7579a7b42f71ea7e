/* libc++'s control blocks of shared_ptr and weak_ptr: the functions that its headers only declare.
 *
 * Layout of __shared_weak_count: the table of virtual functions, owners less one, weak owners less
 * one. */
#include <stddef.h>

struct block {
    void (**virtual_functions)(struct block *);
    long owners, weak_owners;
};
enum { ON_ZERO_SHARED_WEAK = 4 /* behind two destructors, __on_zero_shared, __get_deleter */ };

void _ZdlPv(void *);
void enz_body__ZNSt3__114__shared_countD0Ev(struct block *b);
void enz_body__ZNSt3__119__shared_weak_countD0Ev(struct block *b);
void enz_body__ZNSt3__114__shared_countD1Ev(struct block *b);
void enz_body__ZNSt3__114__shared_countD2Ev(struct block *b);
void enz_body__ZNSt3__119__shared_weak_countD1Ev(struct block *b);
void enz_body__ZNSt3__119__shared_weak_countD2Ev(struct block *b);
void enz_body__ZNSt3__119__shared_weak_count14__release_weakEv(struct block *b);
struct block *enz_body__ZNSt3__119__shared_weak_count4lockEv(struct block *b);

void enz_body__ZNSt3__114__shared_countD0Ev(struct block *b)
{
    _ZdlPv(b);
}

void enz_body__ZNSt3__119__shared_weak_countD0Ev(struct block *b)
{
    _ZdlPv(b);
}

void enz_body__ZNSt3__114__shared_countD1Ev(struct block *b)
{
    (void)b;
}

void enz_body__ZNSt3__114__shared_countD2Ev(struct block *b)
{
    (void)b;
}

void enz_body__ZNSt3__119__shared_weak_countD1Ev(struct block *b)
{
    (void)b;
}

void enz_body__ZNSt3__119__shared_weak_countD2Ev(struct block *b)
{
    (void)b;
}

void enz_body__ZNSt3__119__shared_weak_count14__release_weakEv(struct block *b)
{
    if (__atomic_fetch_add(&b->weak_owners, -1, __ATOMIC_ACQ_REL) == 0)
        b->virtual_functions[ON_ZERO_SHARED_WEAK](b);
}

struct block *enz_body__ZNSt3__119__shared_weak_count4lockEv(struct block *b)
{
    long owners = __atomic_load_n(&b->owners, __ATOMIC_SEQ_CST);
    while (owners != -1)
        if (__atomic_compare_exchange_n(&b->owners, &owners, owners + 1, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            return b;
    return NULL;
}
