/* Twins: the bytes of a value as a value of the type that they have.
 *
 * A floating-point value, an address or part of a struct that travels in the bytes of an integer,
 * or of a vector or pointer of another type, gets a twin that is what the bytes are: the source of
 * the bytes itself, a load of the same memory, or a phi or select of twins. What follows such bytes
 * through shifts, masks and shuffles is facts/provenance.h. */
#ifndef ENZCC_PREPARE_BYTES_TWINS_H
#define ENZCC_PREPARE_BYTES_TWINS_H
#include "facts/provenance.h"
#include "prepare/bytes/bytes.h"

struct twins {
    struct prepare *p;
    struct provenance *from;
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    struct map known;   /* source -> list of its twins */
    struct map visited; /* merges that the question asked now has come by -> list of places */
};

void twins_init(struct twins *t, struct prepare *p, LLVMValueRef fn);
/* With what is known already of where bytes come from. */
void twins_init_with(struct twins *t, struct prepare *p, struct provenance *from);
void twins_dispose(struct twins *t);

/* Which value the bytes of a scalar of type `type` at byte `at` of v are. */
struct twin_place {
    LLVMValueRef source;
    unsigned at;
    enum byte_sign sign;
    LLVMTypeRef type;
};
/* False if they come from several sources, or from none. */
bool twins_place(const struct twins *t, LLVMValueRef v, unsigned at, LLVMTypeRef type,
                 struct twin_place *out);
/* The twin is more than bits taken out of its source: the source has, or for one way into a merge
 * has, a value or memory of this type there. */
bool twins_found(struct twins *t, const struct twin_place *place);
/* Builds the twin behind its source. */
LLVMValueRef twins_value(struct twins *t, const struct twin_place *place);
/* The bytes at `at` of v as a value of a scalar type, whatever they are; built before `before`. */
LLVMValueRef twins_bits(struct twins *t, LLVMValueRef v, unsigned at, LLVMTypeRef type,
                        LLVMValueRef before);

/* Loads of bytes that are used as several things become a load for each of them; the number of
 * changes, after which the twins are to be made anew (split_loads.c). */
unsigned split_loads(struct twins *t, LLVMValueRef fn);

/* A load that may be repeated where it stands. */
bool twins_plain_load(LLVMValueRef v);
bool twins_floating(LLVMTypeRef t);
#endif
