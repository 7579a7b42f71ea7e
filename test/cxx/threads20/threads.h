// Each check with several numbers of threads.
#ifndef THREADS_H
#define THREADS_H
#include "oracle.h"

enum { threads_most = 4 };
static int threads; // as many as a function is to start

#define FOR_THREADS(check)                                                                         \
    do {                                                                                           \
        for (threads = 1; threads <= threads_most; threads++)                                      \
            check;                                                                                 \
    } while (0)
#endif
