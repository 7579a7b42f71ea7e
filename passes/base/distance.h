/* How many letters make one word of another, for messages about misspelt names. */
#ifndef ENZCC_BASE_DISTANCE_H
#define ENZCC_BASE_DISTANCE_H
#include <stdbool.h>

/* Of words with at most 32 letters. */
unsigned word_distance(const char *a, const char *b);
/* Of `word` and what `name`, in C or C++, begins with. */
unsigned word_distance_begin(const char *name, const char *word);
/* So few of `word` that the other one can be a misspelling of it. */
bool word_is_near(unsigned distance, const char *word);
#endif
