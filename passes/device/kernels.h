/* Kernels that derivatives of the host launch (launches.h), where the code for devices is linked.
 */
#ifndef ENZCC_DEVICE_KERNELS_H
#define ENZCC_DEVICE_KERNELS_H
#include "device/device.h"

/* Makes the kernels that the list wants: each is a derivative call of a kernel of the module. False
 * after a message on stderr. */
bool kernels_make_derivatives(LLVMModuleRef m, const char *list);

/* Adds to the list what its kernels do to memory behind their parameters. Refused are those of which
 * nobody could tell. False after a message on stderr. */
bool kernels_add_effects(EzbCtx *cx, LLVMModuleRef m, const char *list);

/* The function is such a derivative. */
bool kernels_is_derivative(LLVMValueRef fn);
#endif
