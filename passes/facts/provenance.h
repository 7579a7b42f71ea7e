/* Where the bytes of values come from.
 *
 * Compilers move floating-point values and pointers in the bytes of integers: side by side in one
 * register, through shifts and masks, in vectors of other elements, in pointers. For each byte of
 * each integer, vector, floating-point value and pointer of a function one forward analysis says
 * which byte of which value it is. A value is the source of a byte if it does not take it unchanged
 * from one of its operands: memory that is loaded, an argument, the result of a call or of
 * arithmetic, a merge of different bytes.
 *
 * The lattice of one byte: not yet seen; a constant, or a byte of an operand's source, perhaps with
 * another sign; a byte of the value itself. A merge (phi, select) of equal bytes is that byte, of
 * different ones its own source. Only whole bytes are followed, in the order of little-endian
 * machines; for other machines every value is its own source. */
#ifndef ENZCC_FACTS_PROVENANCE_H
#define ENZCC_FACTS_PROVENANCE_H
#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "bridge/ezb.h"
#include <llvm-c/Target.h>

/* What became of the highest bit of a byte. */
enum byte_sign { SIGN_SAME, SIGN_FLIPPED, SIGN_CLEARED, SIGN_SET };

enum byte_kind {
    BYTE_OF,        /* byte number `byte` of `source`, the lowest is 0 */
    BYTE_CONSTANT,  /* `byte` is its value */
    BYTE_UNDEFINED, /* undef or poison */
};

struct byte_origin {
    LLVMValueRef source; /* NULL unless BYTE_OF */
    uint16_t byte;
    uint8_t kind, sign;
};

LIMIT(PROVENANCE_BYTES, 64); /* of the largest value that is followed */

struct provenance;

/* The analysis of fn; valid as long as fn does not change. */
struct provenance *provenance_of(LLVMModuleRef m, struct arena *a, LLVMValueRef fn);
/* How many bytes of values of this type are followed; 0: none. */
unsigned provenance_size(const struct provenance *p, LLVMTypeRef t);
/* The origin of byte k of v, an operand or instruction of the function or any constant. */
struct byte_origin provenance_byte(const struct provenance *p, LLVMValueRef v, unsigned k);
/* The origins of the bytes of an instruction in terms of its operands: a source is one of them, or
 * the instruction. Returns how many bytes are followed. */
unsigned provenance_step(const struct provenance *p, LLVMValueRef inst,
                         struct byte_origin out[PROVENANCE_BYTES]);
/* The origins of bytes of v are n bytes in a row of one source: the first of them is *first, its
 * sign that of the last one. `reversed`: in opposite order. False otherwise. */
bool provenance_run(const struct provenance *p, LLVMValueRef v, unsigned at, unsigned n,
                    bool reversed, struct byte_origin *first);
/* Prints what is known of each value that takes bytes from others. */
void provenance_dump(const struct provenance *p);
#endif
