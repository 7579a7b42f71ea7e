/* Parts of words: bytes stored into an integer as wide as an address that may be one.
 *
 * The shadow of such an integer is that of the address, or, if it is none, the integer itself or
 * zero. Where the program replaces some of its bytes, what they are together with the rest follows
 * from what stood there. */
#include "enz_rt.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { WORD = sizeof(uint64_t) };

static bool all_lost(const unsigned char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] != ENZ_RT_LOST)
            return false;
    return n >= WORD / 2;
}

static void put(unsigned char *s, const unsigned char *value, size_t n, int lost)
{
    if (lost)
        memset(s, ENZ_RT_LOST, n);
    else
        memcpy(s, value, n);
}

/* n bytes from `first` on of the word at s, which is p in the primal. */
static void replace(unsigned char *s, const unsigned char *p, size_t first, size_t n,
                    const unsigned char *value, int lost)
{
    static const unsigned char none[WORD];
    bool zero = !memcmp(s, none, WORD), own = !memcmp(s, p, WORD),
         same = !memcmp(s + first, p + first, n) || all_lost(s + first, n);
    if (zero && !lost)
        return;
    if (zero || own || same)
        put(s + first, value, n, lost);
    else
        memset(s, ENZ_RT_LOST, WORD); /* bytes of an address */
}

void enz_rt_kind_word_part(void *shadow, const void *primal, size_t n, uint64_t value, int lost)
{
    unsigned char *s = shadow, bytes[WORD];
    const unsigned char *p = primal;
    memcpy(bytes, &value, WORD);
    for (size_t done = 0, m; done < n; done += m) {
        size_t first = (uintptr_t)(s + done) % WORD;
        m = WORD - first < n - done ? WORD - first : n - done;
        replace(s + done - first, p + done - first, first, m, bytes + done, lost);
    }
}
