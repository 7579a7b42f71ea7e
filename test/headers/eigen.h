/* Headers of Eigen that programs of test/cxx include, to be compiled once. */
#include "cxx.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <unsupported/Eigen/MatrixFunctions>
