// GLM: rotations, projections and noise, by angles and points.
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/noise.hpp>
#include <glm/gtc/quaternion.hpp>

#include "oracle.h"

// in: an angle, an axis, a point; a component of the point after the rotation.
static double rotated(const double *in, int n)
{
    glm::dvec3 axis(in[1], in[2], in[3]), point(in[4], in[5], in[6]);
    glm::dquat turn = glm::angleAxis(in[0], glm::normalize(axis));
    (void)n;
    return (turn * point).y;
}
static double projected(const double *in, int n)
{
    glm::dmat4 view = glm::lookAt(glm::dvec3(in[0], in[1], 5.0), glm::dvec3(0), glm::dvec3(0, 1, 0));
    glm::dmat4 lens = glm::perspective(in[2], 4.0 / 3, 0.1, 100.0);
    glm::dvec4 at = lens * view * glm::dvec4(in[3], in[4], in[5], 1);
    (void)n;
    return at.x / at.w + 2 * at.y / at.w;
}
static double inverted(const double *in, int n)
{
    glm::dmat3 a(in[0] + 2, in[1], in[2], in[3], in[4] + 2, in[5], in[6], in[7], in[8] + 2);
    (void)n;
    return glm::inverse(a)[1][2] + glm::determinant(a);
}
static double noise(const double *in, int n)
{
    (void)n;
    return glm::simplex(glm::dvec2(in[0], in[1]));
}

// Around the y axis the y component stays; around z it is x sin + y cos.
int main()
{
    double turn[7] = {0.6, 0.3, -0.8, 0.5, 1.1, -0.4, 0.7}, in[9];
    ORACLE_GRADIENT(rotated, turn, 7);
    double around[7] = {0.6, 0, 0, 1, 1.1, -0.4, 0.7}, slopes[7] = {0};
    GRADIENT(rotated, around, slopes, 7);
    CHECK(slopes[0], 1.1 * std::cos(0.6) + 0.4 * std::sin(0.6));
    CHECK(slopes[4], std::sin(0.6));
    CHECK(slopes[5], std::cos(0.6));
    oracle_random(in, 9, 6);
    double lens[6] = {0.4, 0.3, 0.8, 0.5, -0.2, 0.6};
    ORACLE_GRADIENT(projected, lens, 6);
    ORACLE_GRADIENT(inverted, in, 9);
    double place[2] = {0.37, 1.21};
    ORACLE_GRADIENT(noise, place, 2);
    return oracle_result();
}
