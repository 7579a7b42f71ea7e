/*
 * Reading of files with verified values and comparison against them.
 *
 * An expected file is a list of sections: a line "name rows columns" followed
 * by rows * columns numbers. Sections are found by name and must have the
 * shape the caller asks for. Comparisons print one line and return the number
 * of entries outside the tolerance, so that a program can add them up and
 * turn the sum into its exit status.
 */
#ifndef EXAMPLES_EXPECTED_H
#define EXAMPLES_EXPECTED_H

struct expected;

/* The sections of a file; prints a message and returns NULL on failure. */
struct expected *expected_read(const char *path);
void expected_free(struct expected *e);

/* Numbers of a section, or NULL (with a message) if it is missing or has
 * another shape. They belong to e. */
const double *expected_section(const struct expected *e, const char *name, int rows, int columns);

/* |got - want| <= relative * |want|; where want is zero, |got| <= 1e-14. */
int compare_relative(const char *name, const double *got, const double *want, int count,
                     double relative);

/* |got - want| <= absolute. */
int compare_absolute(const char *name, const double *got, const double *want, int count,
                     double absolute);

/* Euclidean norm, for printing. */
double euclidean_norm(const double *v, int count);

#endif
