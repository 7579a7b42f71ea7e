/* -fenz-stats: runs the command and prints what share of its time the passes took. */
#ifndef ENZCC_DRIVER_STATS_H
#define ENZCC_DRIVER_STATS_H
#include "words.h"

/* The exit status of the command. */
int stats_run(const struct words *command);
#endif
