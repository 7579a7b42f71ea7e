double __enzyme_product(double, int);

int main(void)
{
    return __enzyme_product(3.0, 2) != 6;
}
