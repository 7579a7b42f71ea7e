/* Limits of analyses. What reaches one has no answer: it is taken as unknown, and refused where an
 * active floating-point value may be concerned. A build with ENZCC_TINY_LIMITS shows that. */
#ifndef ENZCC_BASE_LIMITS_H
#define ENZCC_BASE_LIMITS_H

#ifdef ENZCC_TINY_LIMITS
#define LIMIT(name, value) enum { name = 2 }
#else
#define LIMIT(name, value) enum { name = (value) }
#endif

/* Steps of address arithmetic back to the object that an address lies in. */
LIMIT(ADDRESS_STEPS, 32);
#endif
