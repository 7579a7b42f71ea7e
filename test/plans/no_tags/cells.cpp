// Finite volumes: two cells of one vector in one function, each with an array of integers and how
// many of them are used between its numbers. The pointer to the cells is loaded for the first one
// and for the second one, and LLVM makes one load of both: what is known of either stays known.
#include "oracle.h"
#include <array>
#include <vector>

namespace
{

struct Face {
    int left, right;
    double normal[2], area;
};

struct Cell {
    double state[3], residual[3];
    int faces[4];
    int used;
    double volume;
    std::array<double, 2> slope[3];
};

class Solver
{
    std::vector<Cell> cells;
    std::vector<Face> faces;
    double gravity = 9.81;
    int steps;

    void link(int a, int b, double nx, double ny)
    {
        int id = int(faces.size());
        faces.push_back(Face{a, b, {nx, ny}, 1 + 0.1 * id});
        cells[a].faces[cells[a].used++] = id;
        cells[b].faces[cells[b].used++] = id;
    }

    void flux(const double *u, const double *n, double *f) const
    {
        double vx = u[1] / u[0], vy = u[2] / u[0], vn = vx * n[0] + vy * n[1];
        f[0] = u[0] * vn;
        f[1] = u[1] * vn + 0.5 * gravity * u[0] * u[0] * n[0];
        f[2] = u[2] * vn + 0.5 * gravity * u[0] * u[0] * n[1];
    }

    void step(double dt)
    {
        for (Cell &c : cells)
            for (double &r : c.residual)
                r = 0;
        for (const Face &f : faces) {
            Cell &l = cells[f.left], &r = cells[f.right];
            double a[3], b[3];
            flux(l.state, f.normal, a);
            flux(r.state, f.normal, b);
            for (int k = 0; k < 3; k++) {
                double h = 0.5 * (a[k] + b[k]) - (r.state[k] - l.state[k]);
                l.residual[k] -= h * f.area;
                r.residual[k] += h * f.area;
            }
        }
        for (Cell &c : cells)
            for (int k = 0; k < 3; k++)
                c.state[k] += dt / c.volume * c.residual[k];
    }

  public:
    Solver(int nx, int ny, int steps) : cells(nx * ny), steps(steps)
    {
        for (Cell &c : cells)
            c.volume = 1;
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                if (i + 1 < nx)
                    link(j * nx + i, j * nx + i + 1, 1, 0);
                if (j + 1 < ny)
                    link(j * nx + i, j * nx + nx + i, 0, 1);
            }
    }

    void start(const double *x)
    {
        for (Cell &c : cells) {
            c.state[0] = 1 + 0.1 * *x++;
            c.state[1] = 0.1;
        }
    }

    double run()
    {
        double sum = 0;
        for (int s = 0; s < steps; s++)
            step(0.05);
        for (const Cell &c : cells)
            for (int k = 0; k < c.used; k++)
                sum += faces[c.faces[k]].area * c.state[0] * c.state[0];
        return sum;
    }
};

double height(const double *x, int n)
{
    Solver s(3, n / 3, 4);
    s.start(x);
    return s.run();
}

} // namespace

int main()
{
    const double x[9] = {0.1, 0.7, -0.3, 0.4, 1.2, -0.9, 0.8, 0.2, 0.5};

    ORACLE_GRADIENT(height, x, 9);
    return oracle_result();
}
