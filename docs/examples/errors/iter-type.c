double __enzyme_iter(long, long);

int main(void)
{
    return __enzyme_iter(3, 1) != 3;
}
