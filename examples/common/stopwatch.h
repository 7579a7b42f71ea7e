/*
 * Processor time of one call of a function.
 *
 * The function is called in blocks of at least 20 ms; the result is the
 * fastest of several blocks, which is the figure least disturbed by the rest
 * of the machine.
 */
#ifndef EXAMPLES_STOPWATCH_H
#define EXAMPLES_STOPWATCH_H

double seconds_per_call(void (*function)(void *), void *argument);

#endif
