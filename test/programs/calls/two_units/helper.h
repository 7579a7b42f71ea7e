double helper(double x, int k);
