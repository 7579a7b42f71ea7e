/* Adjoints in parts, and what else cannot be added to. */
#ifndef ENZ_KINDS_TORN_H
#define ENZ_KINDS_TORN_H

#include "kinds/map.h"

/* A byte of an adjoint that is not zero and has all its bytes here; `tag` is that of the byte. */
bool enz_kinds_is_live(struct enz_rt_tape *tape, const char *byte, tag_t tag);
/* The bytes of this adjoint go different ways from here. */
void enz_kinds_tear(struct enz_rt_tape *tape, const char *byte, tag_t tag, const char *where);
/* A part is discarded: `tag` is that of the byte. */
void enz_kinds_drop(struct enz_rt_tape *tape, const char *byte, tag_t tag);
/* What is left of adjoints in memory that is new, or stored to by the forward sweep. */
void enz_kinds_drop_all(struct enz_rt_tape *tape, const char *s, size_t n);
/* The part that has arrived here may be the last one of its adjoint. */
void enz_kinds_put_together(struct enz_rt_tape *tape, const char *byte, tag_t tag);
/* Ends the program if the bytes have parts of adjoints, or adjoints that are no value of this kind
 * at this place: of another format, or beginning elsewhere. */
void enz_kinds_check_whole(struct enz_rt_tape *tape, const char *s, const tag_t *tags, size_t n,
                           unsigned kind, const char *where);
/* Bytes that were loaded as a pointer become something else. What stands in their shadow is that
 * pointer's, or a seed if it was no pointer after all. */
void enz_kinds_check_loaded(const char *shadow, const tag_t *tags, size_t n, const char *where);

#endif
