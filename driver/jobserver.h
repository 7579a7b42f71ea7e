/* The jobs of GNU make (its manual, "Sharing Job Slots with GNU make").
 *
 * Under `make -j` every command has one job from the start, and may take more of those that are
 * free: each is a byte in a pipe, which goes back when the job is done.
 */
#ifndef ENZCC_DRIVER_JOBSERVER_H
#define ENZCC_DRIVER_JOBSERVER_H

#include <stdbool.h>

enum { JOBSERVER_MOST = 256 };

struct jobserver {
    bool found;                /* make runs several commands at a time */
    int reader, writer;        /* of the pipe; -1 where make does not share it */
    char jobs[JOBSERVER_MOST]; /* those that were taken: each goes back as it came */
    int count;
};

/* Finds the jobs of the make that runs this program, in MAKEFLAGS. Takes none. */
struct jobserver jobserver_find(void);

/* Takes as many as are free, up to `wanted` in all, without waiting for any. */
void jobserver_take(struct jobserver *server, int wanted);

/* Gives all back that were taken. */
void jobserver_give_back(struct jobserver *server);

#endif
