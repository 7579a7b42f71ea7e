/* Keeps the C library from giving the pages of freed blocks back to the operating system.
 *
 * Blocks of the primal that a derivative frees go to the program's allocator, as they must, and the
 * next call of the derivative gets its blocks from there. The C library, though, gives the end of
 * its heap back as soon as nothing lies there, so that the next call would fault all pages again.
 * Therefore a small block of the thread's own lies behind them: it holds what is below. */
#ifndef ENZ_HOLD_H
#define ENZ_HOLD_H

/* A block of the primal that will be freed. */
void enz_hold_note(void *block);
/* Before the blocks noted are freed. */
void enz_hold_place(void);
/* Lets go what is held. */
void enz_hold_trim(void);

#endif
