extern double setting;
void store(double v);
double fetch(void);
