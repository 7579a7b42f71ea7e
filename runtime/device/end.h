/* How the runtime ends a run on a device: a line of text, where the device can print, and a trap,
 * which the host sees as an error of the launch. */
#ifndef ENZ_DEVICE_END_H
#define ENZ_DEVICE_END_H
#include <stddef.h>

/* `where`: a place of the source, or empty. */
_Noreturn void end_run(const char *what, const char *where);

#endif
