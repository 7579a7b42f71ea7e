/* Shadows of memory that the program had before a derivative began and that no argument leads to:
 * it is reached through pointers in globals only.
 *
 * Such a shadow stands at a fixed distance from its memory. A pointer that the derivative loads
 * from there needs no shadow of its own in memory, then: what it leads to has its shadow at the
 * same distance, whatever lists, tables or objects the pointer is part of. Where something is
 * mapped (/proc/self/maps), its shadow is mapped when a pointer into it is first asked for; pages
 * are there once they are touched. When the derivative is done they go. */
#ifndef ENZCC_RUNTIME_DISTANT_H
#define ENZCC_RUNTIME_DISTANT_H
#include "enz_rt.h"
#include <stddef.h>

/* A derivative with distant shadows begins, or ends. One runs at a time: the run ends with a
 * message where another thread's, or one around it, has not ended. `where`: the call, for that
 * message. */
void enz_rt_distant_begin(const char *where);
void enz_rt_distant_end(void);
/* Between these: memory at `primal` has this shadow, of as many bytes (at least 1), which is not at
 * the distance: an argument, or a global by name. */
void enz_rt_distant_known(const void *primal, size_t bytes, void *shadow);
/* The argument `passed` leads into this object, of so many bytes, or a block of the heap of unknown
 * size (SIZE_MAX), and its shadow into another one, or nobody knows into what (NULL). If that has
 * room for the shadow of all of the object, and nothing else that is known says otherwise, it is
 * just that; else the run ends where a pointer behind a global leads into the object elsewhere than
 * at `passed`. After all that enz_rt_distant_known is told. */
void enz_rt_distant_given(const void *object, size_t bytes, const void *passed,
                          const void *shadow_object, size_t shadow_bytes, void *shadow);
/* The shadow of a pointer that was loaded from memory of which the shadow has `loaded` in that
 * place: that, if the derivative has stored it there with the pointer, else the one at the
 * distance. NULL has none. */
void *enz_rt_distant_shadow(void *primal, void *loaded);
/* The same of a pointer that may lead to constants, and be its own shadow then, and that was loaded
 * from a place whose shadow is at `place`: nothing is there if that is not at the distance, and the
 * pointer has no shadow. */
void *enz_rt_distant_or_constant(void *primal, void *loaded, const void *place);
/* The block, or NULL if it is a distant shadow: nobody has allocated that. */
void *enz_rt_distant_block(void *shadow);
#endif
