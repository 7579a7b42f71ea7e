/* Chunks of memory for tapes, and those that are kept for the next tape.
 *
 * A page that the operating system hands out fresh is zeroed and mapped at its first access, which
 * costs more than what a derivative does with it. Therefore a chunk that a tape gives back stays
 * with the thread, and the same derivative, called again, gets the memory that it had before.
 *
 * What all threads together keep is bounded (reserve.h). */
#ifndef ENZ_CHUNKS_H
#define ENZ_CHUNKS_H

#include <stddef.h>

struct enz_chunk {
    struct enz_chunk *older; /* for the owner of the chunk */
    size_t before, released; /* the same; see tape.c */
    size_t size;             /* of the data behind this header */
    size_t share;            /* of it, what a limit that tapes share has room for; see tape.c */
    int counted;             /* it counts as kept, though a tape may have it for now */
};
enum { ENZ_CHUNK_HEADER = 48 };

/* The first byte of the data of a chunk, aligned to 16 bytes. */
char *enz_chunk_data(struct enz_chunk *chunk);
/* A chunk with at least `size` bytes of data, from those that are kept if one of them has. `older`
 * is not set. Never NULL: out of memory ends the program with a message. */
struct enz_chunk *enz_chunk_new(size_t size);
/* Gives the chunk up; NULL is allowed and does nothing. */
void enz_chunk_free(struct enz_chunk *chunk);
/* Gives the chunks back that this thread keeps. */
void enz_chunks_trim(void);
/* What enz_chunk_new says when there is no memory. */
_Noreturn void enz_chunk_out_of_memory(size_t size);

#endif
