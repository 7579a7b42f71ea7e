/* Links code for devices: what stands in the objects of a link as bitcode becomes machine code that
 * the program hands to its device, and registers when it starts. */
#ifndef ENZCC_DRIVER_DEVICES_H
#define ENZCC_DRIVER_DEVICES_H

#include "linker_line.h"
#include "offload.h"
#include "scratch.h"
#include "toolchain.h"

/* What the driver says to the link, in the environment: the values of --cuda-path= and
 * --rocm-path=.
 */
#define DEVICES_CUDA_VARIABLE "ENZCC_CUDA_PATH"
#define DEVICES_ROCM_VARIABLE "ENZCC_ROCM_PATH"
/* A program `backend BITCODE OBJECT` in place of those of a device: a simulator's, for tests. */
#define DEVICES_BACKEND_VARIABLE "ENZCC_DEVICE_BACKEND"
/* What the driver says to the passes (passes/device/launches.h). Files where a link writes what
 * kernels do, or which derivatives of kernels the host launches, and makes nothing else; and where
 * the next links read that. */
#define DEVICES_KERNELS_WANTED  "ENZCC_KERNELS_WANTED"
#define DEVICES_KERNELS         "ENZCC_KERNELS"
#define DEVICES_LAUNCHES_WANTED "ENZCC_LAUNCHES_WANTED"
#define DEVICES_LAUNCHES        "ENZCC_LAUNCHES"

/* Links the images of the line, one program per architecture, with the passes. Adds the words that
 * the host's link needs besides: objects, and the runtime library of the devices where the line
 * names none. Adds nothing if no image is for devices of CUDA or HIP. False after a message. */
bool devices_link(const struct linker_line *line, const struct offload_images *images,
                  const struct toolchain *toolchain, bool verbose, struct scratch *scratch,
                  struct words *added);

/* Writes to the file what the kernels are, seen in the images of one architecture. False
 * after a message. */
bool devices_describe(const struct offload_images *images, const struct toolchain *toolchain,
                      bool verbose, struct scratch *scratch, const char *path);

/* Adds where the host's link finds libraries for the devices of the images. */
void devices_add_search(const struct offload_images *images, struct words *added);

/* The path of a CUDA toolkit, or NULL: where the driver was told to look, in the environment
 * variables CUDA_PATH and CUDA_HOME, beside ptxas in PATH, in /usr/local/cuda. */
const char *devices_cuda_path(void);

#endif
