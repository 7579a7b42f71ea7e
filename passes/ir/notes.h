/* Notes that preparation leaves in code for the facts: attributes of calls. */
#ifndef ENZCC_IR_NOTES_H
#define ENZCC_IR_NOTES_H

/* Note at a call: the integer that it returns. */
#define PREPARE_RETURNS "enz-returns"
/* At a copy of one word that is a floating-point value at some times and a pointer at others: what
 * it is in the end only the run can tell. */
#define PREPARE_WORD "enz-word"
#endif
