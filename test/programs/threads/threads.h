/* Each check with several numbers of threads. */
#ifndef THREADS_H
#define THREADS_H
#include "oracle.h"
#include "oracle_calls.h"

enum { THREADS_MOST = 4 };
static int threads; /* as many as a function is to start */

#define FOR_THREADS(check)                                                                         \
    do {                                                                                           \
        for (threads = 1; threads <= THREADS_MOST; threads++)                                      \
            check;                                                                                 \
    } while (0)
#endif
