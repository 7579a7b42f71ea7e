/* What a program may ask of the runtime that its derivatives use. A program or shared library that
 * is linked with derivatives has it; each has its own. */
#ifndef ENZCC_RUNTIME_H
#define ENZCC_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Gives the memory back that this thread keeps for the tapes of derivative calls to come: reverse
 * mode keeps intermediate values there, and a second call of the same derivative finds the memory
 * of the first. All threads together keep an eighth of the physical memory at most, and a thread
 * that ends keeps nothing. Tapes in use, those of split mode included, are not touched. */
void enz_rt_trim(void);

#ifdef __cplusplus
}
#endif

#endif
