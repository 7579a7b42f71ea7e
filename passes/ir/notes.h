/* Notes that preparation and derivatives leave in code for the facts: attributes of calls. */
#ifndef ENZCC_IR_NOTES_H
#define ENZCC_IR_NOTES_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Note at a call: the integer that it returns. */
#define PREPARE_RETURNS "enz-returns"
/* At a copy of one word that is a floating-point value at some times and a pointer at others: what
 * it is in the end only the run can tell. */
#define PREPARE_WORD "enz-word"
/* A call for the size of a block that realloc copies: at most what the program asked for matters.
 */
#define PREPARE_SIZE "enz-size"
/* On a copy of a range of memory that a derivative makes (emit/calls.c): of what it moves only that
 * matters which is read from the copy, and that begins at its start. */
#define RANGE_COPY "enz-range"

/* Metadata at an atomic operation of a library on an integer, whatever is known of the memory
 * around it (request/integer_atomics.c). */
#define ATOMIC_INTEGER "enz.atomic.integer"

void note_at(LLVMValueRef call, const char *note);
bool note_is_at(LLVMValueRef call, const char *note);
#endif
