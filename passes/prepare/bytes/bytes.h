/* Active floating-point values that travel as something else: as bytes, as integers, as pointers,
 * in members of a union. Each function changes one prepared function and returns the number of
 * changes. */
#ifndef ENZCC_PREPARE_BYTES_H
#define ENZCC_PREPARE_BYTES_H
#include "ir/members.h"
#include "prepare/prepare.h"

/* Atomic operations on the bits of floating-point values become operations on the values. */
unsigned prepare_atomics(struct prepare *p, LLVMValueRef fn);
/* Floating-point values and addresses in the bytes of integers move as what they are, and bytes
 * that are loaded together to be used as several things are loaded as each of them (whole_values.c,
 * split_loads.c). */
unsigned prepare_whole_values(struct prepare *p, LLVMValueRef fn);
/* An integer of a float and an integer, one of which is a constant, is stored half by half; with
 * p->facts (split_stores.c). */
unsigned prepare_split_stores(struct prepare *p, LLVMValueRef fn);
/* Stores of structs with pointers and floating-point values become stores of these
 * (aggregates.c). */
unsigned prepare_aggregates(struct prepare *p, LLVMValueRef fn);
/* Products by which an integer has the bits of a narrower one several times become shifts. */
unsigned prepare_copied_bits(struct prepare *p, LLVMValueRef fn);
/* Signs that masks put into the bits of numbers are put there by copysign. */
unsigned prepare_copied_signs(struct prepare *p, LLVMValueRef fn);
/* Pointers that are moved by distances which may lead to another block are calculated as integers,
 * where values or pointers are reached through them; with p->facts as well (distances.c). */
unsigned prepare_distances(struct prepare *p, LLVMValueRef fn);
/* Types are told which integers are such distances (distances_noted.c). */
unsigned prepare_note_distances(struct prepare *p, LLVMValueRef fn);
/* Accesses to arrays in structs have a note that they stay there (member_arrays.c). */
unsigned prepare_member_arrays(struct prepare *p, LLVMValueRef fn);
unsigned prepare_program_member_arrays(struct prepare *p);
unsigned prepare_member_origins(struct prepare *p, LLVMValueRef fn);
/* Loads that may be one have the same notes (member_loads.c). */
unsigned prepare_member_loads(struct prepare *p, LLVMValueRef fn);
/* A call that is inlined. Before: what its callee does through parameters gets notes, if operands
 * of the call have some; what is known of structs behind parameters is known of the operands, and
 * what is known of them behind the call, of what is returned. After it, for the instructions from
 * `first` on up to what had followed the call: notes of parameters are those of the operands. */
struct prepare_inlined {
    LLVMValueRef callee;
    unsigned count;
    struct member_claim *in; /* what is noted of each operand */
    const char *suffix;
    LLVMBasicBlockRef from, after; /* with the call, and the one behind it; NULL: it is the last */
    LLVMValueRef end;              /* behind the call; NULL: it ends the block */
    LLVMValueRef start;            /* of the function: the callee's variables come in front of it;
                                      NULL: the call itself is there */
};
struct prepare_inlined prepare_member_call(struct prepare *p, LLVMValueRef call,
                                           LLVMValueRef callee);
void prepare_member_inlined(const struct prepare_inlined *o, LLVMValueRef first);
/* Pointers in memory that memset clears are cleared one by one after it. */
unsigned prepare_cleared_pointers(struct prepare *p, LLVMValueRef fn);
unsigned prepare_chosen_loads(struct prepare *p, LLVMValueRef fn);

/* True if bytes of wider integers are stored, or loaded and shifted to their place. */
bool prepare_shifts_bytes(struct prepare *p, LLVMValueRef fn);
/* The bytes of an integer that are stored one by one are stored together. */
unsigned prepare_part_stores(struct prepare *p, LLVMValueRef fn);
/* The bytes of an integer that are loaded one by one in reverse order are loaded together. */
unsigned prepare_part_loads(struct prepare *p, LLVMValueRef fn);
/* v with its bytes in reverse order. */
LLVMValueRef prepare_reversed(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v);
/* Loops that copy or exchange memory byte by byte become copies of blocks. Loops must be
 * simplified. */
unsigned prepare_byte_loops(struct prepare *p, LLVMValueRef fn);

/* Copies into bytes of local variables that nobody reads go; of all functions of a set. */
unsigned prepare_dead_copies(struct prepare *p, struct prepare_targets *set);
/* What value numbering makes of a floating-point value where another class has something else: a
 * part of it as a value, its bits as an address. */
unsigned prepare_parts_merged(struct prepare *p, LLVMValueRef fn);
unsigned prepare_addresses_merged(struct prepare *p, LLVMValueRef fn);

/* ---- with p->facts --------------------------------------------------------------------------- */

/* Integers and pointers that carry untyped bytes from place to place become copies of memory. */
unsigned prepare_words(struct prepare *p, LLVMValueRef fn);
/* What is made of parts of values, byte by byte, becomes copies of those bytes (byte_copies.c). */
unsigned prepare_byte_copies(struct prepare *p, LLVMValueRef fn);
/* Accesses to the high halves of doubles become accesses to the whole. */
unsigned prepare_number_halves(struct prepare *p, LLVMValueRef fn);
/* Values computed by integer arithmetic on bits get a derivative (bits/number_bits.h). */
unsigned prepare_number_bits(struct prepare *p, LLVMValueRef fn);

/* Rounding by sums with large constants is piecewise constant (bits/roundings.c). */
unsigned prepare_roundings(struct prepare *p, LLVMValueRef fn);
#endif
