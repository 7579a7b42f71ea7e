/* cross_sections [NUCLIDES POINTS LOOKUPS]: macroscopic cross sections of neutrons, looked up at
 * random energies in random materials, as Monte Carlo transport codes do, and their derivatives
 * with respect to all data of all nuclides.
 *
 * Every nuclide has cross sections at energies of its own; a common grid of all energies knows for
 * each nuclide which interval an energy is in. See J. R. Tramm, A. R. Siegel, T. Islam, M. Schulz:
 * "XSBench - the development and verification of a performance abstraction for Monte Carlo reactor
 * analysis", PHYSOR 2014. */
#include "measure.h"

enum { CHANNELS = 5, MATERIALS = 12, BLOCK = 256 };

struct point {
    double energy, xs[CHANNELS];
};
struct table {
    int nuclides, points;       /* points of each nuclide */
    const double *energies;     /* of all nuclides, sorted */
    const int *intervals;       /* of each of these energies in each nuclide */
    const int *first, *members; /* the nuclides of material m: members[first[m]] and on */
    const double *density;      /* of each member */
};

__device__ double random_number(unsigned long long *state)
{
    *state = *state * 2806196910506780709ull + 1;
    return (double)(*state >> 11) * (1.0 / 9007199254740992.0);
}

__device__ int find(const double *sorted, int n, double x)
{
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] > x)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* The sum over the nuclides of a material, linear between two energies. */
__device__ void macroscopic(const point *data, double *xs, double energy, int material, table t)
{
    const int *intervals =
        t.intervals + (long)find(t.energies, t.nuclides * t.points, energy) * t.nuclides;
    for (int c = 0; c < CHANNELS; c++)
        xs[c] = 0;
    for (int k = t.first[material]; k < t.first[material + 1]; k++) {
        int nuclide = t.members[k];
        const point *low = data + (long)nuclide * t.points + intervals[nuclide], *high = low + 1;
        double f = (high->energy - energy) / (high->energy - low->energy);
        for (int c = 0; c < CHANNELS; c++)
            xs[c] += t.density[k] * (high->xs[c] - f * (high->xs[c] - low->xs[c]));
    }
}

struct event {
    double energy;
    int material;
};

__device__ event sample(int i)
{
    unsigned long long state = 1070 + 7919ull * (unsigned)i;
    for (int k = 0; k < 4; k++)
        random_number(&state);
    double energy = random_number(&state), which = random_number(&state);
    return {energy, which < 0.4 ? 0 : 1 + (int)((which - 0.4) / 0.6 * (MATERIALS - 1))};
}

/* Each event adds its largest cross section's channel to a checksum, so that none is left out. */
__global__ void lookup(const point *data, table t, int n, int *checksum)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    event e = sample(i);
    double xs[CHANNELS];
    macroscopic(data, xs, e.energy, e.material, t);
    int most = 0;
    for (int c = 1; c < CHANNELS; c++)
        if (xs[c] > xs[most])
            most = c;
    atomicAdd(checksum, most + 1);
}

/* The derivative of the sum of the channels. */
__global__ void gradient(const point *data, point *ddata, table t, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    event e = sample(i);
    double xs[CHANNELS], dxs[CHANNELS];
    for (int c = 0; c < CHANNELS; c++)
        dxs[c] = 1;
    __enzyme_autodiff<void>((void *)macroscopic, enzyme_dup, data, ddata, enzyme_dupnoneed, xs, dxs,
                            enzyme_const, e.energy, enzyme_const, e.material, enzyme_const, t);
}

/* By hand, without the primal. */
__global__ void by_hand(const point *data, point *ddata, table t, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    event e = sample(i);
    const int *intervals =
        t.intervals + (long)find(t.energies, t.nuclides * t.points, e.energy) * t.nuclides;
    for (int k = t.first[e.material]; k < t.first[e.material + 1]; k++) {
        long at = (long)t.members[k] * t.points + intervals[t.members[k]];
        double low = data[at].energy, high = data[at + 1].energy, width = high - low,
               f = (high - e.energy) / width, df = 0;
        for (int c = 0; c < CHANNELS; c++) {
            atomicAdd(&ddata[at].xs[c], t.density[k] * f);
            atomicAdd(&ddata[at + 1].xs[c], t.density[k] * (1 - f));
            df -= t.density[k] * (data[at + 1].xs[c] - data[at].xs[c]);
        }
        atomicAdd(&ddata[at].energy, df * f / width);
        atomicAdd(&ddata[at + 1].energy, df * (e.energy - low) / (width * width));
    }
}

__global__ void sums(const point *data, table t, int n, double *all)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    event e = sample(i);
    double xs[CHANNELS], sum = 0;
    macroscopic(data, xs, e.energy, e.material, t);
    for (int c = 0; c < CHANNELS; c++)
        sum += xs[c];
    all[i] = sum;
}

__global__ void find_intervals(const double *energies, int *intervals, const point *data,
                               int nuclides, int points)
{
    long i = blockIdx.x * (long)BLOCK + threadIdx.x;
    if (i >= (long)nuclides * points * nuclides)
        return;
    const point *of = data + i % nuclides * points;
    double energy = energies[i / nuclides];
    int low = 0, high = points - 1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (of[middle].energy > energy)
            high = middle;
        else
            low = middle;
    }
    intervals[i] = low;
}

static std::vector<point> make_data(int nuclides, int points)
{
    std::vector<point> data((std::size_t)nuclides * points);
    std::vector<double> r = random_numbers(data.size() * (CHANNELS + 1), 0, 1, 42);
    for (std::size_t i = 0; i < data.size(); i++) {
        data[i].energy = r[i * (CHANNELS + 1)];
        for (int c = 0; c < CHANNELS; c++)
            data[i].xs[c] = r[i * (CHANNELS + 1) + 1 + c];
    }
    for (int k = 0; k < nuclides; k++) {
        point *of = &data[(std::size_t)k * points];
        std::sort(of, of + points,
                  [](const point &a, const point &b) { return a.energy < b.energy; });
        of[0].energy = 0, of[points - 1].energy = 1;
    }
    return data;
}

int main(int argc, char **argv)
{
    const bool given = argc > 3;
    const int nuclides = given ? std::atoi(argv[1]) : 20, points = given ? std::atoi(argv[2]) : 50,
              lookups = given ? std::atoi(argv[3]) : 512, blocks = (lookups + BLOCK - 1) / BLOCK;
    std::vector<point> data = make_data(nuclides, points);
    std::vector<double> energies(data.size());
    std::vector<int> first = {0}, members;
    for (std::size_t i = 0; i < data.size(); i++)
        energies[i] = data[i].energy;
    std::sort(energies.begin(), energies.end());
    /* The first material, the fuel, has nearly all nuclides, the others have some. */
    for (int m = 0; m < MATERIALS; m++) {
        for (int k = 0; k < (m == 0 ? nuclides - nuclides / 10 : 4 + 2 * m); k++)
            members.push_back((k * 7 + m * 3) % nuclides);
        first.push_back((int)members.size());
    }
    array<point> at(data), ddata(data.size());
    array<double> sorted(energies), density(random_numbers(members.size(), 0.1, 1, 7)),
        all(lookups);
    array<int> intervals(energies.size() * nuclides), starts(first), of(members);
    array<int> checksum(1);
    table t = {nuclides, points, sorted.at, intervals.at, starts.at, of.at, density.at};
    find_intervals<<<(unsigned)((energies.size() * nuclides + BLOCK - 1) / BLOCK), BLOCK>>>(
        sorted.at, intervals.at, at.at, nuclides, points);

    gradient<<<blocks, BLOCK>>>(at.at, ddata.at, t, lookups);
    std::vector<point> d = ddata.get(), near[2] = {data, data};
    std::vector<double> v = random_numbers(data.size() * CHANNELS, -1, 1, 9);
    /* The sums are linear in the cross sections: differences are exact. */
    double along = 0, value[2] = {0, 0};
    for (std::size_t i = 0; i < data.size(); i++)
        for (int c = 0; c < CHANNELS; c++) {
            along += d[i].xs[c] * v[i * CHANNELS + c];
            near[0][i].xs[c] -= 0.5 * v[i * CHANNELS + c];
            near[1][i].xs[c] += 0.5 * v[i * CHANNELS + c];
        }
    for (int k = 0; k < 2; k++) {
        at.set(near[k]);
        sums<<<blocks, BLOCK>>>(at.at, t, lookups, all.at);
        for (double x : all.get())
            value[k] += x;
    }
    at.set(data);
    bool good = agree("derivative of the cross sections", along, value[1] - value[0], 1e-9);
    if (argc == 1)
        return !good;
    double primal = milliseconds(
               [&] __host__() { lookup<<<blocks, BLOCK>>>(at.at, t, lookups, checksum.at); }),
           generated = milliseconds(
               [&] __host__() { gradient<<<blocks, BLOCK>>>(at.at, ddata.at, t, lookups); }),
           hand = milliseconds(
               [&] __host__() { by_hand<<<blocks, BLOCK>>>(at.at, ddata.at, t, lookups); });
    print_ratio("cross sections", primal, generated);
    std::printf("cross sections: gradient by hand %.3f ms, ratio %.2f\n", hand, hand / primal);
    return !good;
}
