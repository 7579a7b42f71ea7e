/* Finds a shared library that a program has derivatives of. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "enz_rt.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const unsigned char *id;
    size_t size;
    bool found;
    uintptr_t base;
};

static size_t aligned(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

/* A note is its header, a name and contents. */
static bool has_id(const char *notes, size_t size, const struct search *s)
{
    static const char owner[] = "GNU";
    ElfW(Nhdr) note;
    while (size >= sizeof note) {
        memcpy(&note, notes, sizeof note);
        size_t name = aligned(note.n_namesz), length = sizeof note + name + aligned(note.n_descsz);
        if (length > size)
            return false;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof owner &&
            memcmp(notes + sizeof note, owner, sizeof owner) == 0)
            return note.n_descsz == s->size &&
                   memcmp(notes + sizeof note + name, s->id, s->size) == 0;
        notes += length;
        size -= length;
    }
    return false;
}

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum && !s->found; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_NOTE &&
            has_id((const char *)(info->dlpi_addr + header->p_vaddr), header->p_memsz, s))
            *s = (struct search){s->id, s->size, true, info->dlpi_addr};
    }
    return s->found;
}

const void *enz_rt_library(const char *name, const unsigned char *id, uint64_t size,
                           const void *symbol)
{
    Dl_info info;
    struct search s = {id, (size_t)size, false, 0};
    dl_iterate_phdr(visit, &s);
    if (s.found)
        return (const void *)s.base;
    fprintf(stderr,
            "enzcc: this program has derivatives of another build of %s than is loaded (%s); link "
            "the program again\n",
            name, dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "none");
    abort();
}
