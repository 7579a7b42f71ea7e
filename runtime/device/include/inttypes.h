/* What the runtime needs of <inttypes.h> where there is no C library. */
#ifndef ENZCC_DEVICE_INTTYPES_H
#define ENZCC_DEVICE_INTTYPES_H
#include <stdint.h>
#endif
