/* Running programs. `command` starts with the program's path. */
#ifndef ENZCC_DRIVER_SPAWN_H
#define ENZCC_DRIVER_SPAWN_H

#include "words.h"

/* Becomes the program: its exit status and signals are ours. Returns, with 1
 * and after a message, only if that fails. */
int spawn_become(const struct words *command);

/* Runs it and waits. The result is an exit status; death by a signal is passed
 * on to this process. */
int spawn_run(const struct words *command);

/* Runs it with its standard output as a text, NULL on failure. */
char *spawn_capture(const struct words *command, int *status);

/* Prints a command the way clang prints its own under -### and -v. */
void spawn_print(const struct words *command);

#endif
