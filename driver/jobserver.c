/* Takes jobs of GNU make and gives them back.
 *
 * The pipe is shared with make and all that it runs, some of which wait for it to be readable: the
 * driver reads through a description of its own, which does not wait. A command that make does not
 * take for another make has file descriptors in MAKEFLAGS that are not open, or are something else
 * by then; only pipes count.
 */
#define _POSIX_C_SOURCE 200809L
#include "jobserver.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last value of --jobserver-auth=, which older makes call --jobserver-fds=. Variables of the
 * command line follow behind "--". */
static const char *find_value(const char *flags)
{
    static const char *const names[] = {"--jobserver-auth=", "--jobserver-fds="};
    struct words words = {0};
    const char *value = NULL;
    words_add_quoted(&words, flags);
    for (size_t i = 0; i < words.count && strcmp(words.items[i], "--") != 0; i++)
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
            if (text_starts_with(words.items[i], names[n]))
                value = words.items[i] + strlen(names[n]);
    return value;
}

static bool is_pipe(int file)
{
    struct stat about;
    return file >= 0 && fstat(file, &about) == 0 && S_ISFIFO(about.st_mode);
}

static void open_named(struct jobserver *server, const char *path)
{
    server->reader = server->writer = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

static void open_inherited(struct jobserver *server, const char *value)
{
    int reader = -1, writer = -1;
    if (sscanf(value, "%d,%d", &reader, &writer) != 2 || !is_pipe(reader) || !is_pipe(writer))
        return;
    const char *path = text_format("/proc/self/fd/%d", reader);
    server->reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    server->writer = writer;
}

struct jobserver jobserver_find(void)
{
    static const char fifo[] = "fifo:";
    struct jobserver server = {.reader = -1, .writer = -1};
    const char *flags = getenv("MAKEFLAGS");
    const char *value = flags ? find_value(flags) : NULL;
    if (!value)
        return server;
    server.found = true;
    if (text_starts_with(value, fifo))
        open_named(&server, value + strlen(fifo));
    else
        open_inherited(&server, value);
    if (!is_pipe(server.reader))
        server.reader = -1;
    return server;
}

void jobserver_take(struct jobserver *server, int wanted)
{
    if (wanted > JOBSERVER_MOST)
        wanted = JOBSERVER_MOST;
    while (server->reader >= 0 && server->count < wanted) {
        ssize_t got = read(server->reader, &server->jobs[server->count], 1);
        if (got == 1)
            server->count++;
        else if (got == 0 || errno != EINTR)
            return;
    }
}

void jobserver_give_back(struct jobserver *server)
{
    while (server->count > 0) {
        if (write(server->writer, &server->jobs[server->count - 1], 1) == 1)
            server->count--;
        else if (errno != EINTR)
            return;
    }
}
