/* Threads that wait for what others do: condition variables and semaphores. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>

enum { N = 14, ROOM = 3 };

/* A queue with room for few numbers between a producer and consumers. */
struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    double items[ROOM];
    int first, count;
    bool closed;
};

static void put(struct queue *q, double v)
{
    pthread_mutex_lock(&q->mutex);
    while (q->count == ROOM)
        pthread_cond_wait(&q->emptied, &q->mutex);
    q->items[(q->first + q->count++) % ROOM] = v;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->mutex);
}

static bool get(struct queue *q, double *v)
{
    pthread_mutex_lock(&q->mutex);
    while (!q->count && !q->closed)
        pthread_cond_wait(&q->filled, &q->mutex);
    bool any = q->count > 0;
    if (any) {
        *v = q->items[q->first];
        q->first = (q->first + 1) % ROOM;
        q->count--;
        pthread_cond_signal(&q->emptied);
    }
    pthread_mutex_unlock(&q->mutex);
    return any;
}

struct consumer {
    struct queue *q;
    double sum;
};

static void *consume(void *p)
{
    struct consumer *c = p;
    double v;
    while (get(c->q, &v))
        c->sum += v * v;
    return NULL;
}

static double producer(const double *x, int n)
{
    struct queue q = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                      .filled = PTHREAD_COND_INITIALIZER,
                      .emptied = PTHREAD_COND_INITIALIZER};
    struct consumer c[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    double s = 0;
    for (int t = 0; t < threads; t++) {
        c[t] = (struct consumer){&q, 0};
        pthread_create(&thread[t], NULL, consume, &c[t]);
    }
    for (int i = 0; i < n; i++)
        put(&q, x[i] * x[0]);
    pthread_mutex_lock(&q.mutex);
    q.closed = true;
    pthread_cond_broadcast(&q.filled);
    pthread_mutex_unlock(&q.mutex);
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL), s += c[t].sum;
    pthread_cond_destroy(&q.filled);
    pthread_cond_destroy(&q.emptied);
    pthread_mutex_destroy(&q.mutex);
    return s;
}

/* One thread after the other, in a ring: what they do to the state does not commute. */
struct ring {
    pthread_mutex_t mutex;
    pthread_cond_t turn;
    const double *x;
    double state;
    int next, n;
};
struct place {
    struct ring *ring;
    int self;
};

static void *turn_by_turn(void *p)
{
    struct place *place = p;
    struct ring *r = place->ring;
    for (int i = place->self; i < r->n; i += threads) {
        pthread_mutex_lock(&r->mutex);
        while (r->next != i)
            pthread_cond_wait(&r->turn, &r->mutex);
        r->state = r->state * r->state * 0.5 + sin(r->x[i]);
        r->next++;
        pthread_cond_broadcast(&r->turn);
        pthread_mutex_unlock(&r->mutex);
    }
    return NULL;
}

static double in_a_ring(const double *x, int n)
{
    struct ring r = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                     .turn = PTHREAD_COND_INITIALIZER,
                     .x = x,
                     .state = 0.5,
                     .n = n};
    struct place place[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    for (int t = 0; t < threads; t++) {
        place[t] = (struct place){&r, t};
        pthread_create(&thread[t], NULL, turn_by_turn, &place[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    return r.state;
}

/* To and fro between two threads. */
struct game {
    sem_t ping, pong;
    const double *x;
    double ball;
    int n;
};

static void *play(void *p)
{
    struct game *g = p;
    for (int i = 0; i < g->n; i++) {
        sem_wait(&g->ping);
        g->ball = cos(g->ball) * g->x[i];
        sem_post(&g->pong);
    }
    return NULL;
}

static double ping_pong(const double *x, int n)
{
    struct game g = {.x = x, .ball = 1, .n = n};
    pthread_t thread;
    sem_init(&g.ping, 0, 0);
    sem_init(&g.pong, 0, 0);
    pthread_create(&thread, NULL, play, &g);
    for (int i = 0; i < n; i++) {
        g.ball = g.ball * g.ball + x[n - 1 - i];
        sem_post(&g.ping);
        sem_wait(&g.pong);
    }
    pthread_join(thread, NULL);
    sem_destroy(&g.ping);
    sem_destroy(&g.pong);
    return g.ball;
}

/* Waiting until a time, in a loop: whether it was reached is kept. */
static void *patient(void *p)
{
    struct place *place = p;
    struct ring *r = place->ring;
    for (int i = place->self; i < r->n; i += threads) {
        pthread_mutex_lock(&r->mutex);
        while (r->next != i) {
            struct timespec soon;
            clock_gettime(CLOCK_REALTIME, &soon);
            soon.tv_sec += 1;
            pthread_cond_timedwait(&r->turn, &r->mutex, &soon);
        }
        r->state = r->state * cos(r->state) + r->x[i];
        r->next++;
        pthread_cond_broadcast(&r->turn);
        pthread_mutex_unlock(&r->mutex);
    }
    return NULL;
}

static double until_a_time(const double *x, int n)
{
    struct ring r = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                     .turn = PTHREAD_COND_INITIALIZER,
                     .x = x,
                     .state = 0.5,
                     .n = n};
    struct place place[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    for (int t = 0; t < threads; t++) {
        place[t] = (struct place){&r, t};
        pthread_create(&thread[t], NULL, patient, &place[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    return r.state;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(producer, x, N));
    FOR_THREADS(ORACLE_GRADIENT(in_a_ring, x, N));
    FOR_THREADS(ORACLE_GRADIENT(until_a_time, x, N));
    ORACLE_GRADIENT(ping_pong, x, N);
    return oracle_result();
}
