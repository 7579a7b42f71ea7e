/* The form of custom rules (docs/users-guide.md), and directions of forward mode. */
#ifndef ENZCC_BUNDLE_MPI_GLUE_H
#define ENZCC_BUNDLE_MPI_GLUE_H
#include "channel.h"

struct kept_status {
    void *tape;
    int status;
};
struct forward_status {
    int status, tangent;
};

void *enz_rt_tape_alloc(void *tape, size_t size);

static void *new_tape(void *on, size_t size)
{
    return memset(enz_rt_tape_alloc(on, size), 0, size);
}

/* A parameter and its shadow; only those of buffers matter. */
#define D(T, x) T x, T d##x

#define REGISTER(name, ...)                                                                        \
    void *__enzyme_register_gradient_##name[] = {(void *)name,           (void *)augmented_##name, \
                                                 (void *)reverse_##name, (void *)"tape",           \
                                                 (void *)"communicates", ##__VA_ARGS__};           \
    void *__enzyme_register_derivative_##name[] = {(void *)name, (void *)forward_##name,           \
                                                   (void *)"phases"};

/* The same where the augmented function takes phases as well: it has noted the shadows of all
 * directions when it makes the call. */
#define REGISTER_PHASED(name, ...) REGISTER(name, (void *)"phases", ##__VA_ARGS__)

#define EXPAND(...) __VA_ARGS__

/* The shadow of a buffer; NULL: none. */
static void *shadow_of(const void *at, const void *shadow)
{
    return shadow == at || shadow == MPI_IN_PLACE ? NULL : (void *)shadow;
}

static enum element element_of_buffer(const char *function, const void *at, const void *shadow,
                                      int count, MPI_Datatype type)
{
    enum element e = check_element(function, type, shadow_of(at, shadow) != NULL);
    if (e != ELEMENT_INTEGER && !at && bytes_of(count, type))
        stop(function, "a buffer at MPI_BOTTOM: only the type says where the numbers are");
    return e;
}

static struct buffer shadow_buffer(const void *at, const void *shadow, int count, MPI_Datatype type,
                                   enum element e)
{
    return buffer_of(shadow_of(at, shadow), count, type, e);
}

/* ---- forward mode ---------------------------------------------------------------------------- */

enum { PHASE_BEFORE = 1, PHASE_CALL = 2 };
enum { DIRECTIONS_MAX = 64 };

/* Shadows of what is sent and of what is received, per direction. */
struct directions {
    int n;
    const void *sent[DIRECTIONS_MAX];
    void *received[DIRECTIONS_MAX];
};
static struct directions directions;

/* Notes the shadows of one direction. True: now the primal runs, with all that were noted. */
static bool is_call(const char *function, int64_t phases, const void *sent, void *received)
{
    if (phases & PHASE_BEFORE) {
        if (directions.n == DIRECTIONS_MAX)
            stop(function, "more than 64 directions");
        directions.sent[directions.n] = sent;
        directions.received[directions.n++] = received;
    }
    return phases & PHASE_CALL;
}

/* At the begin of an augmented function. What it calls then sets directions.n to zero. */
#define PHASED(name, sent, received)                                                               \
    if (!is_call(#name, phases, sent, received))                                                   \
        return (struct kept_status)                                                                \
        {                                                                                          \
            NULL, MPI_SUCCESS                                                                      \
        }

/* At the begin of a function that is run for one direction at a time. */
static void take_one_direction(const void *sent, void *received)
{
    directions.n = 1;
    directions.sent[0] = sent, directions.received[0] = received;
}

static struct forward_status forward_result(int status)
{
    directions.n = 0;
    return (struct forward_status){status, 0};
}

#endif
