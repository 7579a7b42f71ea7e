/* What the operating system says of the process. */
#ifndef TEST_RUNTIME_PROCESS_H
#define TEST_RUNTIME_PROCESS_H
#include <stdio.h>
#include <sys/resource.h> /* RUSAGE_THREAD: define _GNU_SOURCE first */
#include <unistd.h>

/* Page faults of this thread that needed no disk. */
static inline long page_faults(void)
{
    struct rusage use;
    getrusage(RUSAGE_THREAD, &use);
    return use.ru_minflt;
}

/* Bytes of the process that are in memory; 0 if that cannot be read. */
static inline size_t resident(void)
{
    size_t total = 0, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    int found = f ? fscanf(f, "%zu %zu", &total, &pages) : 0;
    if (f)
        fclose(f);
    return found == 2 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

#endif
