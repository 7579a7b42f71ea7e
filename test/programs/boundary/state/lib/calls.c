extern __attribute__((visibility("hidden"))) int calls;
void count_call(void) __attribute__((visibility("hidden")));

void count_call(void)
{
    calls++;
}
