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

/* As spawn_run, but the caller has something to do before it ends: signals that
 * would end this process go to the program, and the result is the number of the
 * signal, negated, if one ended it. */
int spawn_guarded(const struct words *command);

/* Ends as the program of spawn_guarded did if a signal ended it; else returns
 * the status. */
int spawn_pass_on(int status);

/* Runs it with what it writes to `stream`, STDOUT_FILENO or STDERR_FILENO, as a
 * text, NULL on failure. */
char *spawn_capture(const struct words *command, int stream, int *status);

/* Prints a command the way clang prints its own under -### and -v. */
void spawn_print(const struct words *command);

#endif
