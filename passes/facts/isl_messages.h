/* The stream for messages of isl. */
#ifndef ENZCC_FACTS_ISL_MESSAGES_H
#define ENZCC_FACTS_ISL_MESSAGES_H
#include <stdio.h>

extern FILE *const enzcc_isl_stderr;
#endif
