/* Images: the bytes of integers in variables.
 *
 * The kind map can tell what bytes in memory are, not what bytes in a register are. The image of a
 * value is a variable that has its bytes behind its definition. What the bytes come from is
 * facts/provenance.h; beyond that, values are opened here that have their bytes at places which the
 * run chooses: shifts by a variable number of bytes, bytes put one after the other into an integer
 * in a loop, merges, lanes of vectors by a variable number, and two integers laid over each other
 * by or, xor or add, of which each has zeros where the other one has bytes of values. */
#ifndef ENZCC_PREPARE_BYTES_IMAGES_H
#define ENZCC_PREPARE_BYTES_IMAGES_H
#include "base/vec.h"
#include "facts/provenance.h"
#include "prepare/bytes/bytes.h"

struct images {
    struct prepare *p;
    LLVMValueRef fn;
    struct provenance *from;
    LLVMBuilderRef b;
    LLVMTypeRef i8, word; /* of a byte, of sizes */
    unsigned tbaa;        /* kind of metadata */
    bool wanted;   /* the bytes end as a value: what is loaded from memory of which nothing is known
                      is part of one */
    struct map of; /* source -> its image */
    struct map together;        /* value -> the variable that it is put together in */
    struct map seen;            /* by the question that is asked now */
    VEC(LLVMValueRef) replaced; /* stores of values that became copies of images */
    struct map none[2]; /* by `wanted`: value -> in how many steps no bytes of values were found */
};

void images_init(struct images *m, struct prepare *p, LLVMValueRef fn);
void images_dispose(struct images *m);

/* Bytes of floating-point values or pointers are, or may be, among those of v. */
bool images_carry(struct images *m, LLVMValueRef v);
/* So they are, and not as whole values in their places: neither twins nor copies of words serve. */
bool images_broken(struct images *m, LLVMValueRef v);
/* v is one of several integers, whichever the run comes by, and bytes of values or pointers are, or
 * may be, among those of one of them. */
bool images_merged(struct images *m, LLVMValueRef v);
/* This makes, or stores, what an integer leaves in its image. */
bool images_is_rest(LLVMValueRef inst);
/* Builds copies of all bytes of v to address `to`, in front of `before`. */
void images_build(struct images *m, LLVMValueRef v, LLVMValueRef to, LLVMValueRef before);
/* A variable with all bytes of v, built behind its definition for all who ask: what comes back to v
 * from several of them is added before it is taken apart. */
LLVMValueRef images_together(struct images *m, LLVMValueRef v);
/* The bytes of a variable are copied to an address, in front of `before`. */
void images_copy(struct images *m, LLVMValueRef to, LLVMValueRef from, unsigned n,
                 LLVMValueRef before);
/* Erases stores that became copies: until then something may be built in front of them. */
void images_erase_replaced(struct images *m);
/* A variable of n bytes. */
LLVMValueRef images_variable(struct images *m, unsigned n);
#endif
