/* Conditions that a test of the runtime counts if they do not hold. */
#ifndef TEST_RUNTIME_EXPECT_H
#define TEST_RUNTIME_EXPECT_H
#include <stdio.h>

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

#endif
