/* Names of files are kept, because the linker's messages and maps show them. */
#define _POSIX_C_SOURCE 200809L
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(const char *directory)
{
    fprintf(stderr, "enzcc: error: cannot make a directory '%s'\n", directory);
    return false;
}

static bool make(struct scratch *s)
{
    const char *where = getenv("TMPDIR");
    char *directory = text_format("%s/enzcc-XXXXXX", where && *where ? where : "/tmp");
    if (s->directory)
        return true;
    if (!mkdtemp(directory))
        return failed(directory);
    s->directory = directory;
    return true;
}

const char *scratch_path(struct scratch *s, const char *name)
{
    if (!make(s))
        return NULL;
    const char *inner = text_format("%s/%zu", s->directory, s->paths.count / 2);
    if (mkdir(inner, 0700) != 0) {
        failed(inner);
        return NULL;
    }
    const char *path = text_format("%s/%s", inner, name);
    words_add(&s->paths, inner);
    words_add(&s->paths, path);
    return path;
}

void scratch_remove(struct scratch *s)
{
    for (size_t i = s->paths.count; i-- > 0;)
        if (i % 2 == 0)
            rmdir(s->paths.items[i]);
        else
            unlink(s->paths.items[i]);
    if (s->directory)
        rmdir(s->directory);
}
