/* Shadows of blocks that globals point to: found again, zeroed, replaced when the block has grown,
 * freed when nothing asks for them, or when their thread ends. */
#include "enz_rt.h"
#include "expect.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void returns(struct enz_rt_kept **list, void *block, void *shadow)
{
    enz_rt_kept_forget(list);
    enz_rt_kept_note(list, block, shadow, NULL);
}

static unsigned released;
static void release(void *p)
{
    released++;
    free(p);
}

/* What a thread's list has goes with the thread. */
static void *thread(void *block)
{
    static _Thread_local struct enz_rt_kept *own;
    for (int call = 0; call < 2; call++) {
        void *shadow = call ? enz_rt_kept_shadow(&own, block) : malloc(malloc_usable_size(block));
        enz_rt_kept_sweep(&own);
        enz_rt_kept_forget(&own);
        enz_rt_kept_note(&own, block, shadow, release);
        enz_rt_kept_until_exit(&own);
    }
    EXPECT(released == 0);
    return NULL;
}

int main(void)
{
    struct enz_rt_kept *list = NULL;
    double *a = malloc(8 * sizeof *a), *b = malloc(200 * sizeof *b);

    EXPECT(enz_rt_kept_shadow(&list, NULL) == NULL);
    double *shadow = enz_rt_kept_shadow(&list, a);
    EXPECT(shadow && shadow != a && shadow[7] == 0);
    EXPECT(malloc_usable_size(shadow) >= 8 * sizeof *a);
    EXPECT(enz_rt_kept_shadow(&list, a) == shadow); /* two globals, one block */
    enz_rt_kept_sweep(&list);
    shadow[3] = 5;
    returns(&list, a, shadow);

    EXPECT(enz_rt_kept_shadow(&list, a) == shadow); /* the same, zeroed */
    EXPECT(shadow[3] == 0);
    enz_rt_kept_sweep(&list);
    returns(&list, b, shadow); /* now it belongs to a larger block */
    double *larger = enz_rt_kept_shadow(&list, b);
    EXPECT(malloc_usable_size(larger) >= 200 * sizeof *b && larger[199] == 0);
    enz_rt_kept_sweep(&list);
    returns(&list, b, larger);

    enz_rt_kept_sweep(&list); /* nobody asked */
    EXPECT(list == NULL);
    returns(&list, b, b); /* a constant pointer is no shadow */
    EXPECT(list == NULL);
    pthread_t t;
    EXPECT(!pthread_create(&t, NULL, thread, a) && !pthread_join(t, NULL));
    EXPECT(released == 1);
    free(a);
    free(b);
    return failures != 0;
}
