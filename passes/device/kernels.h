/* Kernels that derivatives of the host launch (launches.h), where the code for devices is linked.
 */
#ifndef ENZCC_DEVICE_KERNELS_H
#define ENZCC_DEVICE_KERNELS_H
#include "base/diag.h"
#include "device/device.h"

/* This version of LLVM has the operations for devices that are known here. False after a message
 * about `at`, which may be NULL. */
bool kernels_known_version(LLVMValueRef at, struct diag_sink *diags);

/* Makes the kernels that the list wants: each is a derivative call of a kernel of the module. False
 * after a message, or if the list cannot be read. */
bool kernels_make_derivatives(LLVMModuleRef m, const char *list, struct diag_sink *diags);

/* Writes what the kernels of the module do to memory behind their parameters, and what is there, in
 * the form of launches.h. False if that cannot be written. */
bool kernels_describe(EzbCtx *cx, LLVMModuleRef m, const char *path);
/* Refuses those that the list wants in reverse mode and that cannot be run again, or write what
 * nobody sees. False after a message, or if the list cannot be read. */
bool kernels_check(EzbCtx *cx, LLVMModuleRef m, const char *list, struct diag_sink *diags);

/* The function is such a derivative. */
bool kernels_is_derivative(LLVMValueRef fn);
#endif
