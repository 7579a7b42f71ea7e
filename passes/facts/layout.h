/* What lies where in the bytes that a copy moves. */
#ifndef ENZCC_FACTS_LAYOUT_H
#define ENZCC_FACTS_LAYOUT_H
#include "bridge/ezb.h"
#include <stdbool.h>
#include <stdint.h>

enum elem_kind {
    ELEM_UNKNOWN,
    ELEM_INT,
    ELEM_PTR,
    ELEM_FLOAT,
    ELEM_UNTYPED /* the run decides: the kind map knows */
};
struct type_elem {
    uint64_t offset;
    enum elem_kind kind;
    LLVMTypeRef type; /* FP type for ELEM_FLOAT, ptr for ELEM_PTR, an integer type for ELEM_INT; for
                         ELEM_UNTYPED, if there are no pointers, the only FP type there is, or void:
                         there are several; NULL: anything */
    uint64_t size;    /* of ELEM_UNTYPED */
};
/* One period of the bytes moved, starting at the first byte: elems[] sorted by offset, repeated
 * every `period` bytes (period 0: the elements are listed up to the access size, nothing repeats).
 * Gaps are padding. */
struct copy_layout {
    uint64_t period;
    unsigned count;
    struct type_elem *elems;
    LLVMValueRef copy;
    bool rest;        /* behind the last whole period there may be the beginning of another */
    bool untyped;     /* all bytes are ELEM_UNTYPED */
    uint64_t limit;   /* not 0: of a copy of more bytes all are */
    LLVMTypeRef only; /* of these, as in struct type_elem */
};

/* Part of what is copied is left to the run. */
bool copy_layout_has_untyped(const struct copy_layout *l);
#endif
