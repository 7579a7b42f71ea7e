/* Shadows of heap blocks: see enz_rt.h for what derivatives call, shadows.c for what is kept. */
#ifndef ENZ_SHADOWS_H
#define ENZ_SHADOWS_H

/* Frees the shadows that this thread keeps. */
void enz_shadows_trim(void);

#endif
