/* Parts of active floating-point values: where the program takes numbers apart and puts them
 * together. */
#ifndef ENZCC_FACTS_BYTES_H
#define ENZCC_FACTS_BYTES_H
#include "base/limits.h"
#include "facts/activity.h"

LIMIT(BYTE_ROOTS_MAX, 16);

/* What an integer was made of. */
struct byte_roots {
    LLVMValueRef items[BYTE_ROOTS_MAX]; /* varied values, and loads from active memory */
    unsigned count;
    bool phi;  /* paths meet on the way: only some of them, or earlier ones, are in the integer */
    bool more; /* there are, or may be, others */
};

/* The store writes an integer in front of copies that lay bytes of values, or of addresses, over
 * it: what is left of it is part of none. */
bool bytes_is_rest(LLVMValueRef store);
/* If this store writes an integer that is, or may be, made of active floating-point values and part
 * of one: what of. Integers that carry whole values are not meant. */
bool bytes_stored_roots(struct activity_context *c, const struct activity_facts *a,
                        LLVMValueRef store, struct byte_roots *roots);
bool bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                       LLVMValueRef store);
/* A part made of an active floating-point value, or of a part of one in active memory, is stored:
 * the memory may hold such parts then. */
bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store);
/* What an integer, a byte or one that carries a byte, is made of: a byte of an active
 * floating-point value, or of active memory that nothing shows to hold an integer there, or
 * neither. */
enum bytes_source { BYTES_OF_NO_NUMBER, BYTES_UNKNOWN, BYTES_OF_NUMBER };
enum bytes_source bytes_passed(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef value);
/* An integer that was, or may be, made of an address by arithmetic, without its shadow, is stored
 * where there may be pointers. */
bool bytes_stored_address(struct activity_context *c, const struct activity_facts *a,
                          LLVMValueRef store);
/* What of. */
struct address_roots {
    VEC(LLVMValueRef) loads; /* of integers that may be addresses, or parts of one: the run knows */
    bool certain;            /* of something that is an address; the loads are not all then */
    bool phi; /* paths meet on the way: only some of them, or earlier ones, are in the integer */
};
bool bytes_address_roots(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef store, struct arena *arena, struct address_roots *roots);
/* An integer, whatever it was made of, is stored where there may be pointers and no floating-point
 * values, in a program that stores integers made of addresses. */
bool bytes_replace_address(struct activity_context *c, LLVMValueRef store);
/* An integer that is stored as it was loaded, from memory with a shadow, without that shadow: it
 * may be part of a pointer, or of a number where there are pointers as well. Where there are only
 * numbers, it is one of their parts (bytes_stored_roots). */
bool bytes_moved(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store);
/* v, an integer or a pointer without shadow, was made of an address that has one. */
bool bytes_of_address(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v);
/* A bitcast makes a number of single bytes, some of which come from an active floating-point value:
 * which ones only the run knows, so that the number is active and has no derivative. */
bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst);
/* A bitcast makes a number of the bits of an address that has a shadow: a member of a union that
 * travels as a pointer, in the parameter of a function, say. The number is active and its
 * derivative lost: nobody may ask for it. */
bool bytes_address_as_number(struct activity_context *c, const struct activity_facts *a,
                             LLVMValueRef inst);
/* What this store writes to memory that the kind map follows has pointers that may be the bits of a
 * number, too: a member of a union that came from elsewhere. */
bool bytes_stored_as_pointer(struct activity_context *c, LLVMValueRef store);
/* Integers that are made of parts by arithmetic, and stored where no numbers are, and numbers that
 * are made of loaded integers: noted when the facts of a function are complete. */
void bytes_note(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst);
/* Reports numbers that are made of such integers when they come back from memory: their derivatives
 * would be lost. False if there are any. */
bool bytes_check_memory(struct activity_context *c);
#endif
