/* Launches of kernels by the host, in derivatives.
 *
 * Of a kernel that is launched the host has a stub: a function with the parameters of the kernel,
 * which hands them to the library of the device. Calls of a stub are differentiated by a rule that
 * is made here, which launches a derivative of the kernel (runtime/launch). That is a kernel of its
 * own, made where the code for devices is linked (kernels.c). So each is
 * linked twice: the devices' first link says what kernels do to memory and what they take it for,
 * the host's first link which derivatives of kernels are wanted; both make no program. */
#ifndef ENZCC_DEVICE_LAUNCHES_H
#define ENZCC_DEVICE_LAUNCHES_H
#include "base/arena.h"
#include "bridge/ezb.h"
#include <stdbool.h>

/* What a kernel's derivative is called on the device. */
#define LAUNCH_REVERSE_PREFIX "enz_reverse_"
#define LAUNCH_FORWARD_PREFIX "enz_forward_"

/* Lists of kernels, of lines `what kernel =text`. The host's list has the derivatives that are
 * wanted: "reverse" and "forward", with what leaves_text says of the parameters. That of devices
 * has, for all kernels, "effects" with a letter for each leaf (struct enz_rt_launch_leaf),
 * "pointees" with one for each parameter (arrays of numbers: d, f; of integers: i; of characters:
 * c), and "unseen" with a number where a kernel may write other memory (enum launch_unseen). */
struct launch_line {
    const char *mode, *kernel, *text;
};
/* Why nobody sees what a kernel writes. */
extern const char *const launches_unseen[];
enum launch_unseen { LAUNCH_VARIABLE, LAUNCH_POINTERS, LAUNCH_CALLS, LAUNCH_INTEGERS };
/* Calls `visit` for each line of the file; false if it cannot be read. */
bool launches_read(const char *path, void (*visit)(const struct launch_line *line, void *context),
                   void *context);

/* Pointers and numbers of a parameter of this type, which is a struct that is passed by value if it
 * is neither of these nor an integer: for each, the kind and the offset, as text, such as "p," for
 * a pointer, "sp0d8," for a struct of a pointer and a number. NULL if anything else is in it. */
const char *leaves_text(LLVMModuleRef m, struct arena *a, LLVMTypeRef parameter);

/* The kind (enz_rt_launch_kind) is that of a number. */
bool launches_is_number(char kind);

/* The function is what a stub calls, and has a rule. */
bool launches_is_launch(LLVMValueRef fn);

struct launches;

/* Linking the host, before rules are read: each stub has one. NULL: there is no stub. `list` is
 * what the link of devices says of kernels, or NULL. */
struct launches *launches_begin(LLVMModuleRef m, struct arena *a, const char *list);
/* When the bundle has been linked: all of the program that changes memory of devices does so by
 * functions that see it, and the runtime knows the interface. True if there are any. */
bool launches_watch_memory(struct launches *l, LLVMModuleRef m, struct arena *a);
/* When derivatives are there: those of kernels that they launch are registered. */
void launches_end(struct launches *l);
/* The list of what they launch goes to the file, which is not made if they launch nothing. False if
 * it cannot be written. */
bool launches_write(const struct launches *l, const char *path);

#endif
