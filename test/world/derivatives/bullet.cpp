// Bullet, in double precision: the motion of a rigid body, a polar decomposition and the principal
// moments of a body of several shapes.
#include <btBulletDynamicsCommon.h>

#include <LinearMath/btPolarDecomposition.h>

#include "oracle.h"

// Where a body has come to that turns, under a force and a torque. x = {mass, velocity, angular
// velocity}.
static double motion(const double *x, int)
{
    btBoxShape box(btVector3(0.5, 0.4, 0.3));
    btVector3 inertia;
    box.calculateLocalInertia(x[0], inertia);
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(x[0], nullptr, &box, inertia));
    body.setLinearVelocity(btVector3(x[1], x[2], x[3]));
    body.setAngularVelocity(btVector3(x[4], x[5], x[6]));
    for (int step = 0; step < 10; step++) {
        body.applyCentralForce(btVector3(0, 0, -1));
        body.applyTorque(btVector3(0.1, 0, 0.2));
        body.integrateVelocities(0.02);
        btTransform next;
        body.predictIntegratedTransform(0.02, next);
        body.proceedToTransform(next);
        body.clearForces();
    }
    btVector3 corner = body.getWorldTransform() * btVector3(0.5, 0.4, 0.3);
    return corner.x() + 2 * corner.y() - corner.z();
}

// A matrix as a rotation times a symmetric one.
static double polar(const double *x, int)
{
    btMatrix3x3 a(x[0] + 2, x[1], x[2], x[3], x[4] + 2, x[5], x[6], x[7], x[8] + 2);
    btMatrix3x3 rotation, stretch;
    btPolarDecomposition().decompose(a, rotation, stretch);
    return rotation[0][1] + 2 * rotation[1][2] + stretch[0][0] - stretch[2][1];
}

// The principal moments of balls that are one body. x = {places, masses}.
static double moments(const double *x, int)
{
    enum { BALLS = 3 };
    btSphereShape ball(0.2);
    btCompoundShape all;
    btScalar masses[BALLS];
    for (int i = 0; i < BALLS; i++) {
        btTransform at(btQuaternion::getIdentity(),
                       btVector3(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
        all.addChildShape(at, &ball);
        masses[i] = x[3 * BALLS + i];
    }
    btTransform axes;
    btVector3 inertia;
    all.calculatePrincipalAxisTransform(masses, axes, inertia);
    return inertia.x() + 2 * inertia.y() + 3 * inertia.z() + axes.getOrigin().x();
}

int main()
{
    const double start[7] = {1.7, 0.3, -0.2, 0.5, 1.1, -0.7, 0.4};
    const double matrix[9] = {0.3, -0.4, 0.6, 0.2, 0.5, -0.3, 0.7, -0.1, 0.2};
    const double balls[12] = {0.9, 0.7, -2.1, 0.3, -0.8, 0.4, -1.2, 0.1, 0.5, 1.1, 0.8, 1.4};
    ORACLE_GRADIENT(motion, start, 7);
    ORACLE_GRADIENT(polar, matrix, 9);
    ORACLE_GRADIENT(moments, balls, 12);
    return oracle_result();
}
