/* See torn.h. */
#include "kinds/torn.h"
#include "kinds/tags.h"

#include <stdlib.h>

static void torn_enlarge(struct enz_rt_kinds *k)
{
    uint32_t room = k->torn_room ? 2 * k->torn_room : 16;
    struct torn *torn = enz_kinds_allocate(room, sizeof *torn);
    if (k->torn_room)
        memcpy(torn, k->torn, k->torn_room * sizeof *torn);
    for (uint32_t i = k->torn_room; i < room; i++)
        torn[i].next = i + 1 < room ? i + 2 : 0;
    k->torn_free = k->torn_room + 1;
    free(k->torn);
    k->torn = torn;
    k->torn_room = room;
}

/* The number of a new one. */
static uint32_t torn_begin(struct enz_rt_kinds *k, size_t size, const char *where)
{
    if (!k->torn_free)
        torn_enlarge(k);
    uint32_t owner = k->torn_free - 1;
    k->torn_free = k->torn[owner].next;
    k->torn[owner] = (struct torn){.where = where, .parts = (uint8_t)size};
    k->torn_count++;
    return owner;
}

static void torn_end(struct enz_rt_kinds *k, uint32_t owner)
{
    k->torn[owner] = (struct torn){.next = k->torn_free};
    k->torn_free = owner + 1;
    k->torn_count--;
}

/* A byte of an adjoint that is not zero and has all its bytes here; `tag` is that of the byte. */
bool enz_kinds_is_live(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    tag_t tags[16];
    unsigned kind = tag >> 4;
    size_t size = value_size(kind_of(tag));
    const char *s = byte - index_of(tag);
    if (!is_float(kind) || is_part(tag) || index_of(tag) >= size)
        return false;
    tags_get(tape, s, tags, size);
    for (size_t i = 0; i < size; i++)
        if (tags[i] == tag_of(kind, i) && s[i])
            return true;
    return false;
}

/* The bytes of this adjoint go different ways from here. */
void enz_kinds_tear(struct enz_rt_tape *tape, const char *byte, tag_t tag, const char *where)
{
    unsigned kind = tag >> 4;
    size_t size = value_size(kind);
    const char *s = byte - index_of(tag);
    uint32_t owner = torn_begin(tape->kinds, size, where);
    for (size_t i = 0; i < size; i++) {
        tag_t part = tag_of(kind + PARTS, i);
        tags_get(tape, s + i, &tag, 1);
        if (tag != tag_of(kind, i)) /* nothing should have taken it away */
            enz_rt_adjoint_torn(where);
        tags_put(tape, s + i, &part, 1);
        owner_put(tape, s + i, owner);
    }
}

/* A part is discarded: `tag` is that of the byte. */
void enz_kinds_drop(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    uint32_t owner = owner_get(tape, byte);
    struct torn *torn = &tape->kinds->torn[owner];
    tag_t whole = as_whole(tag);
    torn->dropped++;
    if (!--torn->parts)
        torn_end(tape->kinds, owner);
    tags_put(tape, byte, &whole, 1);
}

/* What is left of adjoints in memory that is new, or stored to by the forward sweep. */
void enz_kinds_drop_all(struct enz_rt_tape *tape, const char *s, size_t n)
{
    for (size_t i = 0; i < n && tape->kinds && tape->kinds->torn_count; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (is_part(tag))
            enz_kinds_drop(tape, s + i, tag);
    }
}

/* The part that has arrived here may be the last one of its adjoint. */
void enz_kinds_put_together(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    tag_t tags[16];
    size_t size = value_size(kind_of(tag));
    const char *s = byte - index_of(tag);
    uint32_t owner = owner_get(tape, byte);
    tags_get(tape, s, tags, size);
    for (size_t i = 0; i < size; i++)
        if (tags[i] != tag_of(tag >> 4, i) || owner_get(tape, s + i) != owner)
            return;
    for (size_t i = 0; i < size; i++)
        tags[i] = as_whole(tags[i]);
    tags_put(tape, s, tags, size);
    torn_end(tape->kinds, owner);
}

/* Ends the program if the bytes have parts of adjoints, or adjoints that are no value of this kind
 * at this place: of another format, or beginning elsewhere. */
void enz_kinds_check_whole(struct enz_rt_tape *tape, const char *s, const tag_t *tags, size_t n,
                           unsigned kind, const char *where)
{
    for (size_t i = 0; i < n; i++) {
        if (is_part(tags[i]))
            enz_rt_adjoint_torn(where);
        if (tags[i] != tag_of(kind, i) && enz_kinds_is_live(tape, s + i, tags[i]))
            enz_rt_type_unknown(where);
    }
}

/* Bytes that were loaded as a pointer become something else. What stands in their shadow is that
 * pointer's, or a seed if it was no pointer after all. */
void enz_kinds_check_loaded(const char *shadow, const tag_t *tags, size_t n, const char *where)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(tags[i]) == ENZ_RT_KIND_LOADED && shadow[i])
            enz_rt_type_unknown(where);
}
