/* enzfc: flang, plus what differentiation needs.
 *
 * Flang makes fat objects itself, and reads the plugin; it links with ld.enzcc. It is no part of
 * what enzcc needs: without it the other languages work.
 */
#ifndef ENZCC_DRIVER_FORTRAN_H
#define ENZCC_DRIVER_FORTRAN_H

#include "toolchain.h"

#include <stdbool.h>

/* Becomes flang; with `off` as if it was called itself. Returns the status of an error, after a
 * message, where there is none. */
int fortran_run(const struct invocation *v, const struct toolchain *t, bool off);

#endif
