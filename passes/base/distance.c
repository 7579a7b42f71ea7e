#include "base/distance.h"
#include <string.h>

enum { MAX_WORD = 32 };

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

/* The row of Levenshtein's table after the letter, from the one before. */
static void next_row(unsigned *row, char letter, const char *word, unsigned n)
{
    unsigned diagonal = row[0]++;
    for (unsigned j = 1; j <= n; j++) {
        unsigned above = row[j];
        row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (letter != word[j - 1]));
        diagonal = above;
    }
}

static unsigned first_row(unsigned *row, const char *word)
{
    unsigned n = (unsigned)strlen(word) < MAX_WORD ? (unsigned)strlen(word) : MAX_WORD;
    for (unsigned j = 0; j <= n; j++)
        row[j] = j;
    return n;
}

unsigned word_distance(const char *a, const char *b)
{
    unsigned row[MAX_WORD + 1], n = first_row(row, b);
    for (; *a; a++)
        next_row(row, *a, b, n);
    return row[n];
}

unsigned word_distance_begin(const char *name, const char *word)
{
    unsigned row[MAX_WORD + 1], n = first_row(row, word), best = row[n];
    for (; *name && !strchr("(<", *name); name++) {
        next_row(row, *name, word, n);
        best = row[n] < best ? row[n] : best;
    }
    return best;
}

bool word_is_near(unsigned distance, const char *word)
{
    return distance * 3 <= strlen(word);
}
